// Checks that the tenant refuses an update of a removed resource.
import type { ResourceResponse } from '../../under-test/index.ts'
import type { UpdateRule } from './update.ts'

export const removed: UpdateRule = async ({ inapplicable, must, readAfterWrite, requests }, all) => {
  if (!all.removable) return inapplicable(`the run has no request that removes ${all.resource.name}`)
  const gone = await all.any()
  const { exchange: served } = await gone.read()
  await all.assumeRemoved([gone])
  const look = () => gone.update(all.named(requests.name()), { intent: 'invalid' })
  const isThere = ({ accepted }: ResourceResponse): boolean => !accepted
  const what = `${all.resource.name} as removed`
  const { exchange } = await readAfterWrite.until(await look(), { what, look, isThere })
  must.refuse(exchange, { control: served, of: 'path' })
}
