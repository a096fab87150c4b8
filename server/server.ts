import { safeParse } from 'valibot'
import {
  CodeActionKind,
  type Connection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type LocationLink,
  type Position,
  ResponseError,
  type SemanticTokens,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver'
import type { FileExcerpt } from '../shared/index/excerpt.ts'
import { renamePart } from '../shared/index/rename-part.ts'
import type { Refusal } from '../shared/protocol/refusal.ts'
import { expressionCompletion } from './expressions/completion.ts'
import { expressionDefinition } from './expressions/definition.ts'
import { expressionHover } from './expressions/hover.ts'
import { partAt } from './expressions/part-at.ts'
import { referencesInJson } from './expressions/references.ts'
import { planExpressionRename, prepareExpressionRename } from './expressions/rename.ts'
import { expressionTokens } from './expressions/semantic-tokens.ts'
import { expressionSignatureHelp } from './expressions/signature-help.ts'
import { codeActions, fixAllData, fixAllKind, resolveCodeAction } from './features/code-actions.ts'
import { codeLensData, codeLenses, resolveCodeLens } from './features/code-lenses.ts'
import { completion } from './features/completion.ts'
import { definition, type FindDescriptor, withLines } from './features/definition.ts'
import { documentHighlights } from './features/document-highlights.ts'
import { documentLinks } from './features/document-links.ts'
import { documentSymbols, listOfSymbols } from './features/document-symbols.ts'
import { domainFixes } from './features/extend-domain.ts'
import { changesForRename } from './features/file-rename.ts'
import { foldingRanges } from './features/folding.ts'
import { formatting, formattingTriggers, onTypeFormatting, rangesFormatting } from './features/formatting.ts'
import { hover, recordsToShow } from './features/hover.ts'
import { inlayHints } from './features/inlay-hints.ts'
import { inlineCompletion } from './features/inline-completion.ts'
import { linkedEditingRanges } from './features/linked-editing.ts'
import { refactorings } from './features/refactorings.ts'
import { incomingReferences, outgoingReferences, prepareReferenceHierarchy } from './features/reference-hierarchy.ts'
import { references } from './features/references.ts'
import { editsToRename, planRename, prepareRename, rename } from './features/rename.ts'
import { planPartRename, preparePartRename } from './features/rename-part.ts'
import { selectionRanges } from './features/selection-ranges.ts'
import { SemanticTokensResults, semanticTokensIn, semanticTokensLegend } from './features/semantic-tokens.ts'
import { signatureHelp, signatureTriggers } from './features/signature-help.ts'
import { workspaceSymbols } from './features/workspace-symbols.ts'
import { answerOwnRequests } from './own-requests.ts'
import type { Platform } from './platform/platform.ts'
import { createGuard, type Guard } from './session/guard.ts'
import { PullDiagnostics } from './session/pull-diagnostics.ts'
import { Session } from './session/session.ts'
import type { JsonSnapshot } from './snapshot/json-snapshot.ts'
import { type ChangedFile, nameOf, type PartPlan, recordsOfPart, renamePartOf } from './snapshot/part-plan.ts'
import type { Client, Snapshot } from './snapshot/snapshot.ts'
import { editOfFiles, plainEdit } from './snapshot/workspace-edit.ts'

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  completionProvider: { triggerCharacters: ['@', '|', ' ', ':', '=', '"', ',', '['] },
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
    fileOperations: { willRename: { filters: [{ pattern: { glob: '**/*.rec', matches: 'file' } }] } },
  },
}

/**
 * The capabilities that depend on the client: without support for them, it would misread them, or show problems twice.
 */
const capabilitiesFor = (
  { capabilities: { textDocument } }: InitializeParams,
  { pullsDiagnostics }: Client,
): InitializeResult['capabilities'] => ({
  renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  ...(pullsDiagnostics && {
    diagnosticProvider: { identifier: 'recline', interFileDependencies: true, workspaceDiagnostics: true },
  }),
})

const noTokens: SemanticTokens = { data: [] }

