import { resolve } from 'node:path'
import {
  declaredCodes,
  ruleCodePrefix,
  ruleSettingsOf,
  settingsTogether,
} from '../../shared/check/declared/rule-settings.ts'
import type { Severities } from '../../shared/check/problem.ts'
import { moreFilesInWords } from '../../shared/domains/counts-in-words.ts'
import { localize } from '../../shared/domains/localize.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { isMarkdownFile } from '../../shared/markdown/record-fences.ts'
import type { Failure } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import {
  type ReadText,
  type ReadVersion,
  readText,
  readVersion,
  type Source,
  textOfRecords,
} from '../files/read-text.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { Configs, type DescriptorVersions, type FileSettings, type Reason } from './configs.ts'
import { findFiles, isRecordFile, isRecordOrMarkdownFile } from './find-files.ts'
import { domainsOfRun } from './registry.ts'

/** What a run reads, and the settings and domains it checks with. */
export interface Plan {
  /** The files in their order, each with the settings that count for it. */
  readonly files: readonly PlannedFile[]
  /** The other files of the choices, which the run does not read from the disk; absent if there are none. */
  readonly others?: readonly PlannedFile[]
  readonly registry: Registry
  /** The paths of the configurations and descriptors that count; folders and globs as the user gave them. */
  readonly origins: readonly string[]
  /** Whether all configurations and descriptors could be read. If not, records may be checked with the wrong rules. */
  readonly isComplete: boolean
  /** What could not be found or read, so that files, settings or domains are missing. */
  readonly failures: readonly Failure[]
  /** The globs of files and folders that the user leaves out; absent if there are none. */
  readonly exclude?: readonly string[]
  /** The files and folders that are left out, with the reason; absent if nothing was searched. */
  readonly leftOut?: ReadonlyMap<string, Reason>
  /** Sentences about descriptors and configurations that have problems and count nevertheless. */
  readonly warnings: readonly string[]
}

export interface PlannedFile {
  readonly source: Source
  readonly settings: FileSettings
}

/** What the user set on the command line. It goes before every configuration. */
export interface Choices {
  /** Whether the run only shows its files. */
  readonly showFiles?: true
  /** Leaves out files that a configuration excludes also if they are named. Without it, a named file always counts. */
  readonly forceExclude?: true
  /** Whether a folder or glob without records is no failure. */
  readonly passWithNoFiles?: true
  /** The file name for standard input. */
  readonly stdinFilename?: string
  /** Whether the Markdown files of folders are read too, of which the `rec` fences have records. */
  readonly markdown?: boolean
  /** Whether the Markdown files that a configuration includes are left out, as the command cannot use their records. */
  readonly withoutMarkdown?: true
  /** Paths of descriptors. If there are any, those of configurations do not count. */
  readonly descriptors: readonly string[]
  /** Globs for files and folders to ignore, also if they are named. */
  readonly exclude?: readonly string[]
  /** The path of the configuration to use instead of those in the folders of the files. */
  readonly config?: string
  /** The domains of files without a header. If there are any, those of configurations do not count. */
  readonly domain: readonly string[]
  /** Severities by code. A code that is not named has that of the configurations. */
  readonly rule: Severities
  /** The only codes whose problems are listed; they count also where a configuration has them off. */
  readonly codes?: readonly string[] | undefined
  /** What `now` means in rules and queries, in milliseconds since 1970. Without it, the time of the run. */
  readonly now?: number
  /**
   * The path of a file that decides about the settings of a source instead of itself; undefined if it decides itself.
   * The descriptors and the configuration of its folder then count, and those of the source's folder do not.
   */
  readonly placeOf?: (source: Source) => string | undefined
  /** The versions of descriptors that the run compares; absent if it compares none. */
  readonly versions?: DescriptorVersions
  /** Finds other files whose settings and domains count in the run, such as those of earlier commits. */
  readonly others?: (configs: Configs) => Promise<readonly Source[]>
  /** Whether only these are read, so that a file that cannot be found at the paths is no failure. */
  readonly onlyOthers?: true
}

/**
 * Finds the files that paths stand for, the configurations that count for them, and the domains.
 *
 * @param paths files, folders, globs, and `-` for standard input
 * @param top the folder above which configurations do not count; by default they count in all folders
 */
export async function planRun(paths: readonly string[], choices: Choices, top?: string): Promise<Plan> {
  const { exclude = [] } = choices
  const excluder = exclude.length > 0 ? (await import('./find-files.ts')).excluder(exclude) : undefined
  const configs = new Configs(top, excluder?.excludes, choices.config)
  if (choices.versions) configs.compare(choices.versions)
  const sources: Source[] = []
  const failures: Failure[] = [...(excluder?.failures ?? [])]
  const pages: string[] = []
  const named = new Set(paths.map(printed))
  const isWanted = choices.markdown ? isRecordOrMarkdownFile : isRecordFile
  for await (const source of findFiles(paths, choices.stdinFilename, configs, isWanted)) {
    if ('failure' in source) {
      if (!choices.onlyOthers && !(choices.passWithNoFiles && source.isOfNoFiles)) failures.push(source)
    } else if (source.path !== undefined && excluder?.excludes(source.path))
      configs.leftOut.set(source.path, { by: 'option' })
    else if (choices.withoutMarkdown && source.path && isMarkdownFile(source.file) && !named.has(source.file))
      pages.push(source.file)
    else if (!(choices.forceExclude && source.path !== undefined && (await isExcluded(source.path, configs))))
      sources.push(source)
  }
  const others = (await choices.others?.(configs)) ?? []
  const read = new Set(sources.flatMap(({ path }) => (path === undefined ? [] : resolve(path))))
  const leftOut = new Map([...configs.leftOut].filter(([path]) => !read.has(resolve(path))))
  if (!choices.showFiles)
    tellIgnored([...leftOut].flatMap(([path, { by }]) => (by === 'git' && !path.endsWith('/') ? path : [])))
  tellPages(pages)
  // What the search met beside files whose settings come from elsewhere does not count.
  const settings = choices.placeOf ? new Configs(top, excluder?.excludes, choices.config) : configs
  return { ...(await planSources(sources, choices, settings, failures, others)), leftOut }
}

