import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DocumentSymbol, Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver'
import { runs } from '../property-values.ts'
import { type Client, startClient } from './client.ts'
import { type Encoding, lengthOf } from './encoded-positions.ts'
import { workspaceFolder } from './workspace-folder.ts'

const { address } = workspaceFolder()

const offering = (positionEncodings: string[] | undefined): Promise<Client> =>
  startClient({
    capabilities: {
      textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
      ...(positionEncodings && { general: { positionEncodings } }),
    },
  })

test.each([
  [undefined, 'utf-16'],
  [[], 'utf-16'],
  [['utf-16'], 'utf-16'],
  [['utf-8', 'utf-16', 'utf-32'], 'utf-16'],
  [['utf-8'], 'utf-8'],
  [['utf-32', 'utf-8'], 'utf-32'],
  [['utf-7'], 'utf-16'],
])('of %j the server chooses %s', async (offered, chosen) => {
  const client = await offering(offered)
  expect(client.initialized.capabilities.positionEncoding).toBe(chosen)
})

describe.each<Encoding>(['utf-8', 'utf-32'])('changes in %s', encoding => {
  const start = '@CONTROL title="日🙂" | rid=C-1 | status="'
  let client: Client
  let uri: string
  let version: number

  beforeEach(async () => {
    client = await offering([encoding])
    uri = address('a.compliance.rec')
    version = 1
    client.open(uri, `# é🙂\n${start}"\n`)
  })

  /** The range of the status between two texts that it starts with. */
  const span = (from: string, to: string): Range => ({
    start: { line: 1, character: lengthOf(start + from, encoding) },
    end: { line: 1, character: lengthOf(start + to, encoding) },
  })
  const change = (...changes: TextDocumentContentChangeEvent[]): void => client.change(uri, ++version, ...changes)
  /** The status as a problem of the last version quotes it. */
  const status = async (): Promise<string | undefined> =>
    /"CONTROL.status is \\"(.*?)\\"; it/.exec(JSON.stringify(await client.diagnostics(uri, version)))?.[1]

  test('one', async () => {
    change({ range: span('', ''), text: 'hö🙂ch' })
    expect(await status()).toBe('hö🙂ch')
    change({ range: span('hö🙂', 'hö🙂c'), text: '日本' })
    expect(await status()).toBe('hö🙂日本h')
  })

  test('several, each of the text after the one before', async () => {
    change(
      { range: span('', ''), text: 'ü🙂' },
      { range: span('ü🙂', 'ü🙂'), text: '日本' },
      { range: span('', 'ü🙂日'), text: '🙂🙂' },
      { range: { start: { line: 0, character: 2 }, end: { line: 1, character: 0 } }, text: '\n\n' },
      { range: { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } }, text: '' },
      { range: span('🙂', '🙂🙂'), text: 'n' },
    )
    expect(await status()).toBe('🙂n本')
  })

  test('past the end of a line, and inside a character', async () => {
    const past = { line: 0, character: 1000 }
    change({ range: { start: past, end: past }, text: '\n# é' })
    change({ range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }, text: '' })
    change({ range: span('', ''), text: 'x🙂' })
    // With a character of several bytes, this is inside of it, and counts as its start.
    const inside = { line: 1, character: span('x', 'x').start.character + (encoding === 'utf-8' ? 2 : 0) }
    change({ range: { start: inside, end: inside }, text: 'y' })
    expect(await status()).toBe('xy🙂')
  })

  test('positions anywhere have an answer', async () => {
    for (const line of [0, 1, 2, 1000]) {
      for (const character of [0, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 1000, 2 ** 31 - 1])
        await client.at('hover', uri, line, character)
    }
    expect(client.errors).toEqual([])
  })
})

test('the server has the text of the client after any changes', async () => {
  const uri = address('any.compliance.rec')
  const [before, behind] = ['@CONTROL title="', '" | rid=C-1\n']
  const text = fc.array(fc.constantFrom('a', 'ü', '日', '🙂', '😀'), { maxLength: 4 })
  const edit = fc.record({ at: fc.nat(8), length: fc.nat(3), insert: text })
  const encodings: Encoding[] = ['utf-8', 'utf-32']
  const clients = { 'utf-8': await offering(['utf-8']), 'utf-32': await offering(['utf-32']) }
  for (const encoding of encodings) clients[encoding].open(uri, '')
  let version = 1
  const edits = fc.array(edit, { maxLength: 4 })
  const property = fc.asyncProperty(fc.constantFrom(...encodings), text, edits, async (encoding, first, edits) => {
    const client = clients[encoding]
    client.change(uri, ++version, { text: before + first.join('') + behind })
    let title = first
    const place = (count: number): Position => ({
      line: 0,
      character: lengthOf(before + title.slice(0, count).join(''), encoding),
    })
    const changes = edits.map(({ at, length, insert }): TextDocumentContentChangeEvent => {
      const change = { range: { start: place(at), end: place(at + length) }, text: insert.join('') }
      title = [...title.slice(0, at), ...insert, ...title.slice(at + length)]
      return change
    })
    client.change(uri, ++version, ...changes)
    const params = { textDocument: { uri } }
    const outline = await client.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', params)
    expect(outline[0]!.name).toBe(`CONTROL C-1 ${title.join('')}`.trimEnd())
    const character = lengthOf(`${before}${title.join('')}" | rid=`, encoding)
    expect(outline[0]!.selectionRange.start).toEqual({ line: 0, character })
  })
  await fc.assert(property, { numRuns: runs(300) })
})
