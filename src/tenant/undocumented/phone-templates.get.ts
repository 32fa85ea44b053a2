// Reads the phone templates. The operation is undocumented, but a run needs it to restore the templates.
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
