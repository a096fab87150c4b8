import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { declaredRules, tagsOfRule } from '../../shared/check/declared/declared-rules.ts'
import { ruleCode, ruleSettingsOf } from '../../shared/check/declared/rule-settings.ts'
import { type Config, configFileName, emptyConfig, includedBy, usual } from '../../shared/config/config.ts'
import { fileNameMatcher, globMatcher } from '../../shared/config/glob.ts'
import { domainsOfFile } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { printed } from '../files/paths.ts'
import { columnFor, entry } from '../output/layout.ts'
import { nameOnLine } from '../output/one-line.ts'
import { Configs } from '../plan/configs.ts'
import { GitIgnored } from '../plan/git-ignored.ts'
import { planSources } from '../plan/plan.ts'

/**
 * Says which configuration counts for a file and what it sets, a line for each setting.
 *
 * @param descriptors the descriptors of the command line; if there are any, those of the configuration do not count
 * @returns the text, and the problems of the configuration and of the descriptors, one sentence each
 */
export async function explainConfig(
  file: string,
  descriptors: readonly string[],
): Promise<{ readonly text: string; readonly failures: readonly string[] }> {
  const name = printed(file)
  const configs = new Configs()
  const choices = { descriptors, domain: [], rule: {} }
  const plan = await planSources([{ file: name, path: file }], choices, configs)
  const [path] = configs.paths
  const found = await configs.configFor(file)
  const config = found?.config ?? emptyConfig
  const below = path === undefined ? name : relativeTo(path, file)
  const fileDomains = domainsOfFile({
    registry: plan.registry,
    fileName: below,
    ...(found?.effective.domainSettingsOf(resolve(file)) ?? { settingDomains: [] }),
  })
  // To find descriptors, other configurations are read too.
  const ownDescriptors = plan.origins.filter(origin => !configs.paths.includes(origin))
  const lines: [string, string][] = [
    ['Configuration', path === undefined ? 'none, so the defaults count' : `${printed(path)}, the nearest one`],
    ...othersAbove(path, file).map((other): [string, string] => [
      'Not used',
      `${other}, as only the nearest one counts`,
    ]),
    ['Checked', isChecked(config, below, file)],
    ['Domains', `${whichDomains(fileDomains, config, below)}. A header in the file goes first.`],
    ['Descriptors', commaList(ownDescriptors.map(printed)) || 'only the built-in domains'],
    [
      'Severities',
      commaList(Object.entries(config.severity).map(([code, severity]) => `${code} ${severity}`)) || 'the usual ones',
    ],
    [
      'Format',
      commaList(Object.entries({ ...usual.format, ...config.format }).map(([key, value]) => `${key} ${value}`)),
    ],
    ['Rules', commaList(ruleNames(config, plan.registry)) || 'only those of the domains'],
  ]
  const column = columnFor(
    lines.map(([term]) => term),
    0,
  )
  const text = lines.map(([term, said]) => `${entry(term, said, { indent: 0, column })}\n`).join('')
  return {
    text: `${nameOnLine(name)}\n\n${text}`,
    failures: [...plan.failures.map(({ failure }) => failure), ...plan.warnings],
  }
}

const commaList = (words: readonly string[]): string => words.join(', ')

/** The ids of the rules of a configuration, with a word about those that do not run. */
function ruleNames({ rules, severity }: Config, registry: Registry): string[] {
  const all = rules.map(rule => ({ ...rule, severity: 'error' as const }))
  const context = { registry, ruleSettings: ruleSettingsOf(all, {}) }
  return all.map((rule, index) => {
    const tags = tagsOfRule(rule.tag, registry).map(tag => declaredRules(tag, context))
    if (!tags.some(({ own, across }) => [...own, ...across].some(running => running.rule === rule)))
      return `${rule.id} (does not run, because it has a mistake)`
    const isOff = (severity[ruleCode(rule)] ?? rules[index]!.severity) === 'off'
    return isOff ? `${rule.id} (off)` : rule.id
  })
}

/** The path of a file from the folder of a configuration. */
const relativeTo = (config: string, file: string): string =>
  resolve(file)
    .slice(dirname(resolve(config)).replace(/[/\\]$/, '').length + 1)
    .replaceAll('\\', '/')

/** Whether a check of the folder checks the file, and which glob decides that. */
function isChecked(config: Config, path: string, file: string): string {
  const { exclude = usual.exclude, gitignore = true } = config
  const include = includedBy(config)
  const matching = (globs: readonly string[]): string | undefined => globs.find(glob => globMatcher([glob])(path))
  const excludedBy = matching(exclude)
  if (excludedBy) return `no, because "${excludedBy}" excludes it; a file that you name is checked nevertheless`
  if (gitignore && new GitIgnored().ignoresFile(file))
    return 'no, because git ignores it; a file that you name is checked nevertheless'
  const including = matching(include)
  return including
    ? `yes, because "${including}" includes it`
    : `no, because no glob of ${commaList(include.map(glob => `"${glob}"`))} includes it; a file that you name is checked nevertheless`
}

/** The domains of a file without a header, and what decides them. */
function whichDomains({ domains, source }: ReturnType<typeof domainsOfFile>, config: Config, path: string): string {
  const names = commaList(domains.map(domain => domain.path))
  if (source === 'registry') return 'all, because neither a glob nor the name of the file names one'
  if (source === 'file name') return `${names}, by the name of the file`
  const glob = Object.keys(config.domains).find(each => fileNameMatcher(each)(path))
  return `${names}, by the glob "${glob}"`
}

/** The configurations in the folders above the one that counts, as they are printed. */
function othersAbove(path: string | undefined, file: string): string[] {
  const above = (folder: string): string[] =>
    dirname(folder) === folder ? [] : [dirname(folder), ...above(dirname(folder))]
  return above(path === undefined ? resolve(file) : dirname(resolve(path)))
    .map(folder => resolve(folder, configFileName))
    .filter(other => existsSync(other))
    .map(printed)
}
