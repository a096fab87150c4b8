import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver-types'
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
