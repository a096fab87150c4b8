import fc from 'fast-check'
import { type GenericSchema, safeParse } from 'valibot'
import { afterAll, expect, test } from 'vitest'
import * as domains from '../../shared/protocol/domains.ts'
import * as files from '../../shared/protocol/files.ts'
import * as graph from '../../shared/protocol/graph.ts'
import * as overview from '../../shared/protocol/overview.ts'
import * as records from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import * as table from '../../shared/protocol/table.ts'
import { startClient, stopAll } from './client.ts'

afterAll(stopAll)

const uri = 'file:///records/a.compliance.rec'
const text = '@CONTROL rid=C-1 | title="Reviews"\n# note\n@FINDING rid=F-1 | control_ref="C-1"\n'

interface Message {
  readonly method: string
  readonly params: GenericSchema
}

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null && 'method' in value
const messages = [domains, files, graph, overview, records, table]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isMessage)
const fromServer: readonly Message[] = [
  domains.fileDomainsNotification,
  domains.domainsChangedNotification,
  files.listFilesRequest,
  files.readFileRequest,
]
const requests = messages.filter(message => !fromServer.includes(message) && message !== files.readAheadNotification)

/** Parameters that are often nearly right: of the names that our requests use, with values of any type. */
const name = fc.constantFrom(
  ...new Set(requests.flatMap(({ params }) => ('entries' in params ? Object.keys(params.entries as object) : []))),
)
const value = fc.oneof(
  fc.constantFrom(uri, 'core.compliance.CONTROL', 'maturity', 0, 1, -1, 0.5, 1e9, '', null, true),
  fc.jsonValue({ maxDepth: 2 }),
)
const object = fc.oneof(fc.dictionary(name, value), fc.dictionary(fc.string(), fc.jsonValue()))
/** JSON-RPC takes an object, a list of parameters, or none. */
const anyParams = fc.oneof(fc.tuple(object), fc.array(fc.jsonValue(), { maxLength: 3 }))

test('every request has an answer, whatever its parameters are, and wrong ones are logged', async () => {
  const client = await startClient()
  client.open(uri, text)
  expect(requests).toHaveLength(20)
  const methods = fc.constantFrom(...requests.map(({ method }) => method))
  const property = fc.asyncProperty(methods, anyParams, async (method, given) => {
    const logged = client.errors.length
    // The types of the client allow one parameter only.
    const answer: unknown = await Reflect.apply(client.connection.sendRequest, client.connection, [method, ...given])
    const errors = client.errors.slice(logged)
    const { params } = requests.find(request => request.method === method)!
    if (safeParse(params, given.length > 0 ? given[0] : {}).success) expect(errors).toEqual([])
    else
      expect([answer, errors]).toEqual([null, [expect.stringMatching(`^The parameters of ${method} are wrong.*\\.$`)]])
  })
  await fc.assert(property, { numRuns: 1000 })
  client.notify(files.readAheadNotification.method, { uri: 5 })
  expect((await send(client.connection, table.tablesRequest, { uri }))?.tables).toHaveLength(2)
  expect(client.errors.at(-1)).toMatch(/^The parameters of recline\/readAhead are wrong at "uri": /)
  expect(client.stderr()).toBe('')
  expect(await client.stop()).toBe(0)
})
