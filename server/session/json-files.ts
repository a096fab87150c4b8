import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver-types'
import { type ConfigChange, ConfigStore, isConfigFile } from './config-store.ts'
import { DescriptorStore } from './descriptor-store.ts'

/** The files that say how records are read: the configurations and the descriptors, which hang on one another. */
export class JsonFiles {
  readonly configs = new ConfigStore()
  readonly descriptors = new DescriptorStore()

  /** The addresses of all that are known. */
  uris(): string[] {
    return [...this.configs.uris(), ...this.descriptors.uris()]
  }

  /** Whether a file is one of them, by its name and place. */
  has(uri: string): boolean {
    return isConfigFile(uri) || this.configs.hasDescriptor(uri)
  }

  /**
   * Takes the text of one of them, from disk or from an editor; undefined where the file is gone.
   *
   * @returns what is otherwise now: nothing, only what is shown of files, or which files count and how they are read
   */
  take(uri: string, text: string | undefined): ConfigChange {
    if (isConfigFile(uri)) return this.configs.take(uri, text)
    return this.descriptors.take(uri, text) ? 'files' : 'nothing'
  }

  /** What is wrong with one of them. */
  diagnostics(uri: string, codesPage: string | undefined): Diagnostic[] {
    const { configs, descriptors } = this
    return isConfigFile(uri)
      ? configs.diagnostics(uri, descriptors.registry, codesPage)
      : descriptors.diagnostics(uri, configs.settingsOf(uri), codesPage)
  }

  /** The fixes of the problems that touch a range of one of them. */
  codeActions(uri: string, range: Range, codesPage: string | undefined): CodeAction[] {
    const { configs, descriptors } = this
    return isConfigFile(uri)
      ? configs.codeActions(uri, range, descriptors.registry, codesPage)
      : descriptors.codeActions(uri, range, configs.settingsOf(uri), codesPage)
  }
}
