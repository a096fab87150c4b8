import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver-types'
import { type Problem, withSeverities } from '../../shared/check/problem.ts'
import {
  configRuleProblems,
  dependencyProblems,
  domainProblems,
  refusedGlobProblems,
  stoppedConfigRules,
} from '../../shared/config/config.ts'
import { folderOf } from '../../shared/config/effective-config.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { ConfigStore } from './config-store.ts'
import { jsonCodeActions, jsonDiagnostic, jsonDocument } from './descriptor-store.ts'

/** The problems of a configuration, also with the domains that it names. */
export function configDiagnostics(
  configs: ConfigStore,
  uri: string,
  registry: Registry,
  codesPage: string | undefined,
  stopped: ReadonlySet<string>,
): Diagnostic[] {
  const document = jsonDocument(uri, configs.read.get(uri)?.text ?? '')
  return problemsOf(configs, uri, registry, stopped).map(problem => jsonDiagnostic(problem, document, codesPage))
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
  return jsonCodeActions(problemsOf(configs, uri, registry, new Set()), document, range, codesPage)
}

/** @param stopped the ids of the rules that were stopped in some file */
function problemsOf(configs: ConfigStore, uri: string, registry: Registry, stopped: ReadonlySet<string>): Problem[] {
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