/** Serves a connection until it closes. */
export function startServer(connection: Connection, platform: Platform): void {
  connection.onInitialize(params => {
    const session = new Session(connection, platform, params)
    session.listen()
    const guard = createGuard(connection.console)
    answerRequests(connection, session, guard)
    answerOwnRequests(connection, session, guard)
    return {
      capabilities: { ...capabilities, ...capabilitiesFor(params, session.client) },
      serverInfo: { name: 'Recline', version: platform.version },
    }
  })
  connection.listen()
}

/** Answers the requests of the protocol. Each capability is one line of the list. */
function answerRequests(connection: Connection, session: Session, { guard }: Guard): void {
  const { client } = session
  const tokens = new SemanticTokensResults()
  const pulled = new PullDiagnostics()
  session.documents.onDidClose(({ document: { uri } }) => tokens.forget(uri))

  /** Answers from the current version of an open file; null for a file that is not open. */
  function answer<Answer>(uri: string, what: string, feature: (snapshot: Snapshot) => Answer): Answer | null {
    return guard(`${what} in ${uri}`, () => {
      const snapshot = session.files.snapshot(uri)
      return snapshot ? feature(snapshot) : null
    })
  }

  interface InDocument {
    readonly textDocument: { readonly uri: string }
  }
  /** @param inJson answers in descriptors and configurations; without it, nothing is answered there */
  const inFile =
    <Params extends InDocument, Answer, JsonAnswer = never>(
      what: string,
      feature: (snapshot: Snapshot, params: Params) => Answer,
      inJson?: (snapshot: JsonSnapshot, params: Params) => JsonAnswer,
    ) =>
    (params: Params) => {
      const { uri } = params.textDocument
      const json = inJson && session.files.jsonSnapshot(uri)
      return json
        ? guard(`${what} in ${uri}`, () => inJson(json, params))
        : answer(uri, what, snapshot => feature(snapshot, params))
    }
  const at = <Answer, JsonAnswer = never>(
    what: string,
    feature: (snapshot: Snapshot, position: Position) => Answer,
    inJson?: (snapshot: JsonSnapshot, position: Position) => JsonAnswer,
  ) =>
    inFile(
      what,
      (snapshot, { position }: TextDocumentPositionParams) => feature(snapshot, position),
      inJson && ((snapshot, { position }) => inJson(snapshot, position)),
    )
  /** Turns a refusal into an error, which the client shows to the user. */
  const orRefused = <Answer extends object>(result: Answer | Refusal | null): Answer | ResponseError<void> | null =>
    result && 'refusal' in result ? new ResponseError(ErrorCodes.InvalidRequest, result.refusal) : result

  connection.onHover(async ({ textDocument: { uri }, position }) => {
    const json = session.files.jsonSnapshot(uri)
    if (json) return guard(`hover in ${uri}`, () => expressionHover(json, position))
    const records = answer(uri, 'hover', snapshot => recordsToShow(snapshot, position))
    const targets = records ? await session.files.readRecords(records, ({ file }) => file) : undefined
    return answer(uri, 'hover', snapshot => hover(snapshot, position, targets))
  })
  connection.onCompletion(
    inFile(
      'completion',
      (snapshot, { position, context }) => completion(snapshot, position, context?.triggerCharacter),
      (snapshot, { position }) => expressionCompletion(snapshot, position),
    ),
  )
  connection.onSignatureHelp(at('signature help', signatureHelp, expressionSignatureHelp))
  connection.onCodeAction(
    ({ textDocument: { uri }, range, context }) =>
      guard('code action', () => session.files.jsonCodeActions(uri, range)) ??
      answer(uri, 'code action', snapshot => [
        ...codeActions(snapshot, range, context),
        ...domainFixes(snapshot, range, context, domain =>
          session.descriptorTexts().find(descriptor => descriptor.domain === domain),
        ),
        ...refactorings(snapshot, range, context),
      ]),
  )
  connection.onCodeActionResolve(action => {
    const { success, output } = safeParse(fixAllData, action.data)
    if (!success) return action
    const { uri, code } = output
    return answer(uri, 'code action', snapshot => resolveCodeAction(snapshot, action, code)) ?? action
  })
  const findDescriptor: FindDescriptor = part => session.descriptors.locate(part, client.opensDescriptors)
  const asLinks = (locations: Location[] | null): Location[] | LocationLink[] | null =>
    locations && client.hasDefinitionLinks ? withLines(locations) : locations
  connection.onDefinition(
    at(
      'definition',
      (snapshot, position) => asLinks(definition(snapshot, position, findDescriptor)),
      (snapshot, position) => asLinks(expressionDefinition(snapshot, position, findDescriptor)),
    ),
  )
  connection.onReferences(async params => {
    const { includeDeclaration } = params.context
    const json = session.files.jsonSnapshot(params.textDocument.uri)
    if (!json)
      return inFile('references', (snapshot, { position }: typeof params) =>
        references(snapshot, position, includeDeclaration),
      )(params)
    const part = guard('references', () => partAt(json, params.position)?.part)
    if (!part) return null
    const inRecords = await session.files.readRecords(recordsOfPart(part, json), ({ file }) =>
      renamePart(file, part, nameOf(part)).map(change => plainEdit(file.tree, change).range),
    )
    return [
      ...referencesInJson(part, session.jsonTexts(), json.registry, includeDeclaration),
      ...[...inRecords].flatMap(([uri, ranges]) => ranges.map(range => ({ uri, range }))),
    ]
  })
  connection.onDocumentHighlight(at('highlight', documentHighlights))
  connection.onDocumentSymbol(
    inFile('symbols', snapshot => {
      const outline = documentSymbols(snapshot)
      return client.hasOutlineTree ? outline : listOfSymbols(snapshot.uri, outline)
    }),
  )
  connection.onWorkspaceSymbol(({ query }) =>
    guard('workspace symbols', () => workspaceSymbols(session.files.index, query)),
  )
  connection.languages.callHierarchy.onPrepare(at('hierarchy', prepareReferenceHierarchy))
  connection.languages.callHierarchy.onIncomingCalls(({ item }) =>
    guard('hierarchy', () => incomingReferences(session.files.index, item)),
  )
  connection.languages.callHierarchy.onOutgoingCalls(({ item }) =>
    guard('hierarchy', () => outgoingReferences(session.files.index, item)),
  )
  connection.onDocumentLinks(inFile('links', snapshot => documentLinks(snapshot)))
  connection.onPrepareRename(params =>
    orRefused(
      at(
        'rename',
        (snapshot, position) => {
          const ofId = prepareRename(snapshot, position)
          return 'refusal' in ofId ? (preparePartRename(snapshot, position) ?? ofId) : ofId
        },
        prepareExpressionRename,
      )(params),
    ),
  )
  connection.onRenameRequest(async params => {
    const { uri } = params.textDocument
    const planned = inFile(
      'rename',
      (snapshot, { position, newName }: typeof params) => {
        const ofId = planRename(snapshot, position, newName)
        return 'refusal' in ofId ? (planPartRename(snapshot, position, newName) ?? ofId) : ofId
      },
      (snapshot, { position, newName }) => planExpressionRename(snapshot, position, newName),
    )(params)
    if (!planned || 'refusal' in planned) return orRefused(planned)
    if ('part' in planned) return renamePartEverywhere(uri, planned)
    if (!('records' in planned)) return planned
    const others = await session.files.readRecords(planned.records, ({ file, version }) => ({
      version,
      edits: editsToRename(planned, file),
    }))
    return orRefused(answer(uri, 'rename', snapshot => rename(snapshot, planned, others)))
  })
  /** @param uri the file where the user renames; of one with records, its present version changes */
  async function renamePartEverywhere(
    uri: string,
    plan: PartPlan,
  ): Promise<WorkspaceEdit | ResponseError<void> | null> {
    const editsIn = (file: FileExcerpt): TextEdit[] =>
      renamePart(file, plan.part, plan.to).map(change => plainEdit(file.tree, change))
    const changed = await session.files.readRecords<ChangedFile>(plan.records, ({ file, version }) => ({
      version,
      edits: editsIn(file),
    }))
    const own = session.files.snapshot(uri)
    if (own) changed.set(uri, { version: own.version, edits: editsIn(own.file) })
    const context = own ?? session.files.jsonSnapshot(uri)
    return context ? orRefused(guard('rename', () => renamePartOf(plan, changed, session.jsonTexts(), context))) : null
  }
  connection.workspace.onWillRenameFiles(async ({ files }) => {
    const read = await session.files.readFiles(files.map(({ oldUri }) => oldUri))
    return guard('file rename', () =>
      editOfFiles(
        client,
        files.flatMap(({ oldUri, newUri }) => {
          const { file, version } = read.get(oldUri) ?? {}
          const changes = file ? changesForRename(file, newUri) : []
          return file && version !== undefined && changes.length > 0
            ? [{ uri: oldUri, version, tree: file.tree, changes }]
            : []
        }),
      ),
    )
  })
  connection.onDocumentFormatting(inFile('formatting', snapshot => formatting(snapshot, snapshot.settings.format)))
  connection.onDocumentRangeFormatting(
    inFile('formatting', (snapshot, { range }) => rangesFormatting(snapshot, [range], snapshot.settings.format)),
  )
  connection.onDocumentRangesFormatting(
    inFile('formatting', (snapshot, { ranges }) => rangesFormatting(snapshot, ranges, snapshot.settings.format)),
  )
  connection.onDocumentOnTypeFormatting(
    inFile('formatting', (snapshot, { position, ch }) =>
      onTypeFormatting(snapshot, position, ch, snapshot.settings.format),
    ),
  )
  connection.onFoldingRanges(inFile('folding', snapshot => foldingRanges(snapshot, client.foldingLimit)))
  connection.onSelectionRanges(inFile('selection', (snapshot, { positions }) => selectionRanges(snapshot, positions)))
  connection.languages.semanticTokens.on(
    params =>
      inFile(
        'tokens',
        snapshot => tokens.full(snapshot),
        snapshot => expressionTokens(snapshot),
      )(params) ?? noTokens,
  )
  connection.languages.semanticTokens.onDelta(
    ({ textDocument: { uri }, previousResultId }) =>
      answer(uri, 'tokens', snapshot => tokens.changes(snapshot, previousResultId)) ?? noTokens,
  )
  connection.languages.semanticTokens.onRange(
    params =>
      inFile(
        'tokens',
        (snapshot, { range }: typeof params) => semanticTokensIn(snapshot, range),
        (snapshot, { range }) => expressionTokens(snapshot, range),
      )(params) ?? noTokens,
  )
  connection.languages.inlayHint.on(
    inFile('hints', (snapshot, { range }) => inlayHints(snapshot, range, snapshot.settings.inlayHints)),
  )
  connection.languages.inlineCompletion.on(at('inline completion', inlineCompletion))
  connection.onCodeLens(inFile('lenses', snapshot => codeLenses(snapshot, snapshot.settings.codeLens)))
  connection.onCodeLensResolve(lens => {
    const { success, output } = safeParse(codeLensData, lens.data)
    if (!success) return lens
    const command = client.showReferencesCommand
    return answer(output.uri, 'lenses', snapshot => resolveCodeLens(snapshot, lens, command)) ?? lens
  })
  connection.languages.onLinkedEditingRange(at('linked editing', linkedEditingRanges))

  connection.languages.diagnostics.on(({ textDocument: { uri }, previousResultId }) => {
    const found = guard(`problems of ${uri}`, () => session.files.diagnosticsOf(uri))
    return found ? pulled.document(found, previousResultId) : { kind: 'full', items: [] }
  })
  connection.languages.diagnostics.onWorkspace(({ previousResultIds }, token, _progress, parts) =>
    pulled.workspace(
      session.files.allDiagnostics(),
      new Map(previousResultIds.map(({ uri, value }) => [uri, value])),
      token,
      parts && (part => parts.report(part)),
    ),
  )
}
