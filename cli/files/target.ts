import { realpathSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Failure } from './failure.ts'
import { printed } from './paths.ts'

/**
 * Why results are not written to a path: they would replace records, a configuration, a descriptor, or a file that the
 * run reads. Undefined if they may be written.
 *
 * @param path the path that the user gives, whose file need not exist
 * @param read the paths of the files that the run reads
 * @param hasRecords whether the results are records themselves, so that they can replace others
 */
export function targetFailure(path: string, read: readonly string[] = [], hasRecords = false): Failure | undefined {
  const kinds = hasRecords ? kindsOfSettings : [...kindsOfSettings, records]
  const names = [basename(path), basename(realTarget(path))]
  const kind = kinds.find(({ isName }) => names.some(isName))?.kind ?? (isAmong(path, read) ? 'read by this run' : '')
  return kind === ''
    ? undefined
    : { failure: `${printed(path)} is ${kind}, so the results are not written to it; choose another name.` }
}

const records = { kind: 'a file of records', isName: (name: string) => /\.rec$/i.test(name) }

const kindsOfSettings = [
  { kind: 'a configuration', isName: (name: string) => name === 'recline.json' },
  { kind: 'a descriptor', isName: (name: string) => name.endsWith('.domain.json') },
]

/** Where a file is without symbolic links; of one that does not exist, its path. */
function realTarget(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Whether a path leads to one of some files, also by another name. */
function isAmong(path: string, files: readonly string[]): boolean {
  const target = fileAt(path)
  if (!target) return false
  return files.some(file => {
    const found = fileAt(file)
    return found?.ino === target.ino && found.dev === target.dev
  })
}

function fileAt(path: string): { readonly ino: bigint; readonly dev: bigint } | undefined {
  try {
    const found = statSync(path, { bigint: true })
    return found.isFile() ? found : undefined
  } catch {
    return undefined
  }
}
