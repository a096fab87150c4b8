import picomatch from 'picomatch'
import type { Severities } from '../shared/problem.ts'
import type { Severity } from '../shared/rule.ts'
import type { FormatOptions } from '../shared/format.ts'
import type { CodeLensSettings } from './features/code-lenses.ts'
import type { InlayHintSettings } from './features/inlay-hints.ts'


/** What a user can set, under `recline` in the editor's settings. */
export interface Settings {
  /** The severity of a problem code, or `off`; codes that are not named keep their own. */
  readonly severity: Severities
  /** The domains of the files that match a glob; the first glob that matches counts. */
  readonly domains: Readonly<Record<string, readonly string[]>>
  /** Which files of the workspace are read for references: globs from each folder. */
  readonly files: { readonly include: readonly string[]; readonly exclude: readonly string[] }
  /** Where the workspace's own descriptors are: globs from each folder. */
  readonly descriptors: readonly string[]
  readonly codeLens: CodeLensSettings
  readonly inlayHints: InlayHintSettings
  readonly format: FormatOptions
}

export const defaultSettings: Settings = {
  severity: {},
  domains: {},
  files: { include: ['**/*.rec'], exclude: ['**/node_modules/**', '**/.git/**'] },
  descriptors: ['**/*.domain.json'],
  codeLens: { references: true, counts: true },
  inlayHints: { units: true, titles: true, domains: true },
  format: { wrapColumn: 0, alignColumns: false },
}

/** Reads settings as a client sends them; anything that is not of the right form counts as not set. */
export function readSettings(value: unknown): Settings {
  const { severity, domains, files, descriptors, codeLens, inlayHints, format } = asObject(value)
  const { include, exclude } = asObject(files)
  return {
    severity: Object.fromEntries(Object.entries(asObject(severity)).filter((entry): entry is [string, Severity | 'off'] => isSeverity(entry[1]))),
    domains: Object.fromEntries(Object.entries(asObject(domains)).flatMap(([glob, names]) => {
      const read = asNames(names)
      return read ? [[glob, read]] : []
    })),
    files: {
      include: asNames(include)?.filter(isGlob) ?? defaultSettings.files.include,
      exclude: asNames(exclude)?.filter(isGlob) ?? defaultSettings.files.exclude,
    },
    descriptors: asNames(descriptors)?.filter(isGlob) ?? defaultSettings.descriptors,
    codeLens: readSwitches(codeLens, defaultSettings.codeLens),
    inlayHints: readSwitches(inlayHints, defaultSettings.inlayHints),
    format: readFormat(asObject(format)),
  }
}

/**
 * The domain names that the settings give a file.
 *
 * @param path the file's path from its workspace folder, or its absolute path outside of all, with `/`
 */
export function domainsFor(path: string, { domains }: Settings): readonly string[] {
  const glob = Object.keys(domains).filter(isGlob).find(pattern => picomatch.isMatch(path, pattern, { basename: !pattern.includes('/'), dot: true }))
  return glob === undefined ? [] : domains[glob]!
}

/** Whether a file, by its path from its folder, is one that the workspace's files are read from. */
export const isWorkspaceFile = (path: string, { files }: Settings): boolean =>
  picomatch.isMatch(path, [...files.include], { ignore: [...files.exclude], dot: true })

/** Whether a file is one that a descriptor of the workspace is read from. */
export const isDescriptorFile = (path: string, { descriptors, files }: Settings): boolean =>
  picomatch.isMatch(path, [...descriptors], { ignore: [...files.exclude], dot: true })

/** The switches that are set to true or false, the others as they usually are. */
const readSwitches = <Switches extends Readonly<Record<keyof Switches, boolean>>>(value: unknown, usual: Switches): Switches =>
  ({ ...usual, ...Object.fromEntries(Object.entries(asObject(value)).filter(([name, on]) => Object.hasOwn(usual, name) && typeof on === 'boolean')) })

const readFormat = ({ wrapColumn, alignColumns }: Record<string, unknown>): FormatOptions => ({
  wrapColumn: typeof wrapColumn === 'number' && wrapColumn > 0 ? Math.floor(wrapColumn) : 0,
  alignColumns: alignColumns === true,
})

const isSeverity = (value: unknown): value is Severity | 'off' =>
  value === 'error' || value === 'warning' || value === 'information' || value === 'off'

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : {}

/** One name or a list; undefined for anything else. What is no text in a list is left out. */
function asNames(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter(name => typeof name === 'string') : undefined
}

/** Whether text can be matched as a glob: picomatch throws on an empty one and on one of more than 65,536 characters. */
const isGlob = (text: string): boolean => text !== '' && text.length <= 65_536
