import { afterEach, expect, test, vi } from 'vitest'
import { CompletionItemTag, DiagnosticTag, type InitializeParams } from 'vscode-languageserver'
import { onEachHour, readClient } from './client.ts'

const read = (capabilities: InitializeParams['capabilities'], initializationOptions?: unknown, ownPage?: string) =>
  readClient({ capabilities, initializationOptions, processId: null, rootUri: null }, ownPage)

test('a client without capabilities', () => {
  expect(read({})).toEqual({
    codesPage: undefined,
    suggestCommand: undefined,
    showReferencesCommand: undefined,
    showHistoryCommand: undefined,
    showDomainsCommand: undefined,
    chooseValueCommand: undefined,
    editRecordsCommand: undefined,
    migrateRecordsCommand: undefined,
    updateDomainsCommand: undefined,
    foldingLimit: undefined,
    hasMarkdown: false,
    hasLabelDetails: false,
    hasInsertReplace: false,
    hasLabelOffsets: false,
    hasDefinitionLinks: false,
    hasOutlineTree: false,
    hasSnippets: false,
    hasSnippetEdits: false,
    createsFiles: false,
    hasVersionedEdits: false,
    hasRelatedInformation: false,
    hasDeprecatedTags: false,
    hasDeprecatedItems: false,
    pullsDiagnostics: false,
    showsDomains: false,
    hoversShowProblems: false,
    removesEmptyFields: false,
    opensDescriptors: false,
    tellsEarlierDescriptors: false,
    changesDependencies: true,
    resolvesActions: false,
    hasCodeActions: false,
  })
})

test('clients get Markdown if they say that they show it', () => {
  const markdownFor = (textDocument: InitializeParams['capabilities']['textDocument']): boolean =>
    read({ ...(textDocument && { textDocument }) }).hasMarkdown
  expect(markdownFor({ hover: { contentFormat: ['plaintext'] } })).toBe(false)
  expect(markdownFor({ hover: { contentFormat: ['plaintext', 'markdown'] } })).toBe(true)
  expect(markdownFor({ completion: { completionItem: { documentationFormat: ['plaintext'] } } })).toBe(false)
  expect(markdownFor({ hover: {} })).toBe(false)
})

test('Eglot, which reads offsets of parameters wrong, gets their text', () => {
  const capabilities = {
    textDocument: { signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } } },
  }
  expect(read(capabilities).hasLabelOffsets).toBe(true)
  expect(
    readClient({ capabilities, clientInfo: { name: 'Eglot' }, processId: null, rootUri: null }, undefined)
      .hasLabelOffsets,
  ).toBe(false)
})

test('diagnostics are pushed, unless the client pulls them and wants that or supports nothing else', () => {
  expect(read({ textDocument: { diagnostic: {}, publishDiagnostics: {} } }).pullsDiagnostics).toBe(false)
  expect(
    read({ textDocument: { diagnostic: {}, publishDiagnostics: {} } }, { diagnostics: 'pull' }).pullsDiagnostics,
  ).toBe(true)
  expect(read({ textDocument: { diagnostic: {} } }).pullsDiagnostics).toBe(true)
  expect(read({ textDocument: { publishDiagnostics: {} } }, { diagnostics: 'pull' }).pullsDiagnostics).toBe(false)
})

test('the capabilities of a client', () => {
  expect(read({ textDocument: { completion: { completionItem: { snippetSupport: true } } } }).hasSnippets).toBe(true)
  expect(
    read({ textDocument: { completion: { completionItem: { labelDetailsSupport: true } } } }).hasLabelDetails,
  ).toBe(true)
  expect(
    read({
      textDocument: { signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } } },
    }).hasLabelOffsets,
  ).toBe(true)
  expect(read({ textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } }).hasOutlineTree).toBe(
    true,
  )
  expect(read({}, { showsDomains: true }).showsDomains).toBe(true)
  expect(read({ workspace: { workspaceEdit: { snippetEditSupport: true } } }).hasSnippetEdits).toBe(true)
  expect(read({ workspace: { workspaceEdit: { documentChanges: true } } }).hasVersionedEdits).toBe(true)
  expect(read({ textDocument: { publishDiagnostics: { relatedInformation: true } } }).hasRelatedInformation).toBe(true)
  const tagSupport = { valueSet: [DiagnosticTag.Deprecated] }
  expect(read({ textDocument: { publishDiagnostics: { tagSupport } } }).hasDeprecatedTags).toBe(true)
  const ofItems = { valueSet: [CompletionItemTag.Deprecated] satisfies CompletionItemTag[] }
  expect(read({ textDocument: { completion: { completionItem: { tagSupport: ofItems } } } }).hasDeprecatedItems).toBe(
    true,
  )
  expect(read({ textDocument: { codeAction: { resolveSupport: { properties: ['edit'] } } } }).resolvesActions).toBe(
    true,
  )
  expect(read({ textDocument: { codeAction: { resolveSupport: { properties: ['command'] } } } }).resolvesActions).toBe(
    false,
  )
})

test("the page of codes is the client's, else the server's, and none if the client shows no links", () => {
  expect(read({}, { codesPage: 'x:/codes' }, 'file:///codes.md').codesPage).toBe('x:/codes')
  expect(read({}, {}, 'file:///codes.md').codesPage).toBe('file:///codes.md')
  expect(
    read(
      { textDocument: { publishDiagnostics: { codeDescriptionSupport: false } } },
      { codesPage: 'x:/codes' },
      'file:///codes.md',
    ).codesPage,
  ).toBeUndefined()
})

afterEach(() => void vi.useRealTimers())

test('a call comes at each full hour, whenever the clock starts', () => {
  vi.useFakeTimers({ now: Date.parse('2026-06-30T22:40:00Z') })
  const times: string[] = []
  onEachHour(() => void times.push(new Date().toISOString()))
  vi.advanceTimersByTime(100 * 60_000)
  expect(times).toEqual(['2026-06-30T23:00:00.000Z', '2026-07-01T00:00:00.000Z'])
})
