// Loads only a part of undici, for a fast start (docs/decisions/0026-start-time.md).
import { createRequire } from 'node:module'
import type * as Whole from 'undici'

const require = createRequire(import.meta.url)

const part = (file: string): unknown => require(`undici/lib/${file}.js`)

export type Agent = Whole.Agent
export const Agent = part('dispatcher/agent') as typeof Whole.Agent

export type Pool = Whole.Pool
export const Pool = part('dispatcher/pool') as typeof Whole.Pool

export const buildConnector = part('core/connect') as typeof Whole.buildConnector

// Tunnels through a proxy need this method, which only undici's index adds.
const { prototype } = part('dispatcher/dispatcher') as typeof Whole.Dispatcher
prototype.connect = part('api/api-connect') as Whole.Dispatcher['connect']
