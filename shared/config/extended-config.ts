import type { Node } from 'jsonc-parser'
import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import { type Config, configFileName } from './config.ts'
import { configCodes } from './config-codes.ts'
import { type ConfigFile, type ConfigProblem, configProblem } from './config-file.ts'
import { folderOf } from './effective-config.ts'
import { spanOf } from './json.ts'

/** A configuration that another one extends. */
export interface BaseConfig {
  /** Its path or URI. */
  readonly place: string
  readonly text: string
  readonly file: ConfigFile
}

/** Finds a configuration by the name that another one has for it, or says why there is none. */
export type FindBase = (name: string, place: string) => BaseConfig | { readonly reason: string }

/** A configuration with those that it extends. */
export interface ExtendedConfig {
  readonly config: Config
  readonly problems: readonly ConfigProblem[]
  /** All that it extends, also through others. */
  readonly bases: readonly BaseConfig[]
}

/** The most configurations on the way to one that extends nothing. */
const mostBases = 10

/**
 * Reads the configurations that one extends. Later ones win, and the configuration itself wins over all.
 *
 * @param config what the configuration sets itself
 * @param place its path or URI
 */
export function extendedConfig(config: Config, file: ConfigFile, place: string, find: FindBase): ExtendedConfig {
  const bases: BaseConfig[] = []
  const problems: ConfigProblem[] = []

  const mergedInto = (own: Config, { extended }: ConfigFile, above: readonly string[]): Config => {
    let merged: Config | undefined
    for (const node of extended) {
      const found = find(node.value as string, above.at(-1)!)
      const reason = 'reason' in found ? found.reason : reasonAgainst(found, above)
      if (reason !== undefined) {
        if (above.length === 1) problems.push(extendsProblem(node, reason))
        else {
          const below = localize('"{name}" below it: {reason}', { name: shorten(String(node.value)), reason })
          problems.push(extendsProblem(file.extended[0]!, below))
        }
        continue
      }
      const base = found as BaseConfig
      bases.push(base)
      const config = mergedInto(base.file.config!, base.file, [...above, base.place])
      merged = merged ? mergedConfig(merged, config) : config
    }
    return merged ? mergedConfig(merged, own) : own
  }

  const merged = mergedInto(config, file, [place])
  return { config: { ...merged, extends: config.extends, descriptors: config.descriptors }, problems, bases }
}

function reasonAgainst({ place, file }: BaseConfig, above: readonly string[]): string | undefined {
  if (above.includes(place)) return localize('it extends this configuration again, in a circle; remove one of the two')
  if (above.length > mostBases)
    return localize('there are more than {count} configurations on the way to it', { count: mostBases })
  return file.config ? undefined : localize('it is not JSON')
}

const extendsProblem = (node: Node, reason: string): ConfigProblem =>
  configProblem(
    spanOf(node),
    configCodes.extends,
    localize('The configuration "{name}" cannot be extended: {reason}.', { name: shorten(String(node.value)), reason }),
  )

/** What two configurations set together; the second one wins. Its globs for domains are tried first. */
function mergedConfig(first: Config, second: Config): Config {
  const ids = new Set(second.rules.map(({ id }) => id))
  return {
    ...second,
    severity: { ...first.severity, ...second.severity },
    domains: { ...second.domains, ...withoutKeys(first.domains, second.domains) },
    extensions: { ...first.extensions, ...second.extensions },
    include: second.include ?? first.include,
    exclude: second.exclude ?? first.exclude,
    gitignore: second.gitignore ?? first.gitignore,
    markdown: second.markdown ?? first.markdown,
    format: { ...first.format, ...second.format },
    roles: { ...first.roles, ...second.roles },
    rules: [...first.rules.filter(({ id }) => !ids.has(id)), ...second.rules],
  }
}

const withoutKeys = <Value>(all: Readonly<Record<string, Value>>, others: object): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !Object.hasOwn(others, key)))

/** The folder that configurations must not lead out of. */
export interface ConfigBorder {
  readonly top: string
  /** That something leads out of it, as the end of a sentence. */
  readonly reason: string
}

/** The border where there is a repository. */
export const borderOfRepository = (top: string): ConfigBorder => ({
  top,
  reason: localize('it leads out of the repository'),
})

/** The border where there is none: the folder of the topmost configuration. */
export const borderOfTopmost = (top: string): ConfigBorder => ({
  top,
  reason: localize(
    'it leads out of {folder}, the folder with the topmost recline.json, which is the border outside of a git repository',
    { folder: folderName(top) },
  ),
})

/** The border where there is no configuration above either: the working directory of the command line. */
export const borderOfWorkingDirectory = (top: string): ConfigBorder => ({
  top,
  reason: localize('it leads out of {folder}, the working directory, which is the border outside of a git repository', {
    folder: folderName(top),
  }),
})

const folderName = (folder: string): string => folder.split('/').at(-1) || '/'

/** The folders above a folder, and the folder itself, the topmost first. */
export const foldersFromTop = (folder: string): string[] =>
  folder.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))

/**
 * The places where a configuration can be that another one extends, the nearest first.
 *
 * @param name a path that starts with `./` or `../`, or a package
 * @param folder the folder of the configuration that names it
 * @param border what it must not lead out of
 */
export function placesOfBase(
  name: string,
  folder: string,
  { top, reason }: ConfigBorder,
): string[] | { readonly reason: string } {
  const file = name.endsWith('.json') ? '' : `/${configFileName}`
  if (/^\.{1,2}(\/|$)/.test(name)) {
    const names = folder.split('/')
    for (const part of name.split('/')) {
      if (part === '..') names.pop()
      else if (part !== '.' && part !== '') names.push(part)
    }
    const place = `${names.join('/')}${file}`
    return place.startsWith(`${top}/`) ? [place] : { reason }
  }
  const places: string[] = []
  for (let at: string | undefined = folder; at !== undefined && `${at}/`.startsWith(`${top}/`); at = folderOf(at))
    places.push(`${at}/node_modules/${name}${file}`)
  return places
}
