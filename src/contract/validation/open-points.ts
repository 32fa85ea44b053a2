// Checks the references of open points.
import { didYouMeanOrKnown } from '../../base/text/nearest.ts'
import type { Contract } from '../contract.ts'
import type { OpenPointKind } from '../open-point.ts'
import type { Problems } from '../problems.ts'
import { schemaAt } from '../schema.ts'

const ofTheContract: readonly OpenPointKind[] = [
  'property-name',
  'allowed-values',
  'credentials',
  'token-lifetime',
  'rate-limit',
  'rate-limit-reset',
  'deprecation',
  'delivery-retries',
  'delivery-order',
  'delivery-copies',
  'delivery-delay',
  'further-operations',
  'further-request-members',
  'null-members',
  'text-changes',
  'form-nesting',
  'by-suite',
]

/** JSON pointers into a profile that are valid for every contract. */
const ofEveryProfile = /^\/(?:errorBody|operations\/[^/]+\/(?:success|scopes|invalidRequest))$/

export function checkOpenPoints(
  { openPoints, operations, resources, profileKeys }: Contract,
  file: string,
  problems: Problems,
): void {
  const names = [...operations.keys(), ...resources.keys()]
  const properties = openPoints.filter(({ kind }) => kind === 'property-name').map(({ id }) => id)
  for (const [index, { id, kind, of, declaredAt }] of openPoints.entries()) {
    const place = `/openPoints/${index}`
    if (openPoints.findIndex((one) => one.id === id) !== index)
      problems.add(
        file,
        `${place}/id`,
        `there is another open point "${id}": give each open point a unique id`,
      )
    if (declaredAt !== null && !ofEveryProfile.test(declaredAt) && !schemaAt(profileKeys ?? {}, declaredAt))
      problems.add(
        file,
        `${place}/declaredAt`,
        `a profile cannot contain ${declaredAt}: put the schema of this key into profile.json, or remove declaredAt`,
      )
    if (of === null) {
      if (!ofTheContract.includes(kind))
        problems.add(
          file,
          place,
          `"of" is missing: an open point of kind ${kind} belongs to an operation or a resource`,
        )
      continue
    }
    const known = kind === 'schema' ? ['errors', 'deliveries'] : names
    if (!known.includes(of.name) && (kind === 'schema' || !of.name.startsWith('fixture:')))
      problems.add(file, `${place}/of`, `there is no "${of.name}": ${didYouMeanOrKnown(of.name, known)}`)
    if (of.property !== null && !properties.includes(of.property))
      problems.add(
        file,
        `${place}/of`,
        `"${of.property}" is not an open point of kind property-name: ${didYouMeanOrKnown(of.property, properties)}`,
      )
  }
}
