import type { Change } from '../../shared/diff/changes.ts'
import type { Unit } from '../../shared/diff/units.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { VersionOfFiles } from './versions.ts'

/** Two versions, and the changes from one to the other. */
export interface Diff {
  readonly before: VersionOfFiles
  readonly after: VersionOfFiles
  /** The units of all files of both versions. Those of a renamed file have its name after in both. */
  readonly units: Readonly<Record<'before' | 'after', readonly Unit[]>>
  readonly changes: readonly Change[]
  /** The names before of files that have another name after, by the names after. */
  readonly renamed: ReadonlyMap<string, string>
  /** Whether a renamed file is a change itself: not if the places of records do not count, or only some records do. */
  readonly renamesCount: boolean
  /** Whether some changes can be left out. */
  readonly leavesOut: boolean
  /** Whether the places of records do not count. */
  readonly keepsPlaces: boolean
  readonly registry: Registry
}

/** The output formats. */
export const diffFormats = ['text', 'json', 'markdown', 'patch'] as const

/** The options of the command line. */
export interface DiffOptions {
  readonly format: (typeof diffFormats)[number]
  readonly since?: string
  readonly output?: string
  readonly stat?: true
  readonly exclude: readonly string[]
  readonly exitCode?: true
  readonly redact?: true
  readonly ignoreFormat?: true
  readonly ignoreOrder?: true
  readonly tag: readonly string[]
  readonly where?: string
  readonly descriptors: readonly string[]
}
