import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver-types'
import { CodeActionKind } from 'vscode-languageserver-types'
import { type Problem, withSeverities } from '../../shared/check/problem.ts'
import {
  configRuleProblems,
  dependencyProblems,
  domainProblems,
  refusedGlobProblems,
  stoppedConfigRules,
} from '../../shared/config/config-problems.ts'
import { dependenciesIn } from '../../shared/config/descriptors/dependency-text.ts'
import { folderOf } from '../../shared/config/effective-config.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Client } from '../snapshot/snapshot.ts'
import { type ConfigChange, ConfigStore } from './config/config-store.ts'
import { isConfigFile } from './config/workspace-folders.ts'
import { DescriptorStore, jsonCodeActions, jsonDiagnostic, jsonDocument } from './descriptor-store.ts'
import { EarlierDescriptors } from './earlier-descriptors.ts'

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

/** The problems of a configuration, also with the domains that it names. */
export function configDiagnostics(
  configs: ConfigStore,
  uri: string,
  registry: Registry,
  codesPage: string | undefined,
  stopped: ReadonlySet<string>,
): Diagnostic[] {
  const document = jsonDocument(uri, configs.read.get(uri)?.text ?? '')
  return configProblemsOf(configs, uri, registry, stopped).map(problem => jsonDiagnostic(problem, document, codesPage))
}

/** The fixes of the problems that touch a range of a configuration, one edit each. */
export function configCodeActions(
  configs: ConfigStore,
  uri: string,
  range: Range,
  registry: Registry,
  codesPage: string | undefined,
): CodeAction[] {
  const document = jsonDocument(uri, configs.read.get(uri)?.text ?? '')
  return jsonCodeActions(configProblemsOf(configs, uri, registry, new Set()), document, range, codesPage)
}

/** @param stopped the ids of the rules that were stopped in some file */
function configProblemsOf(
  configs: ConfigStore,
  uri: string,
  registry: Registry,
  stopped: ReadonlySet<string>,
): readonly Problem[] {
  const stored = configs.read.get(uri)
  if (!stored) return []
  const { file, config } = stored
  const problems = [
    ...file.problems,
    ...configs.extended(uri).problems,
    ...refusedGlobProblems(file, configs.outer.refusedIn(uri)),
    ...domainProblems(file, registry),
    ...dependencyProblems(file, configs.installed.problems(folderOf(uri)!, config.dependencies)),
    ...configRuleProblems(file, registry),
    ...stoppedConfigRules(file, stopped),
  ]
  return withSeverities(
    problems.map(problem => ({ ...problem, entry: 0 })),
    configs.settingsOf(uri).severity,
  )
}
