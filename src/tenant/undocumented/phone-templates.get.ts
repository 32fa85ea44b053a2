// Reads the phone templates: undocumented, needed to restore them.
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
