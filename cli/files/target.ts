import { fstatSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import { lockFileName } from '../../shared/registry/lock.ts'
import type { Failure } from './failure.ts'
import { printed, realPathIfThere } from './paths.ts'

declare const isTarget: unique symbol

/**
 * A file that results may be written to. Only `targetsFor` makes one, and what writes results takes nothing else, so
 * that no command can replace what it reads.
 */
export interface Target {
  readonly path: string
  /** Whether there must be no such file when the results are written. */
  readonly isNew: boolean
  readonly [isTarget]: true
}

/** What stands behind results. */
export interface ResultsOfRun {
  /** The paths of the files that the run reads; `-` is standard input. */
  readonly read: readonly string[]
  /** Whether the results are records themselves, so that they can replace others. */
  readonly haveRecords?: boolean
  /** Whether they are descriptors, likewise. */
  readonly areDescriptors?: boolean
  /** Whether there must be no such files yet. */
  readonly areNew?: boolean
}

/**
 * The paths that results are written to, which the user gives, and whose files need not exist. A failure if one of
 * them would replace records, settings or a file that the run reads, also by another name, or if two are one file.
 */
export function targetsFor(
  paths: readonly string[],
  { read, haveRecords = false, areDescriptors = false, areNew = false }: ResultsOfRun,
): readonly Target[] | Failure {
  const kinds = [...kindsOfSettings, ...(haveRecords ? [] : [records]), ...(areDescriptors ? [] : [descriptors])]
  // A site has thousands of files, so each path is looked at once.
  const filesRead = new Set(read.flatMap(path => identityOfFile(path) ?? []))
  const taken = new Set<string>()
  for (const path of paths) {
    const place = realPathIfThere(path)
    const names = [basename(path), basename(place)]
    const identity = identityOfFile(path)
    const file = printed(path)
    const named = kinds.find(({ isName }) => names.some(isName))?.kind
    if (named === undefined && identity !== undefined && filesRead.has(identity))
      return {
        failure: localize('{file} is read by this run, so the results are not written to it; choose another name.', {
          file,
        }),
      }
    const content = named ?? kindOfContent(path)
    const kind = areDescriptors && content === descriptors.kind ? undefined : content?.()
    if (kind !== undefined)
      return {
        failure: localize('{file} is {kind}, so the results are not written to it; choose another name.', {
          file,
          kind,
        }),
      }
    if (taken.has(place) || (identity !== undefined && taken.has(identity)))
      return { failure: localize('{file} is named for two results; choose another name.', { file }) }
    taken.add(place)
    if (identity !== undefined) taken.add(identity)
  }
  return paths.map(path => ({ path, isNew: areNew }) as Target)
}

/** Whether a path leads to one of some files, also by another name. */
export function isAmong(path: string, files: readonly string[]): boolean {
  const target = identityOfFile(path)
  return target !== undefined && files.some(file => identityOfFile(file) === target)
}

/** What a file is under all of its names; undefined if there is no such file. */
function identityOfFile(path: string): string | undefined {
  const found = fileAt(path)
  return found && `${found.dev}:${found.ino}`
}

const records = { kind: () => localize('a file of records'), isName: (name: string) => /\.rec$/i.test(name) }

const descriptors = { kind: () => localize('a descriptor'), isName: (name: string) => /\.domain\.json$/i.test(name) }

// Some file systems take upper and lower case for the same.
const kindsOfSettings = [
  { kind: () => localize('a configuration'), isName: (name: string) => name.toLowerCase() === 'recline.json' },
  { kind: () => localize('a lock'), isName: (name: string) => name.toLowerCase() === lockFileName },
]

/** The largest file that is read to see whether it is a descriptor or an index. */
const mostBytesOfJson = 16 * 2 ** 20

/** What a file of JSON is that must not be replaced, whatever its name is. */
function kindOfContent(path: string): (() => string) | undefined {
  const found = fileAt(path)
  if (!found || found.size > mostBytesOfJson) return undefined
  let value: unknown
  try {
    const text = readFileSync(path, 'utf8')
    if (!/^\ufeff?\s*\{/.test(text)) return undefined
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
  const { domain, version, records: tags, namespaces } = value as Readonly<Record<string, unknown>>
  if (typeof domain === 'string' && typeof version === 'string' && Array.isArray(tags)) return descriptors.kind
  return typeof namespaces === 'object' && namespaces !== null ? () => localize('the index of a registry') : undefined
}

function fileAt(path: string): { readonly ino: bigint; readonly dev: bigint; readonly size: bigint } | undefined {
  try {
    const found = path === '-' ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true })
    return found.isFile() ? found : undefined
  } catch {
    return undefined
  }
}
