import type { Diagnostic } from 'vscode-languageserver-types'
import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver-types'
import { dependenciesIn } from '../../shared/config/dependency-text.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Client } from '../snapshot/snapshot.ts'
import { configCodeActions, configDiagnostics } from './config-problems.ts'
import { type ConfigChange, ConfigStore } from './config-store.ts'
import { DescriptorStore, jsonDiagnostic, jsonDocument } from './descriptor-store.ts'
import { EarlierDescriptors } from './earlier-descriptors.ts'
import { isConfigFile } from './workspace-folders.ts'

/** The configurations and descriptors. Together they decide how records are read. */
export class JsonFiles {
  readonly descriptors = new DescriptorStore()
  readonly configs = new ConfigStore(uri => this.descriptors.textOf(uri))
  /** What changed in descriptors since the last commit. */
  readonly earlier = new EarlierDescriptors(this.descriptors, this.configs)

  /** The URIs of all of them. */
  uris(): string[] {
    return [...this.configs.uris(), ...this.descriptors.uris()]
  }

  /** Whether a file is one of them, by its name and folder. */
  has(uri: string): boolean {
    return isConfigFile(uri) || this.configs.hasDescriptor(uri)
  }

  /** Takes the text of one of them, from disk or from an editor; undefined if the file is gone. */
  take(uri: string, text: string | undefined): ConfigChange {
    if (isConfigFile(uri)) return this.configs.take(uri, text)
    return this.descriptors.take(uri, text) ? 'files' : 'nothing'
  }

  /**
   * The problems of one of them.
   *
   * @param stopped the ids of the rules that were stopped in some file
   */
  diagnostics(uri: string, codesPage: string | undefined, stopped: ReadonlySet<string>): Diagnostic[] {
    const { configs, descriptors } = this
    return isConfigFile(uri)
      ? configDiagnostics(configs, uri, descriptors.registry, codesPage, stopped)
      : [...descriptors.diagnostics(uri, configs.settingsOf(uri), codesPage, stopped), ...this.changesOf(uri)]
  }

  /** What changed in a descriptor since the last commit. Its codes are no settings, and have no page. */
  private changesOf(uri: string): Diagnostic[] {
    const found = this.earlier.problems(uri)
    const document = jsonDocument(uri, this.descriptors.textOf(uri) ?? '')
    return found.map(problem => jsonDiagnostic({ ...problem, entry: 0 }, document, undefined))
  }

  /** The fixes of the problems that touch a range of one of them. */
  codeActions(uri: string, range: Range, codesPage: string | undefined): CodeAction[] {
    const { configs, descriptors } = this
    return isConfigFile(uri)
      ? configCodeActions(configs, uri, range, descriptors.registry, codesPage)
      : descriptors.codeActions(uri, range, configs.settingsOf(uri), codesPage)
  }
}

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
