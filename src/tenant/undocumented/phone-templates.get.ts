// Reading the phone message templates: not shown by the specification, needed to put them back.
import type { Route } from '../route.ts'

export const route: Route = {
  operation: 'phone-templates.get',
  prefix: '',
  method: 'GET',
  path: '/guardian/factors/phone/templates',
  prepare:
    ({ state }) =>
    () => ({ status: 200, body: { ...state.templates } }),
}
