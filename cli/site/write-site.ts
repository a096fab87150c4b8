import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from '../../shared/domains/registry.ts'
import { type Failure, reasonOf } from '../files/failure.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { isFileAt, printed } from '../files/paths.ts'
import { targetsFor } from '../files/target.ts'
import { replaceWhole } from '../files/write-pieces.ts'
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
  for (const { path } of all) if (await leadsOut(path, folder)) return writesNoLink(printed(path))
  const error = await firstError(all, async ({ path, text }) => {
    if (!isFileAt(path) || (await readFile(path, 'utf8')) !== text) await replaceWhole(path, to => writeFile(to, text))
  })
  if (error !== undefined)
    return { failure: `The site could not be written to ${printed(folder)}: ${reasonOf(error)}.` }
  const pages = [...files.keys()].filter(file => file.endsWith('.html')).length
  return { start: printed(join(folder, 'index.html')), pages }
}

/** How many files are written at once: a disk takes a moment to say that it has one. */
const atOnce = 16

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
  await Promise.all(Array.from({ length: atOnce }, workOn))
  return error
}
