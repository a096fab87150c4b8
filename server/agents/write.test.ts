import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callToolRequest, type ToolAnswer } from '../../shared/protocol/agents.ts'
import { send } from '../../shared/protocol/request.ts'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { changedText } from '../../shared/syntax/text-change.ts'
import { offsetAt, parse } from '../../shared/syntax/tree.ts'
import { runs } from '../../test/property-values.ts'
import { inFolder, type SessionClient, startSession } from '../../test/session-client.ts'

const file = 'f.compliance.rec'
const files = new Map<string, string>()
let client: SessionClient

beforeAll(async () => {
  client = await startSession(files)
})
afterAll(() => client.stop())

const call = async (name: string, given: object): Promise<ToolAnswer> =>
  (await send(client.connection, callToolRequest, { name, arguments: given }))!

/** Gives the file a text. The next call sees it. */
function write(text: string): void {
  files.set(file, text)
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: inFolder(file), type: 2 }] })
}

const records = (text: string): RecordNode[] =>
  parse(text).entries.filter(({ kind }) => kind === 'record') as RecordNode[]

const saidIn = (record: RecordNode): Record<string, string> =>
  Object.fromEntries(record.fields.map(({ name, value }) => [name, value ? valueText(record, value) : '']))

/** Texts that are hard to write, and values of other types. */
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '"',
    '\\',
    'a | b=c',
    '# x',
    '@X',
    '[',
    '{',
    'a\r\nb',
    "'",
    '\\u0041',
    '\ufeff',
    'a=1 | b=2',
  ),
  // Numbers with more digits are refused, as JSON rounds them.
  fc.double({ noNaN: true, min: -9e15, max: 9e15 }).map(number => Number(number.toPrecision(15))),
  fc.boolean(),
)
const lines = fc.uniqueArray(
  fc.constantFrom(
    '# a comment',
    '',
    '@FINDING rid=A-1 | description="one" | status="open"',
    '@FINDING rid=Z-7\n  | description="two" | status="open"',
    '@CONTROL rid=C-1 | title="t"',
    '@BEGIN\n@FINDING rid=no\n@END',
    '@FINDING description="not closed',
  ),
)

test('what is written is what was passed, all else stays as it was, and a dry run changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      value,
      value,
      async (parts, lineBreak, endsLine, added, set) => {
        const before = parts.join(lineBreak).replaceAll(/\r?\n/g, lineBreak) + (endsLine ? lineBreak : '')
        write(before)
        const named = (text: string, id: string): RecordNode[] =>
          records(text).filter(record => saidIn(record).rid === id)
        const [known] = named(before, 'A-1')
        const removed = named(before, 'Z-7').length > 0
        const changes = [
          { action: 'add', tag: 'FINDING', values: { description: added, severity: 'low' }, path: file },
          ...(known
            ? [{ action: 'set', id: 'A-1', values: { description: set }, expected: { description: 'one' } }]
            : []),
          ...(removed ? [{ action: 'remove', id: 'Z-7', expected: { description: 'two' } }] : []),
        ]
        const seen = async (): Promise<object[]> =>
          Promise.all([call('check', {}), call('find', { tag: 'FINDING' }), call('get', { ids: ['A-1', 'C-1'] })])
        const first = await seen()
        const dry = await call('write', { changes, allow_errors: true })
        expect(dry.isError, JSON.stringify(dry.answer)).toBe(false)
        expect(dry.files).toEqual([])
        expect(await seen()).toEqual(first)

        const { answer, files: written } = await call('write', { changes, allow_errors: true, apply: true })
        const tree = parse(before)
        const edits = (written[0]?.edits ?? []).map(({ range, newText }) => ({
          start: offsetAt(tree, range.start),
          end: offsetAt(tree, range.end),
          text: newText,
        }))
        const after = changedText(before, edits)
        const { records: told } = (answer as { content: { records: { action: string; id: string; line: number }[] } })
          .content
        const id = told.find(({ action }) => action === 'add')!.id
        expect(named(after, 'Z-7')).toEqual([])
        expect(named(after, id).map(saidIn)).toEqual([{ rid: id, description: String(added), severity: 'low' }])
        const rest = (text: string): string[] =>
          records(text)
            .filter(record => !['A-1', 'Z-7', id].includes(saidIn(record).rid ?? ''))
            .map(record => record.text.trim())
        expect(rest(after)).toEqual(rest(before))
        if (known)
          expect(
            records(after)
              .filter(record => saidIn(record).rid === 'A-1')
              .map(saidIn),
          ).toEqual([{ ...saidIn(known), description: String(set) }])
      },
    ),
    { numRuns: runs(1000) },
  )
})
