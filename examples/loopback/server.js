// Starts LoopBack's todo application on 127.0.0.1, without Internet access: `node server.js [--port 3000]`.
import { parseArgs } from 'node:util'
import todo from '@loopback/example-todo'

const { values } = parseArgs({ options: { port: { type: 'string', default: process.env.PORT ?? '3000' } } })

const app = new todo.TodoListApplication({ rest: { host: '127.0.0.1', port: Number(values.port) } })
await app.boot()
// By default, the application stores the todos in data/db.json.
app.bind('datasources.config.db').to({ name: 'db', connector: 'memory' })
// The application gets the coordinates of an address from a public service. This stub replaces the service.
app.bind('services.Geocoder').to({ geocode: async () => [{ y: 41.109657, x: -73.72466 }] })
await app.start()
process.stdout.write(`${app.restServer.url}/openapi.json\n`)
