// Writes shell lines that forge a token in the same way as the run.
import { tokenInWords } from '../../base/token-in-words.ts'
import type { ForgeryName } from '../tokens/forgery.ts'
import { tokenOwner } from './credential-variables.ts'

interface Making {
  /** An expression of the shell (`sh`), or of JavaScript with the definitions in `given` (`js`). */
  readonly sh?: string
  readonly js?: string
}

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

const withHeader = (change: string): Making => ({ js: `e({...h,${change}})+"."+C+"."+S` })
const unsigned = (alg: string): Making => ({ js: `e({...h,alg:"${alg}"})+"."+C+"."` })
const byOtherKey = (change = '{}'): Making => ({ js: `o(${change})` })
const byHmac = (secret: string, change = '{}'): Making => ({ js: `m("${secret}",${change})` })
const byPublicKey = (change = ''): Making => ({
  js: `fetch(new URL("/.well-known/jwks.json",process.argv[1])).then(x=>x.json()).then(x=>process.stdout.write(m(y.createPublicKey({format:"jwk",key:x.keys.find(k=>k.kid==h.kid)||x.keys[0]}).export({type:"spki",format:"pem"})${change})))`,
})
const validToken = '$TENANT_ACCESS_TOKEN'
const unfinished = `\${TENANT_ACCESS_TOKEN%.*}`
const wider = 'scope:(c.scope+" forged:scope").trim()'

const makings: Readonly<Record<string, Making>> = {
  'altered-signature': { js: 'H+"."+C+"."+a(S)' },
  'altered-signature-end': { js: 'H+"."+C+"."+S.slice(0,-3)+a(S.slice(-3))' },
  'lower-case': { sh: `$(printf %s "${validToken}" | tr A-Z a-z)` },
  'signature-empty': { sh: `${unfinished}.` },
  'signature-cut': { js: 'H+"."+C+"."+S.slice(0,Math.floor(S.length/8)*4)' },
  'signature-doubled': { sh: `${validToken}\${TENANT_ACCESS_TOKEN##*.}` },
  'signature-zero': { js: 'e({...h,alg:"ES256"})+"."+C+"."+"A".repeat(86)' },
  'altered-payload': { js: `H+"."+e({...c,sub:c.sub+"-forged",${wider}})+"."+S` },
  'widened-payload': { js: `H+"."+e({...c,${wider},admin:true})+"."+S` },
  'swapped-signature': { sh: `${unfinished}.\${TENANT_LIMITED_ACCESS_TOKEN##*.}` },
  'altered-header': withHeader('typ:"forged+jwt"'),
  'unknown-crit': withHeader('crit:["urn:tenant-conformance:unknown"],"urn:tenant-conformance:unknown":true'),
  'alg-none': unsigned('none'),
  'alg-none-signed': withHeader('alg:"none"'),
  'alg-none-capital': unsigned('None'),
  'alg-none-capitals': unsigned('NONE'),
  'alg-none-mixed': unsigned('nOnE'),
  'alg-unknown': withHeader('alg:"XS256"'),
  'alg-misspelt': withHeader('alg:h.alg.toLowerCase()'),
  'alg-missing': withHeader('alg:undefined'),
  'alg-empty': withHeader('alg:""'),
  'alg-not-text': withHeader('alg:["none"]'),
  'alg-null': withHeader('alg:null'),
  'alg-other': withHeader('alg:h.alg=="RS384"?"RS256":"RS384"'),
  'other-key': byOtherKey(),
  'other-key-unknown-kid': byOtherKey('{kid:"forged"}'),
  'other-key-no-kid': byOtherKey('{kid:undefined}'),
  'other-key-no-expiry': { js: 'o({},e({...c,exp:undefined}))' },
  'embedded-key': byOtherKey('{kid:"forged",jwk:j}'),
  'key-address': byOtherKey(
    '{kid:"forged",jku:"data:application/json;base64,"+Buffer.from(JSON.stringify({keys:[{...j,kid:"forged",alg:"RS256",use:"sig"}]})).toString("base64")}',
  ),
  'kid-path': byHmac('', '{kid:"../../../../../../../../dev/null"}'),
  'kid-quote': byHmac('secret', '{kid:"x\\u0027 UNION SELECT \\u0027secret\\u0027 -- "}'),
  'public-key-secret': byPublicKey(),
  'public-key-secret-trimmed': byPublicKey('.trimEnd()'),
  'empty-secret': byHmac(''),
  'guessable-secret': byHmac('secret'),
  'two-parts': { sh: unfinished },
  'four-parts': { sh: `${validToken}.AAAA` },
  'five-parts': { sh: `${validToken}.AAAA.AAAA` },
  'null-payload': { js: 'H+"."+e(null)+"."+S' },
  'long-token': { js: 'Buffer.from("[".repeat(4e3)+"]".repeat(4e3)).toString("base64url")+".e30.AAAA"' },
} satisfies Partial<Record<ForgeryName, Making>>

/** No tenant accepts these credentials, so the command can show them. */
export const harmlessPrincipals: readonly string[] = [
  ...['none', 'not-a-jwt', 'scheme-alone', 'non-ascii', 'null-header', 'null-text'],
]

const withoutForgery: readonly string[] = [
  ...['full', 'fresh', 'bearer', 'limited', 'nonGlobal', 'wrong-scheme', 'scheme-case', 'scheme-missing'],
  ...['expired', 'other-audience', 'not-yet-valid', 'other-issuer'],
  ...harmlessPrincipals,
]

/** @param withForge whether the script defines the function `forge` */
export function forgedTokenLines(principal: string, withForge = false): string | null {
  if (isNoForgery(principal)) return null
  const making = makings[principal]
  const is =
    tokenInWords(principal) ?? `a token derived from ${validToken}: "${principal.replace(/[^\w .:-]/g, '')}"`
  if (making === undefined) return `# FORGED_TOKEN: ${is}`
  return `# FORGED_TOKEN: ${is}\nFORGED_TOKEN=${making.sh ?? byNode(making.js ?? '', withForge)}`
}

export function forgeFunction(principals: readonly string[]): readonly string[] | null {
  const expressions = [...new Set(principals)].flatMap((principal) =>
    isNoForgery(principal) ? [] : (makings[principal]?.js ?? []),
  )
  const made = expressions.filter((expression) => !isAsked(expression))
  if (made.length < 2) return null
  return [`forge() { ${handedOver} | node -p '${definitionsFor(made)};eval(process.argv[1])' "$1"; }`]
}

function isNoForgery(principal: string): boolean {
  return withoutForgery.includes(tokenOwner(principal))
}

function isAsked(expression: string): boolean {
  return expression.startsWith('fetch')
}

function definitionsFor(expressions: readonly string[]): string {
  const needed = given.filter(([name]) => expressions.some((expression) => name.test(expression)))
  return needed.map(([, definition]) => definition).join(';')
}

// Other processes can read arguments of a command, but not a pipe.
const handedOver = `printf %s "${validToken}"`

function byNode(expression: string, withForge: boolean): string {
  const script = `'${definitionsFor([expression])};${expression}'`
  if (isAsked(expression))
    return `$(${handedOver} | node -e ${script} "\${TENANT_AUTH_URL:-$TENANT_BASE_URL}")`
  return withForge ? `$(forge '${expression}')` : `$(${handedOver} | node -p ${script})`
}
