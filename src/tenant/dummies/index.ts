// The null panel: servers that are no tenants, startable by name.
export { type Dummy, dummyNames, startDummy } from './dummy.ts'
