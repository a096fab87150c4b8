import type { FormatOptions } from '../../shared/check/fixes/format.ts'
import type { Severities } from '../../shared/check/problem.ts'
import type { Severity } from '../../shared/check/rule.ts'
import { type Config, usual } from '../../shared/config/config.ts'

/** The settings for one file. */
export interface Settings {
  /** Severities by problem code, or `off`. A code that is not named keeps its default. */
  readonly severity: Severities
  readonly codeLens: CodeLensSettings
  readonly inlayHints: InlayHintSettings
  /** Undefined if the user has not chosen: the usual fields, if the client removes those that stay empty. */
  readonly newRecords: NewRecordFields | undefined
  readonly format: FormatOptions
}

/** The fields of a new record: those that it must have, or also those that most records of its tag have. */
type NewRecordFields = 'required' | 'usual'

/** Which code lenses the user wants. */
export interface CodeLensSettings {
  /** How many references a record has. */
  readonly references: boolean
  /** How many records of each domain are below a header. */
  readonly counts: boolean
}

/** Which inlay hints the user wants. */
export interface InlayHintSettings {
  /** The unit after a number. */
  readonly units: boolean
  /** The title of a record after a reference to it. */
  readonly titles: boolean
  /** The domain after a tag that several domains in force define. */
  readonly domains: boolean
}

/** What the user set under `recline` in the editor. It goes before every `recline.json`. */
export interface EditorSettings extends Config {
  /** Whether the problems of all files are reported, or only of those that are open. */
  readonly problems: 'all' | 'open'
  readonly codeLens: CodeLensSettings
  readonly inlayHints: InlayHintSettings
  readonly newRecords: NewRecordFields | undefined
}

export const defaultSettings: Settings = {
  severity: {},
  codeLens: { references: false, counts: true },
  inlayHints: { units: true, titles: true, domains: true },
  newRecords: undefined,
  format: usual.format,
}

/** Reads settings from a client, which can be anything. A value of the wrong type counts as not set. */
export function readSettings(value: unknown): EditorSettings {
  const { severity, domains, files, descriptors, problems, codeLens, inlayHints, newRecords, format } = asObject(value)
  const { include, exclude, gitignore } = asObject(files)
  return {
    extends: [],
    severity: Object.fromEntries(
      Object.entries(asObject(severity)).filter((entry): entry is [string, Severity | 'off'] => isSeverity(entry[1])),
    ),
    domains: Object.fromEntries(
      Object.entries(asObject(domains)).flatMap(([glob, names]) => {
        const read = asNames(names)
        return read ? [[glob, read]] : []
      }),
    ),
    extensions: {},
    include: asNames(include),
    exclude: asNames(exclude),
    gitignore: typeof gitignore === 'boolean' ? gitignore : undefined,
    markdown: undefined,
    descriptors: asNames(descriptors),
    problems: problems === 'open' ? 'open' : 'all',
    codeLens: readSwitches(codeLens, defaultSettings.codeLens),
    inlayHints: readSwitches(inlayHints, defaultSettings.inlayHints),
    newRecords: newRecords === 'usual' || newRecords === 'required' ? newRecords : undefined,
    format: readFormat(asObject(format)),
    rules: [],
    roles: {},
    dependencies: {},
  }
}

/** The switches that are set to true or false, and the defaults of all others. */
const readSwitches = <Switches extends Readonly<Record<keyof Switches, boolean>>>(
  value: unknown,
  standard: Switches,
): Switches => ({
  ...standard,
  ...Object.fromEntries(
    Object.entries(asObject(value)).filter(([name, on]) => Object.hasOwn(standard, name) && typeof on === 'boolean'),
  ),
})

const readFormat = ({ wrapColumn, alignColumns }: Record<string, unknown>): Partial<FormatOptions> => ({
  ...(typeof wrapColumn === 'number' && wrapColumn >= 0 && { wrapColumn: Math.floor(wrapColumn) }),
  ...(typeof alignColumns === 'boolean' && { alignColumns }),
})

const isSeverity = (value: unknown): value is Severity | 'off' =>
  value === 'error' || value === 'warning' || value === 'information' || value === 'off'

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** One name or a list of names; undefined for anything else. Ignores items of a list that are not strings. */
function asNames(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter(name => typeof name === 'string') : undefined
}
