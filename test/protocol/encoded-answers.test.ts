import { beforeEach, describe, expect, test } from 'vitest'
import {
  type CallHierarchyItem,
  type CodeAction,
  type CodeLens,
  type DocumentDiagnosticReport,
  type FullDocumentDiagnosticReport,
  type Range,
  type SemanticTokens,
  type SignatureHelp,
  type TextDocumentClientCapabilities,
  WorkspaceDiagnosticRequest,
  type WorkspaceDocumentDiagnosticReport,
  type WorkspaceEdit,
} from 'vscode-languageserver'
import { type Client, startClient } from './client.ts'
import { type Encoding, marked, rangeOf, textIn } from './encoded-positions.ts'
import { workspaceFolder } from './workspace-folder.ts'

/** All answers with positions, for clients that do not count in UTF-16. */
const { root, address, write } = workspaceFolder()

/** A file that is not open, and one that is. */
const closed = 'controls.compliance.rec'
const opened = 'findings.compliance.rec'
const files: Readonly<Record<string, string>> = {
  [closed]: '# 🙂\n@CONTROL title="日本 🙂 Zugriff" | rid=CTL-1\n@CONTROL title="für 🙂🙂" | rid=CTL-2\n',
  [opened]: `# Prüfung 🙂
@CONTROL title="日本 🙂" | rid=CTL-3
@FINDING description="ü日本🙂 CWE-79" | rid=F-1 | control_ref=CTL-1 | severity="hoch"
@FINDING description="🙂é schön" | rid=F-2 | control_ref="CTL-3" | severity="low"
@CONTROL title="ä🙂" | rid=CTL-2
`,
}
const lines = files[opened]!.split('\n')
const control = files[closed]!.split('\n')[1]!

