// Shell lines that forge a token as the run forged it, so that whoever pastes them sends what the run has sent.
import type { ForgeryName } from '../tokens/forgery.ts'

/** How a forged token is made of the genuine one. */
interface Making {
  /** What the token is, in words. */
  readonly is: string
  /** Words of a shell, or an expression of JavaScript of what `given` defines; neither where the shell can't make it. */
  readonly sh?: string
  readonly js?: string
}

// What an expression can name, in this order: a line holds those that its expression needs.
const given: readonly (readonly [RegExp, string])[] = [
  [/./, '[H,C,S]=require("fs").readFileSync(0,"utf8").split(".")'],
  [/\bh\b|\b[mo]\(/, 'h=JSON.parse(Buffer.from(H,"base64url"))'],
  [/\bc\b/, 'c=JSON.parse(Buffer.from(C,"base64url"))'],
  [/\b[emo]\(/, 'e=x=>Buffer.from(JSON.stringify(x)).toString("base64url")'],
  [/\b[mo]\(/, 'y=require("crypto")'],
  [
    /\bm\(/,
    'm=(k,x)=>(x=e({...h,alg:"HS256",...x})+"."+C)+"."+y.createHmac("sha256",k).update(x).digest("base64url")',
  ],
  [/\bo\(/, 'p=y.generateKeyPairSync("rsa",{modulusLength:2048})'],
  [/\bj\b/, 'j=p.publicKey.export({format:"jwk"})'],
  [
    /\bo\(/,
    'o=(x,b=C)=>(x=e({...h,alg:"RS256",...x})+"."+b)+"."+y.sign("sha256",Buffer.from(x),p.privateKey).toString("base64url")',
  ],
  [/\ba\(/, 'a=x=>(x[0]=="A"?"B":"A")+x.slice(1)'],
]

const withHeader = (is: string, change: string): Making => ({
  is: `the token with ${is} in its header`,
  js: `e({...h,${change}})+"."+C+"."+S`,
})
const unsigned = (alg: string): Making => ({
  is: `the token with "alg":"${alg}" and no signature`,
  js: `e({...h,alg:"${alg}"})+"."+C+"."`,
})
const byOtherKey = (is: string, change = '{}'): Making => ({
  is: `the token signed by another RSA key${is}`,
  js: `o(${change})`,
})
const byHmac = (is: string, secret: string, change = '{}'): Making => ({
  is: `the token signed by HMAC with ${is}`,
  js: `m("${secret}",${change})`,
})
const byPublicKey = (is: string, change = ''): Making => ({
  is: `the token signed by HMAC with the tenant's public key in PEM${is}`,
  js: `fetch(new URL("/.well-known/jwks.json",process.argv[1])).then(x=>x.json()).then(x=>process.stdout.write(m(y.createPublicKey({format:"jwk",key:x.keys.find(k=>k.kid==h.kid)||x.keys[0]}).export({type:"spki",format:"pem"})${change})))`,
})
const genuine = '$TENANT_ACCESS_TOKEN'
const unfinished = `\${TENANT_ACCESS_TOKEN%.*}`
const wider = 'scope:(c.scope+" forged:scope").trim()'

const makings: Readonly<Record<string, Making>> = {
  'altered-signature': {
    is: 'the token with another first character of its signature',
    js: 'H+"."+C+"."+a(S)',
  },
  'altered-signature-end': {
    is: 'the token with another third to last character',
    js: 'H+"."+C+"."+S.slice(0,-3)+a(S.slice(-3))',
  },
  'lower-case': { is: 'the token in small letters', sh: `$(printf %s "${genuine}" | tr A-Z a-z)` },
  'signature-empty': { is: 'the token without its signature', sh: `${unfinished}.` },
  'signature-cut': {
    is: 'the token with half of its signature',
    js: 'H+"."+C+"."+S.slice(0,Math.floor(S.length/8)*4)',
  },
  'signature-doubled': {
    is: 'the token with its signature twice',
    sh: `${genuine}\${TENANT_ACCESS_TOKEN##*.}`,
  },
  'signature-zero': {
    is: 'the token with "alg":"ES256" and a signature of zeros',
    js: 'e({...h,alg:"ES256"})+"."+C+"."+"A".repeat(86)',
  },
  'altered-payload': {
    is: 'the token with another sub and one scope more',
    js: `H+"."+e({...c,sub:c.sub+"-forged",${wider}})+"."+S`,
  },
  'widened-payload': {
    is: 'the token with "admin":true and one scope more',
    js: `H+"."+e({...c,${wider},admin:true})+"."+S`,
  },
  'swapped-signature': {
    is: 'the token with the signature of another one',
    sh: `${unfinished}.\${TENANT_LIMITED_ACCESS_TOKEN##*.}`,
  },
  'altered-header': withHeader('"typ":"forged+jwt"', 'typ:"forged+jwt"'),
  'unknown-crit': withHeader(
    'an extension that nobody knows in "crit"',
    'crit:["urn:tenant-conformance:unknown"],"urn:tenant-conformance:unknown":true',
  ),
  'alg-none': unsigned('none'),
  'alg-none-signed': withHeader('"alg":"none"', 'alg:"none"'),
  'alg-none-capital': unsigned('None'),
  'alg-none-capitals': unsigned('NONE'),
  'alg-none-mixed': unsigned('nOnE'),
  'alg-unknown': withHeader('"alg":"XS256"', 'alg:"XS256"'),
  'alg-misspelt': withHeader('its alg in small letters', 'alg:h.alg.toLowerCase()'),
  'alg-missing': withHeader('no alg', 'alg:undefined'),
  'alg-empty': withHeader('"alg":""', 'alg:""'),
  'alg-not-text': withHeader('"alg":["none"]', 'alg:["none"]'),
  'alg-null': withHeader('"alg":null', 'alg:null'),
  'alg-other': withHeader('another RSA alg', 'alg:h.alg=="RS384"?"RS256":"RS384"'),
  'other-key': byOtherKey(''),
  'other-key-unknown-kid': byOtherKey(', under "kid":"forged"', '{kid:"forged"}'),
  'other-key-no-kid': byOtherKey(', without a kid', '{kid:undefined}'),
  'other-key-no-expiry': {
    is: 'the token without its exp, signed by another RSA key',
    js: 'o({},e({...c,exp:undefined}))',
  },
  'embedded-key': byOtherKey(', which stands in its header', '{kid:"forged",jwk:j}'),
  'key-address': byOtherKey(
    ', to which its jku leads',
    '{kid:"forged",jku:"data:application/json;base64,"+Buffer.from(JSON.stringify({keys:[{...j,kid:"forged",alg:"RS256",use:"sig"}]})).toString("base64")}',
  ),
  'kid-path': byHmac('an empty secret, under a path as kid', '', '{kid:"../../../../../../../../dev/null"}'),
  'kid-quote': byHmac(
    'the secret "secret", under a query for it as kid',
    'secret',
    '{kid:"x\\u0027 UNION SELECT \\u0027secret\\u0027 -- "}',
  ),
  'public-key-secret': byPublicKey(''),
  'public-key-secret-trimmed': byPublicKey(', less its last line end', '.trimEnd()'),
  'second-public-key-secret': { is: 'the token signed by HMAC with a public key that the API shows, in PEM' },
  'empty-secret': byHmac('an empty secret', ''),
  'guessable-secret': byHmac('the secret "secret"', 'secret'),
  'two-parts': { is: 'the token without its last part', sh: unfinished },
  'four-parts': { is: 'the token with a part more', sh: `${genuine}.AAAA` },
  'five-parts': { is: 'the token with two parts more', sh: `${genuine}.AAAA.AAAA` },
  'long-token': {
    is: 'JSON nested 4000 deep for a header',
    js: 'Buffer.from("[".repeat(4e3)+"]".repeat(4e3)).toString("base64url")+".e30.AAAA"',
  },
  'null-payload': { is: 'the token with null for its claims', js: 'H+"."+e(null)+"."+S' },
} satisfies Partial<Record<ForgeryName, Making>>

/** These hold nothing that a tenant would accept, and are shown as they were sent. */
export const harmlessPrincipals: readonly string[] = [
  ...['none', 'not-a-jwt', 'scheme-alone', 'non-ascii', 'null-header', 'null-text'],
]

const withoutForgery: readonly string[] = [
  ...['full', 'fresh', 'bearer', 'limited', 'nonGlobal', 'wrong-scheme', 'scheme-case', 'scheme-missing'],
  ...['expired', 'other-audience', 'not-yet-valid', 'other-issuer'],
  ...harmlessPrincipals,
]

/**
 * A comment that says what the token of a principal is, and the line that makes it of `$TENANT_ACCESS_TOKEN`, with node where it has
 * to be decoded; null for one whose token is shown or stands in the environment.
 * @param withForge whether the function `forge` is defined
 */
export function forgedTokenLines(principal: string, withForge = false): string | null {
  if (isNoForgery(principal)) return null
  const making = makings[principal]
  if (making === undefined || (making.sh ?? making.js) === undefined) {
    const is = making?.is ?? `a token derived from ${genuine}: "${principal.replace(/[^\w .:-]/g, '')}"`
    return `# FORGED_TOKEN: ${is}`
  }
  return `# FORGED_TOKEN: ${making.is}\nFORGED_TOKEN=${making.sh ?? byNode(making.js ?? '', withForge)}`
}

/** The function `forge`, where several of the principals' tokens are made by node; else null. */
export function forgeFunction(principals: readonly string[]): readonly string[] | null {
  const expressions = [...new Set(principals)].flatMap((principal) =>
    isNoForgery(principal) ? [] : (makings[principal]?.js ?? []),
  )
  const made = expressions.filter((expression) => !isAsked(expression))
  if (made.length < 2) return null
  return [`forge() { ${handedOver} | node -p '${definitionsFor(made)};eval(process.argv[1])' "$1"; }`]
}

function isNoForgery(principal: string): boolean {
  return withoutForgery.includes(principal) || principal.startsWith('scope ')
}

// What has to be asked for first prints for itself.
function isAsked(expression: string): boolean {
  return expression.startsWith('fetch')
}

function definitionsFor(expressions: readonly string[]): string {
  const needed = given.filter(([name]) => expressions.some((expression) => name.test(expression)))
  return needed.map(([, definition]) => definition).join(';')
}

// By standard input: an argument could be read by others.
const handedOver = `printf %s "${genuine}"`

function byNode(expression: string, withForge: boolean): string {
  const script = `'${definitionsFor([expression])};${expression}'`
  if (isAsked(expression))
    return `$(${handedOver} | node -e ${script} "\${TENANT_AUTH_URL:-$TENANT_BASE_URL}")`
  return withForge ? `$(forge '${expression}')` : `$(${handedOver} | node -p ${script})`
}
