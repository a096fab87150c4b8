import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { parse, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reasonOf } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { complain } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'

/** The real paths of folders that a user named. What is none is said on standard error. */
export const realFolders = (folders: readonly string[]): string[] =>
  folders.flatMap(folder => pathOfFolder(folder) ?? [])

function pathOfFolder(folder: string): string | undefined {
  try {
    if (statSync(folder).isDirectory()) return realpathSync(resolve(folder))
    complain(`${printed(folder)} is no folder.`)
  } catch (error) {
    complain(`${printed(folder)} could not be read: ${reasonOf(error)}.`)
  }
  return undefined
}

/** What a program says of the folders that its user has open. */
export interface ClientRoot {
  readonly uri: string
}

/**
 * The folders that a client has open, without those that have much more than records. What is left out is said on
 * standard error.
 */
export const foldersOfClient = (roots: readonly ClientRoot[]): string[] =>
  realFolders(
    roots.flatMap(({ uri }) => {
      const path = pathOfRoot(uri)
      const wide = path === undefined ? 'no folder on this machine' : tooWide(path)
      if (wide !== undefined)
        complain(`The folder ${oneLine(path ?? uri)} of the client is ${wide}, so it is not read.`)
      return wide === undefined ? path! : []
    }),
  )

function pathOfRoot(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

/** What a folder is that has much more than records; undefined for other folders. Programs start servers in these. */
export function tooWide(folder: string): string | undefined {
  const path = resolve(folder)
  if (path === parse(path).root) return 'the root of the disk'
  return path === resolve(homedir()) ? 'the home folder' : undefined
}
