import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { type GenericSchema, safeParse } from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { revisionRequest } from '../../shared/protocol/agents.ts'
import { earlierDescriptorRequest } from '../../shared/protocol/earlier-descriptors.ts'
import { listFilesRequest, readAheadNotification, readFileRequest } from '../../shared/protocol/files.ts'
import { send } from '../../shared/protocol/request.ts'
import { tablesRequest } from '../../shared/protocol/table/table.ts'
import { runs } from '../property-values.ts'
import { startClient, stopAll } from './client.ts'

afterAll(stopAll)

const uri = 'file:///records/a.compliance.rec'
const text = '@CONTROL rid=C-1 | title="Reviews"\n# note\n@FINDING rid=F-1 | control_ref="C-1"\n'

interface Request {
  readonly method: string
  readonly params: GenericSchema
}

/** All requests that the server answers, of all files, so that a new one cannot be forgotten. */
const folder = new URL('../../shared/protocol/', import.meta.url)
const modules: readonly object[] = await Promise.all(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => import(new URL(name, folder).href)),
)
const isRequest = (value: unknown): value is Request =>
  typeof value === 'object' && value !== null && 'method' in value && 'params' in value
const answeredByClient = [earlierDescriptorRequest, listFilesRequest, readFileRequest, revisionRequest].map(
  ({ method }) => method,
)
const requests = modules
  .flatMap((module): [string, unknown][] => Object.entries(module))
  .flatMap(([name, value]) => (name.endsWith('Request') && isRequest(value) ? value : []))
  .filter(({ method }) => !answeredByClient.includes(method))

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
  expect(requests.length).toBeGreaterThan(20)
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
  await fc.assert(property, { numRuns: runs(3000) })
  client.notify(readAheadNotification.method, { uri: 5 })
  expect((await send(client.connection, tablesRequest, { uri }))?.tables).toHaveLength(2)
  expect(client.errors.at(-1)).toMatch(/^The parameters of recline\/readAhead are wrong at "uri": /)
  expect(client.stderr()).toBe('')
  expect(await client.stop()).toBe(0)
})
