import type { Severities } from '../../shared/check/problem.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import type { Source } from '../files/read-text.ts'
import { Configs, type FileSettings } from './configs.ts'
import { findFiles } from './find-files.ts'
import { domainsOfRun } from './registry.ts'

/** What a run reads, and by what it is judged. */
export interface Plan {
  /** The files in their order, each with the settings that count for it. */
  readonly files: readonly PlannedFile[]
  readonly registry: Registry
  /** The configurations and descriptors that count: files, and as the user gave them folders and globs. */
  readonly origins: readonly string[]
  /** Whether all configurations and descriptors could be read; without one of them records may be judged by the wrong rules. */
  readonly isComplete: boolean
  /** What could not be found or read so far, so that files, settings or domains are missing. */
  readonly failures: readonly Failure[]
  /** Sentences on descriptors and configurations that count although something is wrong with them. */
  readonly warnings: readonly string[]
}

export interface PlannedFile {
  readonly source: Source
  readonly settings: FileSettings
}

/** What the command line says; it wins over every configuration. */
export interface Choices {
  /** The name that standard input goes by. */
  readonly stdinFilename?: string
  /** Where the user's descriptor files are; where there are any, those of configurations do not count. */
  readonly descriptors: readonly string[]
  /** The domains of files without a header, instead of those that configurations give them. */
  readonly domain: readonly string[]
  /** Severities of codes; codes that are not named have those of the configurations. */
  readonly rule: Severities
}

/**
 * Finds the files that paths stand for, the configurations that count for them, and the domains.
 *
 * @param paths files, folders, globs, and `-` for standard input
 */
export async function planRun(paths: readonly string[], choices: Choices): Promise<Plan> {
  const configs = new Configs()
  const sources: Source[] = []
  const failures: Failure[] = []
  for await (const source of findFiles(paths, choices.stdinFilename, configs)) {
    if ('failure' in source) failures.push(source)
    else sources.push(source)
  }
  return planSources(sources, choices, configs, failures)
}

/** The plan for files that are known, whether or not they are there. */
export async function planSources(
  sources: readonly Source[],
  { descriptors, domain, rule }: Choices,
  configs = new Configs(),
  failures: readonly Failure[] = [],
): Promise<Plan> {
  const files: PlannedFile[] = []
  for (const source of sources) files.push({ source, settings: chosen(await configs.settingsOf(source), domain, rule) })
  const domains = await domainsOfRun(descriptors, configs)
  return {
    files,
    registry: domains.registry,
    origins: [...configs.paths, ...domains.paths],
    isComplete: domains.failures.length === 0,
    failures: [...domains.failures, ...failures],
    warnings: domains.warnings,
  }
}

function chosen(settings: FileSettings, domain: readonly string[], rule: Severities): FileSettings {
  if (domain.length === 0 && Object.keys(rule).length === 0) return settings
  return {
    ...settings,
    severity: { ...settings.severity, ...rule },
    ...(domain.length > 0 && { settingDomains: domain }),
  }
}