/** Says which files are left out because git ignores them: a committed file can be one of them. */
function tellIgnored([first, ...others]: readonly string[]): void {
  if (first === undefined) return
  const file = oneLine(printed(first))
  complain(
    others.length === 0
      ? localize(
          '{file} is left out, because git ignores it; name a file to read it, or set "files.gitignore" to false in a recline.json.',
          { file },
        )
      : localize(
          '{file} and {others} are left out, because git ignores them; name a file to read it, or set "files.gitignore" to false in a recline.json.',
          { file, others: moreFilesInWords(others.length) },
        ),
  )
}

/** Says which Markdown files are left out. */
function tellPages([first, ...others]: readonly string[]): void {
  if (first === undefined) return
  const file = oneLine(first)
  complain(
    others.length === 0
      ? localize('{file} is left out, because this command does not read the records in Markdown.', { file })
      : localize('{file} and {others} are left out, because this command does not read the records in Markdown.', {
          file,
          others: moreFilesInWords(others.length),
        }),
  )
}

/** Plans a run on known files, which need not exist. */
export async function planSources(
  sources: readonly Source[],
  { descriptors, config, domain, rule, codes = [], exclude, now = Date.now(), placeOf }: Choices,
  configs = new Configs('', undefined, config),
  failures: readonly Failure[] = [],
  others: readonly Source[] = [],
): Promise<Plan> {
  const planned: PlannedFile[] = []
  for (const source of [...sources, ...others]) {
    const path = placeOf?.(source)
    const settings = await configs.settingsOf(path === undefined ? source : { file: printed(path), path })
    planned.push({ source, settings: chosenSettings(settings, domain, rule, codes, now) })
  }
  const all = withAllRules(planned)
  const files = all.slice(0, sources.length)
  const domains = await domainsOfRun(descriptors, configs, domain)
  const unselected = unknownRuleSentences(codes, domains.registry, files).map(failure => ({ failure }))
  return {
    files,
    ...(others.length > 0 && { others: all.slice(sources.length) }),
    registry: domains.registry,
    origins: [...configs.paths, ...domains.paths],
    isComplete: domains.failures.length === 0,
    failures: [...domains.failures, ...failures, ...unselected],
    ...(exclude && { exclude }),
    warnings: [...domains.warnings, ...unknownRuleSentences(Object.keys(rule), domains.registry, files)],
  }
}

/** A sentence for each rule of some codes that neither a descriptor nor the configuration of a file has. */
function unknownRuleSentences(chosen: readonly string[], registry: Registry, files: readonly PlannedFile[]): string[] {
  const named = chosen.filter(code => code.startsWith(ruleCodePrefix))
  if (named.length === 0) return []
  const configured = new Set(files.flatMap(({ settings }) => settings.ruleSettings?.rules ?? []))
  const codes = declaredCodes(registry, [...configured])
  return named
    .filter(code => !codes.has(code))
    .map(code => {
      const [meant] = nearest(code, codes)
      const sentence = localize('There is no rule with the code {code}.', { code: oneLine(code) })
      return meant === undefined ? sentence : `${sentence} ${localize('Did you mean {name}?', { name: meant })}`
    })
}

const isExcluded = async (path: string, configs: Configs): Promise<boolean> =>
  (await configs.withoutExcluded([path])).length === 0

/** Gives each file the rules of the others, as these can follow references into it. */
function withAllRules(files: readonly PlannedFile[]): PlannedFile[] {
  const together = settingsTogether(files.flatMap(({ settings }) => settings.ruleSettings ?? []))
  return files.map(file => {
    const { ruleSettings } = file.settings
    return ruleSettings ? { ...file, settings: { ...file.settings, ruleSettings: together(ruleSettings) } } : file
  })
}

function chosenSettings(
  settings: FileSettings,
  domain: readonly string[],
  rule: Severities,
  codes: readonly string[],
  now: number,
): FileSettings {
  const configured = Object.entries(settings.severity)
  const kept = configured.filter(([code, severity]) => severity !== 'off' || !codes.includes(code))
  const severity = { ...Object.fromEntries(kept), ...rule }
  return {
    ...settings,
    severity,
    ruleSettings: ruleSettingsOf(settings.ruleSettings?.rules ?? [], severity, now),
    ...(domain.length > 0 && { settingDomains: domain }),
  }
}

/** Prints the warnings and failures of a plan. Gives whether there is no failure; the exit code says if there is. */
export function reportPlan({ warnings, failures }: Plan): boolean {
  for (const sentence of warnings) complain(sentence)
  for (const { failure } of failures) complain(failure)
  if (failures.length > 0) host.exitCode = ExitCode.CouldNotRun
  return failures.length === 0
}

/**
 * Reads a file of a plan that may be replaced later; of Markdown only its records. The result has a version if it can
 * be replaced, so not for standard input or a pipe.
 */
export async function readPlanned({ source }: PlannedFile): Promise<ReadVersion | ReadText | Failure> {
  const { file, path } = source
  const read = (path === undefined ? undefined : await readVersion(file, path)) ?? (await readText(source))
  return 'failure' in read ? read : textOfRecords(file, read)
}
