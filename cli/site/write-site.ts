import { existsSync, lstatSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { type Failure, reasonOf } from '../files/failure.ts'
import { inFolderOf } from '../files/folders.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { isFileAt, printed } from '../files/paths.ts'
import { targetsFor } from '../files/target.ts'
import { writeNew } from '../files/write-new.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { isOwn } from './old-pages.ts'
import { siteFiles } from './site.ts'

/** The result of writing a site. */
export interface Site {
  /** The path of the start page, as printed. */
  readonly start: string
  /** The number of pages, with the start page. */
  readonly pages: number
}

/** Writes the site of all domains. @param folder the target folder. It is created if it does not exist. */
export const writeSite = (folder: string, registry: Registry): Promise<Site | Failure> =>
  writeSiteFiles(folder, siteFiles(registry), [])

/**
 * Writes the files of a site, and none of those that are there as they should be. No file is written if one of them
 * would replace a file of records or settings.
 *
 * @param folder the target folder. It is created if it does not exist; its other files are kept.
 * @param read the paths of the files that the run reads
 */
export async function writeSiteFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  read: readonly string[],
): Promise<Site | Failure> {
  const all = [...files].map(([file, text]) => ({ path: join(folder, file), text }))
  const targets = targetsFor([folder, ...all.map(({ path }) => path)], { read })
  if ('failure' in targets) return targets
  const link = await linkOutOf(
    folder,
    all.map(({ path }) => path),
  )
  if (link !== undefined) return writesNoLink(printed(link))
  const [foreign, ...others] = all.filter(({ path }) => existsSync(path) && !isOwn(path))
  if (foreign)
    return {
      failure: notOfSite(printed(foreign.path), others.length),
    }
  const error = await firstError(all, ({ path, text }) => writeIfOther(path, text))
  if (error !== undefined)
    return {
      failure: localize('The site could not be written to {folder}: {reason}.', {
        folder: printed(folder),
        reason: reasonOf(error),
      }),
    }
  const pages = [...files.keys()].filter(file => file.endsWith('.html')).length
  return { start: printed(join(folder, 'index.html')), pages }
}

function notOfSite(file: string, others: number): string {
  if (others === 0)
    return localize(
      '{file} would be replaced, and no site has written it, so nothing is written; choose another folder, or move what is there.',
      { file },
    )
  return others === 1
    ? localize(
        '{file} and 1 other file would be replaced, and no site has written them, so nothing is written; choose another folder, or move what is there.',
        { file },
      )
    : localize(
        '{file} and {count} other files would be replaced, and no site has written them, so nothing is written; choose another folder, or move what is there.',
        { file, count: others },
      )
}

function isLinkAt(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  } catch {
    // A file stands where a folder should be: writing says so.
    return false
  }
}

/** A link among some paths and their folders that leads out of a folder; undefined if there is none. */
async function linkOutOf(folder: string, paths: readonly string[]): Promise<string | undefined> {
  const links = paths.filter(isLinkAt)
  for (const path of new Set([...paths.map(path => dirname(path)), ...links]))
    if (await leadsOut(path, folder)) return path
  return undefined
}

/**
 * Writes a file, unless it is there with this text. One that is there is replaced as a whole. For a new one it is
 * enough that no part of it stays where the disk is full, which takes a third of the time.
 */
async function writeIfOther(path: string, text: string): Promise<void> {
  if (!existsSync(path)) return inFolderOf(path, () => writeNew(path, text))
  if (!isFileAt(path) || (await readFile(path, 'utf8')) !== text) await replaceWhole(path, to => writeFile(to, text))
}

/** How many files are written at once: a disk takes a moment to say that it has one. */
const filesWrittenAtOnce = 16

/** Does work for all items, some at once. After an error, no more work begins. Gives the first error. */
async function firstError<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<unknown> {
  let error: unknown
  const left = items.values()
  const workOn = async (): Promise<void> => {
    for (let next = left.next(); !next.done && error === undefined; next = left.next())
      await work(next.value).catch((reason: unknown) => {
        error ??= reason
      })
  }
  await Promise.all(Array.from({ length: filesWrittenAtOnce }, workOn))
  return error
}