describe.each<Encoding>(['utf-8', 'utf-32'])('in %s', encoding => {
  let client: Client
  /** Starts the client, and waits until the server has read all files. */
  const start = async (more: TextDocumentClientCapabilities = {}, documentChanges = true): Promise<void> => {
    await write(closed, files[closed]!)
    client = await startClient({
      folders: [root()],
      capabilities: {
        general: { positionEncodings: [encoding] },
        workspace: { workspaceFolders: true, workspaceEdit: { documentChanges } },
        textDocument: {
          publishDiagnostics: { relatedInformation: true },
          definition: { linkSupport: true },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          rename: { prepareSupport: true },
          signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } },
          ...more,
        },
      },
      initializationOptions: { settings: { codeLens: { references: true } } },
    })
    client.open(address(opened), files[opened]!)
    await send('workspace/symbol', { query: '' })
  }
  beforeEach(() => start())

  const send = <Answer>(method: string, params: object): Promise<Answer> =>
    client.connection.sendRequest<Answer>(method, params)
  const ask = <Answer>(method: string, params: object = {}): Promise<Answer> =>
    send(`textDocument/${method}`, { textDocument: { uri: address(opened) }, ...params })
  const shownIn = (answer: unknown, name = opened): string[] => marked(answer, files, name, encoding)
  const shown = async (method: string, params?: object): Promise<string[]> => shownIn(await ask(method, params))
  const range = (word: string): Range => rangeOf(word, files[opened]!, encoding)
  /** The parameters of a request in front of the last letter of a word of the open file. */
  const at = (word: string): object => ({ position: { ...range(word).end, character: range(word).end.character - 1 } })
  const inOpened = (...texts: string[]): string[] => texts.map(text => `${opened}: ${text}`)

  test('problems, with places in files that are not open', async () => {
    const isDuplicate = ({ diagnostics }: { diagnostics: readonly { code?: unknown }[] }): boolean =>
      diagnostics.some(({ code }) => code === 'duplicate-rid')
    const problems = await client.published(address(opened), isDuplicate)
    const places = [...inOpened('control_ref=CTL-1', '"hoch"', 'CTL-2'), `${closed}: CTL-2`]
    expect(shownIn(problems.diagnostics)).toEqual(places)
    // The problems of a file that is not open.
    const others = await client.published(address(closed), isDuplicate)
    expect(shownIn(others.diagnostics, closed)).toEqual([`${closed}: CTL-2`, `${opened}: CTL-2`])
  })

  test('requests about the open file', async () => {
    expect(await shown('hover', at('CTL-1'))).toEqual(inOpened('CTL-1'))
    expect(await shown('documentHighlight', at('CTL-3'))).toEqual(inOpened('CTL-3', 'CTL-3'))
    expect(await shown('linkedEditingRange', at('CTL-3'))).toEqual(inOpened('CTL-3', 'CTL-3'))
    expect(await shown('documentLink')).toEqual(inOpened('CWE-79'))
    expect(await shown('prepareRename', at('CTL-1'))).toEqual(inOpened('CTL-1'))
    expect(await shown('documentSymbol')).toEqual(
      inOpened(lines[1]!, 'CTL-3', lines[2]!, 'F-1', lines[3]!, 'F-2', lines[4]!, 'CTL-2'),
    )
    expect(await shown('selectionRange', { positions: [range('och"').start] })).toEqual(
      inOpened('hoch', '"hoch"', 'severity="hoch"', lines[2]!, files[opened]!),
    )
    expect(new Set(await shown('completion', at('hoch')))).toEqual(new Set(inOpened('hoch')))
    const all = { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } }
    expect(await shown('inlayHint', { range: all })).toEqual(inOpened('…ef=CTL-1|', '…="CTL-3"|'))
    expect(await shown('formatting', { options: {} })).toEqual(inOpened('control_ref=CTL-1'))
    expect(await shown('rangeFormatting', { range: range('CTL-1'), options: {} })).toEqual(
      inOpened('control_ref=CTL-1'),
    )
    const actions = await ask<CodeAction[]>('codeAction', { range: range('hoch'), context: { diagnostics: [] } })
    expect(shownIn(actions[0])).toEqual(inOpened('"hoch"', 'severity="hoch"'))
    // Editors disagree about what the offsets of parameters count.
    const { signatures } = await ask<SignatureHelp>('signatureHelp', at('hoch'))
    expect(signatures[0]!.parameters![0]).toMatchObject({ label: 'severity' })
  })

  test('places in other files, and edits of them', async () => {
    const both = [`${opened}: CTL-1`, `${closed}: CTL-1`]
    expect(await shown('definition', at('CTL-1'))).toEqual([`${closed}: ${control}`, `${closed}: CTL-1`])
    const context = { includeDeclaration: true }
    expect(await shown('references', { ...at('CTL-1'), context })).toEqual(both.toReversed())
    expect(await shown('rename', { ...at('CTL-1'), newName: 'Ä' })).toEqual(both)
    expect(shownIn(await send('workspace/symbol', { query: 'CTL-1' }))).toEqual([`${closed}: CTL-1`])
    expect(shownIn(await send('workspace/symbol', { query: 'hoch' }))).toEqual([`${opened}: hoch`])
  })

  test('edits of other files without versions', async () => {
    await start({}, false)
    const edit = await ask<WorkspaceEdit>('rename', { ...at('CTL-1'), newName: 'Ä' })
    expect(Object.keys(edit.changes!)).toHaveLength(2)
    expect(shownIn(edit)).toEqual([`${opened}: CTL-1`, `${closed}: CTL-1`])
  })

  test('items that the client sends back', async () => {
    const itemAt = async (word: string): Promise<CallHierarchyItem> =>
      (await ask<CallHierarchyItem[]>('prepareCallHierarchy', at(word)))[0]!
    const item = await itemAt('CTL-1')
    expect(shownIn(item)).toEqual([`${closed}: ${control}`, `${closed}: CTL-1`])
    expect(shownIn(await send('callHierarchy/incomingCalls', { item }))).toEqual(
      inOpened(lines[2]!.slice(0, lines[2]!.indexOf(' | control')), 'F-1', 'CTL-1'),
    )
    const outgoing = await send<{ fromRanges: Range[] }[]>('callHierarchy/outgoingCalls', { item: await itemAt('F-1') })
    expect(outgoing.map(({ fromRanges }) => shownIn(fromRanges))).toEqual([inOpened('CTL-1')])
    const lenses = await ask<CodeLens[]>('codeLens')
    expect(shownIn(lenses)).toEqual(inOpened('CTL-3'))
    const command = { title: 'referenced by 1' }
    expect(await send('codeLens/resolve', lenses[0]!)).toMatchObject({ ...lenses[0], command })
  })

  test('semantic tokens, which are whole after a change, too', async () => {
    const expected = '@FINDING description rid F-1 control_ref CTL-1 severity'
    const tokens = await ask<SemanticTokens>('semanticTokens/full')
    expect(tokenTexts(tokens, encoding)[2]).toBe(expected)
    const start = { line: 0, character: 0 }
    client.change(address(opened), 2, { range: { start, end: start }, text: '# é🙂' })
    const { resultId } = tokens
    const changed = await ask<SemanticTokens>('semanticTokens/full/delta', { previousResultId: resultId })
    expect(tokenTexts(changed, encoding)[2]).toBe(expected)
    const some = await ask<SemanticTokens>('semanticTokens/range', { range: range('CTL-1') })
    expect(tokenTexts(some, encoding)).toEqual(['', '', expected, '', '', ''])
  })

  test('descriptors and configurations', async () => {
    const uri = address('recline.json')
    const text = '{ "severity": {\n"é🙂": "off", "notation": "öff" } }\n'
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version: 1, text } })
    const { diagnostics } = await client.published(uri, ({ diagnostics }) => diagnostics.length > 1)
    expect(diagnostics.map(({ range }) => textIn(text, range, encoding)).sort()).toEqual(['"é🙂"', '"öff"'])
  })

  test('problems that the client pulls are never those of other positions', async () => {
    await start({ diagnostic: {} })
    const first = await ask<FullDocumentDiagnosticReport>('diagnostic')
    expect(shownIn(first)).toContain(`${opened}: "hoch"`)
    // In UTF-16, the problems stay where they are.
    client.change(address(opened), 2, { range: range('ü日本'), text: 'u日本' })
    const second = await ask<DocumentDiagnosticReport>('diagnostic', { previousResultId: first.resultId })
    const changed = { ...files, [opened]: files[opened]!.replace('ü日本', 'u日本') }
    expect(marked(second, changed, opened, encoding)).toContain(`${opened}: "hoch"`)
    // The parts of an answer come before its end, also those that wait for the text of a file.
    const reports: WorkspaceDocumentDiagnosticReport[] = []
    const [partialResultToken, previousResultIds] = ['parts', [{ uri: address(opened), value: second.resultId }]]
    client.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, partialResultToken, ({ items }) => {
      reports.push(...items)
    })
    await send('workspace/diagnostic', { previousResultIds, partialResultToken })
    expect(reports.flatMap(report => marked(report, changed, opened, encoding))).toEqual(
      expect.arrayContaining([`${closed}: CTL-2`, `${opened}: "hoch"`]),
    )
  })
})

/** The texts of semantic tokens, by the lines of the open file. */
function tokenTexts({ data }: SemanticTokens, encoding: Encoding): string[] {
  const found = lines.map((): string[] => [])
  let [line, character] = [0, 0]
  for (let index = 0; index < data.length; index += 5) {
    const [down, right, length] = data.slice(index, index + 3) as [number, number, number]
    line += down
    character = down > 0 ? right : character + right
    const range = { start: { line, character }, end: { line, character: character + length } }
    found[line]!.push(textIn(files[opened]!, range, encoding))
  }
  return found.map(texts => texts.join(' '))
}
