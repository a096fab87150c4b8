import type { FormatOptions } from '../check/fixes/format.ts'
import type { Severities } from '../check/problem.ts'
import type { ConfiguredRule } from '../domains/descriptor.ts'
import { fileNameMatcher } from './glob.ts'

/** The name of a configuration. It counts for the files of its folder and of all folders below. */
export const configFileName = 'recline.json'

/** What a configuration sets; undefined where it sets nothing. Globs are relative to its folder. */
export interface Config {
  /** The names of the configurations that it extends. */
  readonly extends: readonly string[]
  readonly severity: Severities
  /** The domains of files without a header, by glob. The first glob that matches a file counts. */
  readonly domains: Readonly<Record<string, readonly string[]>>
  /** The domain that stands for another one, which it extends, by the path of the latter. */
  readonly extensions: Readonly<Record<string, string>>
  readonly descriptors: readonly string[] | undefined
  readonly include: readonly string[] | undefined
  readonly exclude: readonly string[] | undefined
  /** Whether files that git ignores are left out. */
  readonly gitignore: boolean | undefined
  /** Whether the Markdown files belong to the records of the folder. */
  readonly markdown: boolean | undefined
  readonly format: Partial<FormatOptions>
  readonly rules: readonly ConfiguredRule[]
  /** The people with a role that descriptors name, by the role. */
  readonly roles: Readonly<Record<string, readonly string[]>>
  /** Where the domains come from that others publish, by their paths. */
  readonly dependencies: Readonly<Record<string, string>>
}

/** The configuration that sets nothing. */
export const emptyConfig: Config = {
  extends: [],
  severity: {},
  domains: {},
  extensions: {},
  descriptors: undefined,
  include: undefined,
  exclude: undefined,
  gitignore: undefined,
  markdown: undefined,
  format: {},
  rules: [],
  roles: {},
  dependencies: {},
}

/** The defaults. */
export const usual = {
  descriptors: ['**/*.domain.json'],
  include: ['**/*.rec'],
  exclude: ['**/node_modules/**', '**/.git/**'],
  format: { wrapColumn: 0, alignColumns: false },
} as const

/** The globs of the files with records: those of a configuration, and Markdown if it says that this has some. */
export const includedBy = ({ include, markdown }: Pick<Config, 'include' | 'markdown'>): readonly string[] => [
  ...(include ?? usual.include),
  ...(markdown ? markdownGlobs : []),
]

const markdownGlobs = ['**/*.md', '**/*.markdown']

/** The domains that a configuration names for files, or lets stand for others. */
export const domainsNamedBy = ({ domains, extensions }: Pick<Config, 'domains' | 'extensions'>): string[] => [
  ...Object.values(domains).flat(),
  ...Object.values(extensions),
]

/**
 * Finds the domains of files by glob.
 *
 * @returns takes the path of a file, relative to the folder of the globs, with `/`; gives the domains of the first glob
 *   that matches, or undefined if none matches
 */
export function domainsByGlob(domains: Config['domains']): (path: string) => readonly string[] | undefined {
  const globs = Object.entries(domains).map(([glob, names]) => ({ isMatch: fileNameMatcher(glob), names }))
  return path => globs.find(({ isMatch }) => isMatch(path))?.names
}
