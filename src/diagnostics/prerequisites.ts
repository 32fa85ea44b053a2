// Checks the credentials, fixtures and settings that the operator provides.
import { isObject, type JsonObject } from '../base/json.ts'
import type { Secret } from '../base/secret.ts'
import { counted } from '../base/text/counted.ts'
import { commandName } from '../base/tool.ts'
import type { WriteMode } from '../base/write-mode.ts'
import {
  type InvalidToken,
  invalidTokens,
  isRefusedPrincipal,
  type Principal,
  type RefusedPrincipal,
  type RunConfig,
  unfitnessOf,
  variableOf,
} from '../engine/index.ts'
import { type Fixture, fixtureActs, fixtureName, profileSchemaOf } from '../profile/index.ts'
import { type Finding, question } from './finding.ts'
import { usesTokens } from './schemes.ts'
import { clauseCountWithout } from './unlocks.ts'

export function prerequisites(config: RunConfig, served: Secret | null): readonly Finding[] {
  return [
    ...[...principals(config), ...tokens(config)].map((finding) => fitting(finding, config, served)),
    ...fixtures(config),
    writeMode(config),
  ]
}

/** Returns a warning if a token lacks the expected fault: a rejection of this token would prove nothing. */
function fitting(finding: Finding, config: RunConfig, served: Secret | null): Finding {
  const name = finding.id.replace('supply.', '').replace('non-global', 'nonGlobal') as Principal
  const token = isRefusedPrincipal(name) ? suppliedToken(name, config) : null
  if (!isRefusedPrincipal(name) || token === null) return finding
  const others = [served, config.full.accessToken].flatMap((one) => one?.reveal() ?? [])
  const why = unfitnessOf(name, token.reveal(), others)
  if (why === null) return finding
  return question(finding.id, finding.asked).warning(
    `${variableOf(name)} ${why}, so a rejection of this token would prove nothing`,
    `Set ${variableOf(name)} to a token that fits the name of the variable, exactly as the token was issued.`,
  )
}

function suppliedToken(name: RefusedPrincipal, config: RunConfig): Secret | null {
  return name === 'limited' || name === 'nonGlobal' ? config[name].accessToken : config.invalid[name]
}

function principals(config: RunConfig): readonly Finding[] {
  const { limited, nonGlobal, full, contract } = config
  if (contract.authentication === null || !usesTokens(config)) return []
  const client =
    contract.authentication.tokenPath === null
      ? []
      : [
          supply(
            'client',
            'a client',
            full.client !== null,
            'TENANT_CLIENT_ID and TENANT_CLIENT_SECRET',
            config,
          ),
          supply(
            'access-token',
            'an access token in addition to the client',
            full.accessToken !== null,
            'TENANT_ACCESS_TOKEN',
            config,
          ),
        ]
  return [
    ...client,
    supply(
      'limited',
      'a second client without the required scopes',
      limited.accessToken !== null || limited.client !== null,
      'TENANT_LIMITED_CLIENT_ID and TENANT_LIMITED_CLIENT_SECRET',
      config,
    ),
    supply(
      'non-global',
      'a non-global client',
      nonGlobal.accessToken !== null || nonGlobal.client !== null,
      'TENANT_NON_GLOBAL_CLIENT_ID and TENANT_NON_GLOBAL_CLIENT_SECRET',
      config,
    ),
  ]
}

function tokens(config: RunConfig): readonly Finding[] {
  const { invalid, full } = config
  if (!usesTokens(config)) return []
  return Object.entries(invalidTokens).map(([name, { variable, title }]) => {
    const given = invalid[name as InvalidToken] !== null
    // The run can wait until its own token expires.
    return supply(
      name,
      `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`,
      given,
      variable,
      config,
      full.client !== null && name === 'expired',
    )
  })
}

function supply(
  thing: string,
  title: string,
  given: boolean,
  variables: string,
  config: RunConfig,
  maybe = false,
): Finding {
  const about = question(`supply.${thing}`, `Is there ${title}?`)
  const unlocks = clauseCountWithout(config, thing)
  if (given) return about.ok('given')
  if (unlocks === 0) return about.ok(`${title} is not given, and no clause needs it`)
  return about.warning(
    `${title} is not given${clausesWithout(unlocks)}${maybe ? ', unless tokens of the client expire within seconds' : ''}`,
    `Set ${variables}.`,
    { unlocks },
  )
}

export function clausesWithout(unlocks: number | null): string {
  if (unlocks === null) return ''
  return `: ${counted(unlocks, 'clause gets', 'clauses get')} no verdict`
}

/** Checks only whether the profile declares the fixtures. The option `--try` sends them. */
function fixtures(config: RunConfig): readonly Finding[] {
  const { contract, profile } = config
  const properties = profileSchemaOf(contract).properties
  const known = isObject(properties) && isObject(properties.fixtures) ? properties.fixtures.properties : {}
  // A run neither creates nor removes a singleton, so these fixtures are not needed.
  const needless = [...contract.resources.values()].flatMap((resource) =>
    resource.singleton
      ? fixtureActs.flatMap((act) => (act === 'read' ? [] : [fixtureName(resource, act)]))
      : [],
  )
  const asked = Object.entries(isObject(known) ? known : {}).filter(
    ([name]) => profile.fixtures?.[name] !== undefined || !needless.includes(name),
  )
  return asked.map(([name, schema]) => {
    const about = question(
      `fixture.${name}`,
      `Is this request declared? ${descriptionOf(schema as JsonObject)}`.trim(),
    )
    const declared: Fixture | undefined = profile.fixtures?.[name]
    if (declared !== undefined) return about.ok(`${declared.method} ${declared.path}`)
    const unlocks = clauseCountWithout(config, `fixture.${name}`)
    if (unlocks === 0) return about.ok('not declared, and no clause needs it')
    // A run often cannot create resources of an OpenAPI document, so a missing fixture is no warning.
    if (unlocks === null && contract.openapi !== null) return about.ok('not declared')
    return about.warning(
      `not declared${clausesWithout(unlocks)}`,
      `Declare fixtures.${name} in the profile.`,
      { unlocks },
    )
  })
}

function descriptionOf({ description }: JsonObject): string {
  return typeof description === 'string' ? description : ''
}

const wider: Readonly<Record<WriteMode, WriteMode | null>> = {
  none: 'reversible',
  reversible: 'destructive',
  destructive: null,
}

function writeMode(config: RunConfig): Finding {
  const { writes, writesFrom } = config
  const about = question('writes', 'What is a run allowed to change?')
  const unlocks = clauseCountWithout(config, `writes.${writes}`)
  const next = wider[writes]
  if (next === null || unlocks === 0)
    return about.ok(`the write mode is ${writes}, ${writesFrom}`, { unlocks })
  return about.warning(
    `the write mode is ${writes}, ${writesFrom}${clausesWithout(unlocks)}`,
    `If this is a test tenant, use --writes ${next}. \`${commandName} plan\` shows how many requests a run would send.`,
    { unlocks },
  )
}
