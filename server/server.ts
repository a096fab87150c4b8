import { safeParse } from 'valibot'
import {
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type LocationLink,
  PositionEncodingKind,
  type SemanticTokens,
  TextDocumentSyncKind,
} from 'vscode-languageserver'
import { localize } from '../shared/domains/localize.ts'
import { type Answers, createAnswers, lineOf } from './answers.ts'
import { CodeActionCommands, codeActionCommand } from './code-action-commands.ts'
import { dataOfReference, recordOfReference, withDetails } from './completion/reference-details.ts'
import { expressionCompletion } from './expressions/completion.ts'
import { expressionDefinition } from './expressions/definition.ts'
import { expressionHover } from './expressions/hover.ts'
import { expressionTokens } from './expressions/semantic-tokens.ts'
import { expressionSignatureHelp } from './expressions/signature-help.ts'
import { codeActions, fixAllData, fixAllKind, resolveCodeAction } from './features/code-actions.ts'
import { codeLensData, codeLenses, resolveCodeLens } from './features/code-lenses.ts'
import { completion, completionTriggers } from './features/completion.ts'
import { definition, type FindDescriptor, withLines } from './features/definition.ts'
import { dependencyFixes } from './features/dependency-fixes.ts'
import { documentHighlights } from './features/document-highlights.ts'
import { documentLinks } from './features/document-links.ts'
import { documentSymbols, listOfSymbols } from './features/document-symbols.ts'
import { domainFixes } from './features/extend-domain.ts'
import { foldingRanges } from './features/folding.ts'
import { formatting, formattingTriggers, onTypeFormatting, rangesFormatting } from './features/formatting.ts'
import { hover, recordsToShow } from './features/hover.ts'
import { inlayHints } from './features/inlay-hints.ts'
import { inlineCompletion } from './features/inline-completion.ts'
import { linkedEditingRanges } from './features/linked-editing.ts'
import { refactorings } from './features/refactorings.ts'
import { incomingReferences, outgoingReferences, prepareReferenceHierarchy } from './features/reference-hierarchy.ts'
import { selectionRanges } from './features/selection-ranges.ts'
import { SemanticTokensResults, semanticTokensIn, semanticTokensLegend } from './features/semantic-tokens.ts'
import { signatureHelp, signatureTriggers } from './features/signature-help.ts'
import { matchingRecords, queryOfValues, workspaceSymbols } from './features/workspace-symbols.ts'
import { answerOwnRequests } from './own-requests.ts'
import type { Platform } from './platform/platform.ts'
import { changeAllData, resolveChangeAll } from './refactorings/change-all.ts'
import { answerReferencesAndRenames } from './references-and-renames.ts'
import { blockCompletion } from './reports/completion.ts'
import { blockHover } from './reports/hover.ts'
import { createGuard, type Guard } from './session/guard.ts'
import { Session } from './session/session.ts'
import type { Client, Snapshot } from './snapshot/snapshot.ts'

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  completionProvider: { triggerCharacters: [...completionTriggers], resolveProvider: true },
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: [...signatureTriggers] },
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Refactor, fixAllKind],
    resolveProvider: true,
  },
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  callHierarchyProvider: true,
  documentLinkProvider: {},
  documentFormattingProvider: true,
  documentRangeFormattingProvider: { rangesSupport: true },
  documentOnTypeFormattingProvider: {
    firstTriggerCharacter: formattingTriggers[0],
    moreTriggerCharacter: formattingTriggers.slice(1),
  },
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  semanticTokensProvider: { legend: semanticTokensLegend, full: { delta: true }, range: true },
  inlayHintProvider: true,
  inlineCompletionProvider: true,
  codeLensProvider: { resolveProvider: true },
  linkedEditingRangeProvider: true,
  workspace: {
    workspaceFolders: { supported: true, changeNotifications: true },
    fileOperations: {
      willRename: {
        filters: [{ scheme: 'file', pattern: { glob: '**' } }, { pattern: { glob: '**/*.rec', matches: 'file' } }],
      },
    },
  },
}

/**
 * The capabilities that depend on the client: without support for them, it would misread them, or show problems twice.
 */
const capabilitiesFor = (
  { capabilities: { textDocument } }: InitializeParams,
  { pullsDiagnostics, hasCodeActions }: Client,
): InitializeResult['capabilities'] => ({
  ...(!hasCodeActions && { codeActionProvider: true, executeCommandProvider: { commands: [codeActionCommand] } }),
  renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  ...(pullsDiagnostics && {
    diagnosticProvider: { identifier: 'recline', interFileDependencies: true, workspaceDiagnostics: true },
  }),
})

const noSemanticTokens: SemanticTokens = { data: [] }

/** Serves a connection until it closes. */
export function startLanguageServer(connection: Connection, platform: Platform): void {
  connection.onInitialize(params => {
    const session = new Session(connection, platform, params)
    session.listen()
    const guard = createGuard(connection.console)
    const answers = createAnswers(session, guard)
    answerRequests(connection, session, guard, answers)
    answerReferencesAndRenames(connection, session, guard, answers)
    answerOwnRequests(connection, session, guard)
    return {
      capabilities: {
        positionEncoding: PositionEncodingKind.UTF16,
        ...capabilities,
        ...capabilitiesFor(params, session.client),
      },
      serverInfo: { name: 'Recline', version: platform.version },
    }
  })
  connection.listen()
}

