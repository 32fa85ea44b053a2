// The command `plan` marks the write mode that a run would use.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProgram } from './program.ts'
import { recordingTerminal } from './recording-terminal.testing.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        responses: {
          200: { description: 'Notes', content: { 'application/json': { schema: { type: 'array' } } } },
        },
      },
    },
  },
}

function documentFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plan-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

const markedOf = async (...argv: readonly string[]) => {
  const { terminal, told } = recordingTerminal()
  const options = ['--contract', documentFile(), '--base-url', 'http://127.0.0.1:9']
  await createProgram(terminal)(['plan', ...options, ...argv])
  return told.out.match(/^--writes \S+ \(current mode\)$/gm)
}

test('marks "reversible" for an OpenAPI document on a loopback address, as a run does', async () => {
  expect(await markedOf()).toEqual(['--writes reversible (current mode)'])
  expect(await markedOf('--writes', 'none')).toEqual(['--writes none (current mode)'])
})
