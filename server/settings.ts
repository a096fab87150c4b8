import picomatch from 'picomatch'
import type { Severities } from '../shared/problem.ts'
import type { Severity } from '../shared/rule.ts'

/** What a user can set, under `recline` in the editor's settings. */
export interface Settings {
  /** The severity of a problem code, or `off`; codes that are not named keep their own. */
  readonly severity: Severities
  /** The domains of the files that match a glob; the first glob that matches counts. */
  readonly domains: Readonly<Record<string, readonly string[]>>
}

export const defaultSettings: Settings = { severity: {}, domains: {} }

/** Reads settings as a client sends them; anything that is not of the right form counts as not set. */
export function readSettings(value: unknown): Settings {
  const { severity, domains } = asObject(value)
  return {
    severity: Object.fromEntries(Object.entries(asObject(severity)).filter((entry): entry is [string, Severity | 'off'] => isSeverity(entry[1]))),
    domains: Object.fromEntries(Object.entries(asObject(domains)).map(([glob, names]) => [glob, asNames(names)])),
  }
}

/**
 * The domain names that the settings give a file.
 *
 * @param path the file's path from its workspace folder, or its absolute path outside of all, with `/`
 */
export function domainsFor(path: string, { domains }: Settings): readonly string[] {
  const glob = Object.keys(domains).find(pattern => picomatch.isMatch(path, pattern, { basename: !pattern.includes('/'), dot: true }))
  return glob === undefined ? [] : domains[glob]!
}

const isSeverity = (value: unknown): value is Severity | 'off' =>
  value === 'error' || value === 'warning' || value === 'information' || value === 'off'

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : {}

const asNames = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(name => typeof name === 'string')