/** Answers the requests of the protocol. Each capability is one line of the list. */
function answerRequests(
  connection: Connection,
  session: Session,
  { guard, guardAsync }: Guard,
  { answer, answerInFences, inFile, at }: Answers,
): void {
  const { client } = session
  const tokens = new SemanticTokensResults()
  const { pulled } = session
  session.documents.onDidClose(({ document: { uri } }) => tokens.forget(uri))

  connection.onHover(async ({ textDocument: { uri }, position }) => {
    const json = session.files.jsonSnapshot(uri)
    if (json) return guard(`hover in ${uri}`, () => expressionHover(json, position))
    const page = session.files.reportPage(uri)
    const ofBlock = page && guard(`hover in ${uri}`, () => blockHover(page, position))
    if (ofBlock) return ofBlock
    const { line } = position
    const look = <Found>(feature: (snapshot: Snapshot) => Found): Promise<Found | null> =>
      answerInFences(uri, 'hover', position, feature, line)
    const records = await look(snapshot => recordsToShow(snapshot, position))
    const targets = records ? await session.files.readRecords(records, ({ file }) => file) : undefined
    return look(snapshot => hover(snapshot, position, targets))
  })
  connection.onCompletion(async ({ textDocument: { uri }, position, context }) => {
    const json = session.files.jsonSnapshot(uri)
    if (json) return guard(`completion in ${uri}`, () => expressionCompletion(json, position))
    const page = session.files.reportPage(uri)
    const inBlock = page && guard(`completion in ${uri}`, () => blockCompletion(page, position))
    if (inBlock) return inBlock
    const files = await session.pathsAt(uri, position)
    return answerInFences(
      uri,
      'completion',
      position,
      snapshot => completion(snapshot, position, context?.triggerCharacter, undefined, files),
      position.line,
    )
  })
  connection.onCompletionResolve(async item => {
    const data = dataOfReference(item)
    if (!data) return item
    const look = <Found>(feature: (snapshot: Snapshot) => Found): Promise<Found | null> =>
      answerInFences(data.uri, 'completion', undefined, feature)
    const record = await look(snapshot => recordOfReference(snapshot, item, data) ?? null)
    if (!record) return item
    const files = await session.files.readRecords(new Map([[record.uri, [record]]]), ({ file }) => file)
    const file = files.get(record.uri)
    return (await look(snapshot => withDetails(snapshot, item, record, file))) ?? item
  })
  connection.onSignatureHelp(at('signature help', signatureHelp, expressionSignatureHelp, lineOf))
  const commands = new CodeActionCommands()
  const actionsAt = ({ textDocument: { uri }, range, context }: CodeActionParams) =>
    guard('code action', () => session.files.jsonCodeActions(uri, range)) ??
    answerInFences(uri, 'code action', range, snapshot => [
      ...codeActions(snapshot, range, context, session.countElsewhere),
      ...domainFixes(snapshot, range, context, session.domainFiles),
      ...dependencyFixes(snapshot, range, context, session.domainFiles),
      ...refactorings(snapshot, range, context),
    ])
  connection.onCodeAction(async params => {
    const { uri } = params.textDocument
    const version = session.versionOf(uri)
    const found = await actionsAt(params)
    // Editors also send this request at each move of the cursor, and a hash reads all of a file.
    const isAsked = params.context.triggerKind !== CodeActionTriggerKind.Automatic
    const wants = (params.context.only ?? ['']).some(kind => kind === '' || kind === CodeActionKind.QuickFix)
    const hashes = isAsked && wants ? await session.hashActions(uri, params.range) : []
    const all = hashes.length > 0 ? [...(found ?? []), ...hashes] : found
    const actions = all && session.files.allowedActions(uri, params.range, all)
    return client.hasCodeActions ? actions : commands.offer(uri, version, actions ?? [])
  })
  if (!client.hasCodeActions)
    connection.onExecuteCommand(async ({ command, arguments: args = [] }) => {
      const edit = command === codeActionCommand ? commands.edit(args, session.versionOf(String(args[0]))) : undefined
      if (edit) await connection.workspace.applyEdit(edit)
      else
        connection.window.showWarningMessage(localize('The file has changed since, so nothing was changed; try again.'))
    })
  connection.onCodeActionResolve(async action => {
    const changeAll = safeParse(changeAllData, action.data)
    if (changeAll.success) {
      const data = changeAll.output
      return (await answer(data.uri, 'code action', snapshot => resolveChangeAll(snapshot, action, data))) ?? action
    }
    const { success, output } = safeParse(fixAllData, action.data)
    if (!success) return action
    const { uri, code } = output
    return (await answer(uri, 'code action', snapshot => resolveCodeAction(snapshot, action, code))) ?? action
  })
  const findDescriptor: FindDescriptor = part => session.descriptors.locate(part, client.opensDescriptors)
  const asLinks = (locations: Location[] | null): Location[] | LocationLink[] | null =>
    locations && client.hasDefinitionLinks ? withLines(locations) : locations
  connection.onDefinition(({ textDocument: { uri }, position }) => {
    const json = session.files.jsonSnapshot(uri)
    return json
      ? guard(`definition in ${uri}`, () => asLinks(expressionDefinition(json, position, findDescriptor)))
      : answerInFences(uri, 'definition', position, snapshot => asLinks(definition(snapshot, position, findDescriptor)))
  })
  connection.onDocumentHighlight(at('highlight', documentHighlights))
  connection.onDocumentSymbol(
    inFile('symbols', snapshot => {
      const outline = documentSymbols(snapshot)
      return client.hasOutlineTree ? outline : listOfSymbols(snapshot.uri, outline)
    }),
  )
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    // A client does not ask again when the other files are read.
    if (!(await session.whenIndexed(token))) return null
    const { index } = session.files
    const records = guard('workspace symbols', () => matchingRecords(index, query)) ?? []
    const ofValues = queryOfValues(query, records)
    const values =
      ofValues &&
      (await guardAsync('search in values', () => session.searchValues(ofValues, () => token.isCancellationRequested)))
    return guard('workspace symbols', () =>
      workspaceSymbols(session.files.index, session.files.registry, records, values ?? undefined),
    )
  })
  connection.languages.callHierarchy.onPrepare(at('hierarchy', prepareReferenceHierarchy))
  connection.languages.callHierarchy.onIncomingCalls(({ item }) =>
    guard('hierarchy', () => incomingReferences(session.files.index, item)),
  )
  connection.languages.callHierarchy.onOutgoingCalls(({ item }) =>
    guard('hierarchy', () => outgoingReferences(session.files.index, item)),
  )
  connection.onDocumentLinks(inFile('links', snapshot => documentLinks(snapshot)))
  connection.onDocumentFormatting(inFile('formatting', ({ file, settings }) => formatting(file, settings.format)))
  connection.onDocumentRangeFormatting(
    inFile('formatting', ({ file, settings }, { range }) => rangesFormatting(file, [range], settings.format)),
  )
  connection.onDocumentRangesFormatting(
    inFile('formatting', ({ file, settings }, { ranges }) => rangesFormatting(file, ranges, settings.format)),
  )
  connection.onDocumentOnTypeFormatting(
    inFile('formatting', ({ file, index, settings }, { position, ch }) =>
      onTypeFormatting(file, index, position, ch, settings.format),
    ),
  )
  connection.onFoldingRanges(inFile('folding', ({ file }) => foldingRanges(file, client.foldingLimit)))
  connection.onSelectionRanges(inFile('selection', ({ file }, { positions }) => selectionRanges(file, positions)))
  connection.languages.semanticTokens.on(
    async params =>
      (await inFile(
        'tokens',
        ({ file }) => tokens.full(params.textDocument.uri, file),
        snapshot => expressionTokens(snapshot),
      )(params)) ?? noSemanticTokens,
  )
  connection.languages.semanticTokens.onDelta(
    async ({ textDocument: { uri }, previousResultId }) =>
      (await answer(uri, 'tokens', ({ file }) => tokens.changes(uri, file, previousResultId))) ?? noSemanticTokens,
  )
  connection.languages.semanticTokens.onRange(
    async params =>
      (await inFile(
        'tokens',
        ({ file }, { range }: typeof params) => semanticTokensIn(file, range),
        (snapshot, { range }) => expressionTokens(snapshot, range),
        ({ range }) => range.end.line,
      )(params)) ?? noSemanticTokens,
  )
  connection.languages.inlayHint.on(
    inFile('hints', (snapshot, { range }) => inlayHints(snapshot, range, snapshot.settings.inlayHints)),
  )
  connection.languages.inlineCompletion.on(at('inline completion', inlineCompletion))
  connection.onCodeLens(inFile('lenses', snapshot => codeLenses(snapshot, snapshot.settings.codeLens)))
  connection.onCodeLensResolve(async lens => {
    const { success, output } = safeParse(codeLensData, lens.data)
    if (!success) return lens
    const command = client.showReferencesCommand
    return (await answer(output.uri, 'lenses', snapshot => resolveCodeLens(snapshot, lens, command))) ?? lens
  })
  connection.languages.onLinkedEditingRange(at('linked editing', linkedEditingRanges))

  connection.languages.diagnostics.on(async ({ textDocument: { uri }, previousResultId }) => {
    await session.whenOpen(uri)
    const found = await guardAsync(`problems of ${uri}`, () => session.files.diagnosticsNow(uri))
    return found ? pulled.document(found, previousResultId) : { kind: 'full', items: [] }
  })
  connection.languages.diagnostics.onWorkspace(({ previousResultIds }, token, _progress, parts) =>
    pulled.workspace(
      () => session.files.allDiagnostics(),
      uri => session.documents.get(uri) !== undefined,
      new Map(previousResultIds.map(({ uri, value }) => [uri, value])),
      token,
      parts && (part => parts.report(part)),
    ),
  )
}
