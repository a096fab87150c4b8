import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { FormatOptions } from '../../shared/check/format.ts'
import type { Severities } from '../../shared/check/problem.ts'
import type { Config, ConfigFile } from '../../shared/config/config.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { readText, type Source } from '../files/read-text.ts'

/** What the configuration says of one file; where there is none, everything is as usual. */
export interface FileSettings {
  readonly severity: Severities
  /** The domains of the file where it has no header; empty where no glob gives it any. */
  readonly settingDomains: readonly string[]
  readonly format: Partial<FormatOptions>
}

const noSettings: FileSettings = { severity: {}, settingDomains: [], format: {} }

/**
 * The configurations of a run. For a file the nearest `recline.json` counts, in its own folder or one above, and it
 * counts whole: what it does not say is as usual and not as one further up has it. Each is read once.
 */
export class Configs {
  private readonly byFolder = new Map<string, Promise<FoundConfig | undefined>>()
  private readonly found: FoundConfig[] = []
  private readonly failures: Failure[] = []

  /** Where the configurations are that counted so far. */
  get paths(): string[] {
    return this.found.map(({ folder }) => join(folder, 'recline.json'))
  }

  /** What counts for a file; standard input is a file of the folder that its name says. */
  async settingsOf({ file, path = file }: Source): Promise<FileSettings> {
    const found = await this.at(dirname(path))
    if (!found) return noSettings
    const { severity, format } = found.config
    return { severity, format, settingDomains: found.domainsOf(found.pathOf(path)) ?? [] }
  }

  /** Whether a configuration of one of these folders says which files to look for. */
  async haveIncludes(folders: Iterable<string>): Promise<boolean> {
    for (const folder of new Set(folders)) if ((await this.at(folder))?.isIncluded) return true
    return false
  }

  /** The files that are to be looked for: those that the configurations include, and where they say nothing, as usual. */
  included(files: readonly string[], isUsual: (path: string) => boolean): Promise<string[]> {
    return this.those(files, (path, found) =>
      found?.isIncluded ? found.isIncluded(found.pathOf(path)) : isUsual(path),
    )
  }

  /** The files that no configuration excludes. */
  withoutExcluded(files: readonly string[]): Promise<string[]> {
    return this.those(files, (path, found) => !found?.isExcluded(found.pathOf(path)))
  }

  /** Whether a configuration excludes a folder as a whole, so that it need not be searched. */
  async excludesFolder(path: string): Promise<boolean> {
    const found = await this.at(dirname(path))
    return found?.isFolderExcluded(found.pathOf(path)) ?? false
  }

  /** The descriptor files of all configurations that counted so far, and the folders that cannot be searched for them. */
  async descriptors(): Promise<{ readonly paths: string[]; readonly failures: Failure[] }> {
    if (this.found.length === 0) return { paths: [], failures: [] }
    const { search } = await import('../files/search.ts')
    const { usual } = await import('../../shared/config/config.ts')
    const { globProblem } = await import('../../shared/config/glob.ts')
    const paths = new Set<string>()
    const failures: Failure[] = []
    for (const found of [...this.found]) {
      const searched = await search(
        found.config.descriptors?.filter(glob => !globProblem(glob)) ?? usual.descriptors,
        found.folder,
        this,
      )
      failures.push(...searched.failures)
      const own = await this.those(
        searched.files,
        (path, nearest) => nearest === found && !found.isExcluded(found.pathOf(path)),
      )
      for (const path of own) paths.add(path)
    }
    return { paths: [...paths], failures }
  }

  /**
   * What is wrong with the configurations that counted so far: one sentence each, with its place. The failures are
   * those of severity error, after which something may have been checked otherwise than was meant.
   */
  async problems(registry: Registry): Promise<{ readonly failures: Failure[]; readonly warnings: string[] }> {
    const failures = [...this.failures]
    const warnings: string[] = []
    for (const {
      name,
      text,
      file,
      config: { severity },
    } of this.found) {
      const { problemSentences } = await import('./config-problems.ts')
      for (const { isError, sentence } of problemSentences(name, text, file, severity, registry)) {
        if (isError) failures.push({ failure: sentence })
        else warnings.push(sentence)
      }
    }
    return { failures, warnings }
  }

  private async those(
    files: readonly string[],
    isWanted: (path: string, found: FoundConfig | undefined) => boolean,
  ): Promise<string[]> {
    const wanted: string[] = []
    for (const path of files) if (isWanted(path, await this.at(dirname(path)))) wanted.push(path)
    return wanted
  }

  /** The nearest configuration, from a folder upwards. */
  private at(folder: string): Promise<FoundConfig | undefined> {
    const path = resolve(folder)
    const known = this.byFolder.get(path)
    if (known) return known
    const found = this.find(path)
    this.byFolder.set(path, found)
    return found
  }

  private async find(folder: string): Promise<FoundConfig | undefined> {
    const path = join(folder, 'recline.json')
    if (!existsSync(path)) return dirname(folder) === folder ? undefined : this.at(dirname(folder))
    const name = printed(path)
    const read = await readText({ file: name, path })
    if ('failure' in read) this.failures.push(read)
    const found = await describe(folder, name, 'failure' in read ? '{}' : read.text)
    this.found.push(found)
    return found
  }
}

/** A configuration file of the run. */
interface FoundConfig {
  readonly folder: string
  readonly name: string
  readonly text: string
  readonly file: ConfigFile
  readonly config: Config
  /** A file's path from the folder, with `/`. */
  readonly pathOf: (path: string) => string
  readonly domainsOf: (path: string) => readonly string[] | undefined
  readonly isIncluded: ((path: string) => boolean) | undefined
  readonly isExcluded: (path: string) => boolean
  readonly isFolderExcluded: (path: string) => boolean
}

/** The code that reads configurations is loaded only where there are any. */
async function describe(folder: string, name: string, text: string): Promise<FoundConfig> {
  const { domainsByGlob, readConfigFile, emptyConfig, usual } = await import('../../shared/config/config.ts')
  const { folderMatcher, globMatcher } = await import('../../shared/config/glob.ts')
  const file = readConfigFile(text)
  const config = file.config ?? emptyConfig
  const exclude = config.exclude ?? usual.exclude
  return {
    folder,
    name,
    text,
    file,
    config,
    pathOf: path => relative(folder, resolve(path)).replaceAll(sep, '/'),
    domainsOf: domainsByGlob(config.domains),
    isIncluded: config.include && globMatcher(config.include),
    isExcluded: globMatcher(exclude),
    isFolderExcluded: folderMatcher(exclude),
  }
}
