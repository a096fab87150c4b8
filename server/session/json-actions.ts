import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver-types'
import { dependenciesIn } from '../../shared/config/descriptors/dependency-text.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Client } from '../snapshot/snapshot.ts'
import { isConfigFile } from './config-store.ts'
import { jsonDiagnostic, jsonDocument } from './descriptor-store.ts'
import type { JsonFiles } from './json-files.ts'

/** The actions in a range of a descriptor or configuration that run commands of the client. */
export function jsonCommands(uri: string, text: string, range: Range, json: JsonFiles, client: Client): CodeAction[] {
  const document = jsonDocument(uri, text)
  const span = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) }
  if (isConfigFile(uri)) {
    const { updateDomainsCommand: command } = client
    const folder = uri.slice(0, uri.lastIndexOf('/'))
    return command === undefined
      ? []
      : dependenciesIn(text, span).map(({ domain, source }): CodeAction => {
          const newer = typeof source === 'string' ? json.configs.installed.newer(folder, domain, source) : undefined
          const title = `Update ${shorten(domain)}${newer === undefined ? '' : ` to ${newer}`}`
          return { title, kind: CodeActionKind.QuickFix, command: { title, command, arguments: [uri, domain] } }
        })
  }
  const { migrateRecordsCommand: command } = client
  const touched = json.earlier
    .problems(uri)
    .filter(({ start, end, domain }) => domain !== undefined && start <= span.end && end >= span.start)
  const { domain, version } = json.descriptors.fileOf(uri)?.descriptor ?? {}
  if (command === undefined || touched.length === 0 || domain === undefined) return []
  const title = `Migrate Records to ${domain} ${shorten(version!)}…`
  const diagnostics = touched.map(problem => jsonDiagnostic({ ...problem, entry: 0 }, document, undefined))
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics, command: { title, command, arguments: [uri] } }]
}
