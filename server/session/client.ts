import { CompletionItemTag, DiagnosticTag, type InitializeParams } from 'vscode-languageserver'
import { languageOfLocale } from '../../shared/domains/texts/languages.ts'
import { readInitializationOptions } from '../../shared/protocol/initialization-options.ts'
import type { Client } from '../snapshot/snapshot.ts'

/**
 * Reads what the server needs to know about a client from the parameters of `initialize`.
 *
 * @param ownCodesPage the URI of the page of codes that ships with the server, for a client that names none
 */
export function readClient(
  { capabilities, clientInfo, initializationOptions, locale }: InitializeParams,
  ownCodesPage: string | undefined,
): Client {
  const { textDocument, workspace } = capabilities
  const options = readInitializationOptions(initializationOptions)
  return {
    language: languageOfLocale(locale),
    textsAddress: options.texts,
    codesPage:
      textDocument?.publishDiagnostics?.codeDescriptionSupport === false
        ? undefined
        : (options.codesPage ?? ownCodesPage),
    suggestCommand: options.suggestCommand,
    showReferencesCommand: options.showReferencesCommand,
    showHistoryCommand: options.showHistoryCommand,
    showDomainsCommand: options.showDomainsCommand,
    chooseValueCommand: options.chooseValueCommand,
    editRecordsCommand: options.editRecordsCommand,
    migrateRecordsCommand: options.migrateRecordsCommand,
    updateDomainsCommand: options.updateDomainsCommand,
    foldingLimit: textDocument?.foldingRange?.rangeLimit,
    // An editor that states the format for hovers only shows all other texts in the same format.
    hasMarkdown: (
      textDocument?.hover?.contentFormat ??
      textDocument?.completion?.completionItem?.documentationFormat ??
      []
    ).includes('markdown'),
    hasLabelDetails: textDocument?.completion?.completionItem?.labelDetailsSupport ?? false,
    hasInsertReplace: textDocument?.completion?.completionItem?.insertReplaceSupport ?? false,
    // Eglot in Emacs 30 reads these offsets wrong by one and fails for the last parameter, so it gets the text.
    hasLabelOffsets:
      clientInfo?.name !== 'Eglot' &&
      textDocument?.signatureHelp?.signatureInformation?.parameterInformation?.labelOffsetSupport === true,
    hasDefinitionLinks: textDocument?.definition?.linkSupport ?? false,
    hasOutlineTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport ?? false,
    hasSnippets: textDocument?.completion?.completionItem?.snippetSupport ?? false,
    hasSnippetEdits: workspace?.workspaceEdit?.snippetEditSupport ?? false,
    hasVersionedEdits: workspace?.workspaceEdit?.documentChanges ?? false,
    createsFiles: workspace?.workspaceEdit?.resourceOperations?.includes('create') ?? false,
    hasRelatedInformation: textDocument?.publishDiagnostics?.relatedInformation ?? false,
    hasDeprecatedTags:
      textDocument?.publishDiagnostics?.tagSupport?.valueSet.includes(DiagnosticTag.Deprecated) ?? false,
    hasDeprecatedItems:
      textDocument?.completion?.completionItem?.tagSupport?.valueSet.includes(CompletionItemTag.Deprecated) ?? false,
    pullsDiagnostics:
      textDocument?.diagnostic !== undefined &&
      (options.diagnostics === 'pull' || textDocument.publishDiagnostics === undefined),
    showsDomains: options.showsDomains ?? false,
    hoversShowProblems: options.hoversShowProblems ?? false,
    removesEmptyFields: options.removesEmptyFields ?? false,
    opensDescriptors: options.opensDescriptors ?? false,
    tellsEarlierDescriptors: options.tellsEarlierDescriptors ?? false,
    changesDependencies: options.changesDependencies ?? true,
    hasCodeActions: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    resolvesActions: textDocument?.codeAction?.resolveSupport?.properties.includes('edit') ?? false,
  }
}

/** How long an hour is, in milliseconds. */
const hour = 3_600_000

/** Calls a function at each full hour. Dates are days in UTC, so that is also when a date has passed. */
export function onEachHour(call: () => void): void {
  const timer = setTimeout(
    () => {
      onEachHour(call)
      call()
    },
    hour - (Date.now() % hour),
  )
  // A process must not stay only for this. In a browser, a timer is a number.
  if (typeof timer === 'object') timer.unref()
}
