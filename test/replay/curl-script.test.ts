// Runs the commands of a failure in a real shell. The commands must show the failure again.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isObject, parse } from '../../src/base/json.ts'
import { conformance } from '../../src/library/conformance.ts'
import { startTenant, type Tenant } from '../../src/tenant/index.ts'

const shell = async (
  tenant: Tenant,
  lines: string,
): Promise<{ readonly out: string; readonly err: string }> => {
  const { stdout, stderr } = await promisify(execFile)('/bin/sh', ['-eu', '-c', lines], {
    env: { PATH: process.env.PATH, ...tenant.environment },
  })
  return { out: stdout, err: stderr }
}

/** Returns the last body in the output of `curl -i`. */
const lastBody = (out: string): unknown => {
  const parsed = parse(out.slice(out.lastIndexOf('\r\n\r\n') + 4))
  return parsed.ok ? parsed.value : null
}

const failureAt = async (tenant: Tenant, clause: string) => {
  const { clauses } = await conformance({
    depth: 'default',
    baseUrl: tenant.baseUrl,
    environment: tenant.environment,
    only: [clause],
    seed: 7,
  })
  return clauses.find(({ id }) => id === clause)?.failures[0]
}

test('a failing sequence is the shortest one, and its commands reproduce it', async () => {
  const tenant = await startTenant({ faults: ['update-renaming-enables'] })
  try {
    const failure = await failureAt(tenant, 'event-streams.update.any-sequence')
    const lines = failure?.curl.split('\n') ?? []
    // The script starts with the functions and the creations.
    expect(lines.slice(0, 2).map((line) => line.split('(')[0])).toEqual(['api', 'new_id'])
    expect(lines[2]).toMatch(/^STREAM_1=\$\(api /)
    expect(lines.length - 3).toBeLessThanOrEqual(3)
    for (const line of lines.slice(3)) expect(line).toContain('"$TENANT_BASE_URL/event-streams/$STREAM_1"')
    expect(failure?.path).toMatch(/^\d+(?::\d+)* \S+$/)
    const { out, err } = await shell(tenant, failure?.curl ?? '')
    expect(err).toContain('"id":')
    const body = lastBody(out)
    expect(isObject(body) && body.status).toBe('enabled')
  } finally {
    await tenant.close()
  }
})

test('the commands for a stream that the run has removed create it again', async () => {
  const tenant = await startTenant({ faults: ['update-name-ignored'] })
  try {
    const failure = await failureAt(tenant, 'event-streams.update.name-changes')
    const lines = failure?.curl.split('\n') ?? []
    expect(lines[2]).toMatch(/^STREAM_1=\$\(api /)
    const { out } = await shell(tenant, failure?.curl ?? '')
    const body = lastBody(out)
    const sent = parse(failure?.exchange?.request.body ?? '')
    expect(isObject(body) && body.id).toHaveLength(26)
    expect(isObject(body) && sent.ok && isObject(sent.value) && body.name !== sent.value.name).toBe(true)
  } finally {
    await tenant.close()
  }
})
