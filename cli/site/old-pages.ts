import { closeSync, openSync, readdirSync, readSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isFileAt } from '../files/paths.ts'
import { startOfPage, startOfScript, startOfStyle } from './page.ts'

/** What was in the folder of a site besides its files. */
interface OtherFiles {
  /** How many pages of an earlier site are removed. */
  readonly removed: number
  /** The files of somebody else, by their paths in the folder. They are kept. */
  readonly kept: readonly string[]
}

/**
 * Removes the pages of an earlier site from the folder of a site: a page of a record that is gone would still be there
 * for everybody who has its address. Only files that begin as the pages and the scripts of a site do are removed.
 *
 * @param files the files of the site, by their paths in the folder
 */
export function removeOldPages(folder: string, files: ReadonlyMap<string, string>): OtherFiles {
  const others = filesOfFolder(folder, '').filter(file => !files.has(file))
  const old = new Set(others.filter(file => isOwn(join(folder, file))))
  for (const file of old) rmSync(join(folder, file))
  const foldersOfTags = [...old].flatMap(file => file.match(/^records\/[^/]+(?=\/)/) ?? [])
  for (const below of new Set(foldersOfTags)) removeIfEmpty(folder, below)
  if (foldersOfTags.length > 0) removeIfEmpty(folder, 'records')
  return { removed: old.size, kept: others.filter(file => !old.has(file)) }
}

/** The files in the folder and in those that a site has in it, without hidden ones. A link is taken for a file. */
function filesOfFolder(folder: string, below: string): string[] {
  const entries = readdirSync(join(folder, below), { withFileTypes: true })
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(entry => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (!entry.isDirectory()) return [path]
      return /^(?:domains|records|records\/[^/]+)$/.test(path) ? filesOfFolder(folder, path) : []
    })
}

/** Whether a file begins as the pages, the scripts and the style sheet of a site do. */
export function isOwn(path: string): boolean {
  if (!/\.(?:html|js|css)$/.test(path) || !isFileAt(path)) return false
  try {
    const start = firstCharacters(path, startOfPage.length)
    return [startOfPage, startOfScript, startOfStyle].some(one => start.startsWith(one))
  } catch {
    // What cannot be read may be of somebody else.
    return false
  }
}

/** The first characters of a file, which are ASCII in each file of a site. */
function firstCharacters(path: string, length: number): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    return bytes.toString('latin1', 0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

function removeIfEmpty(folder: string, below: string): void {
  try {
    rmdirSync(join(folder, below))
  } catch {
    // It has other files.
  }
}
