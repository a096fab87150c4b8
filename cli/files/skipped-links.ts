import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import { type Failure, unreadable } from './failure.ts'
import { printed } from './paths.ts'

/**
 * A link that a search did not follow. It is no failure if all files that it leads to are found at their real places.
 */
export interface SkippedLink extends Failure {
  /** The real paths of the files. */
  readonly leadsTo: readonly string[]
}

/** The links that lead to a file, and a failure for each that cannot be read. */
export async function skippedLinks(links: readonly string[]): Promise<(SkippedLink | Failure)[]> {
  const all = await Promise.all(
    links.map(async link => {
      try {
        const place = await realpath(link)
        return (await stat(place)).isFile() ? [skippedFile(link, [place])] : []
      } catch (error) {
        return [unreadable(printed(link), error)]
      }
    }),
  )
  return all.flat()
}

/**
 * The links that lead to a folder with files that count. Only the names in these folders are read, and of very many
 * names only the first.
 *
 * @param counts returns those of the paths of files below a link that would count if the link was a folder
 */
export async function skippedFolders(
  links: readonly string[],
  counts: (paths: readonly string[], link: string) => Promise<readonly string[]>,
): Promise<SkippedLink[]> {
  const found: SkippedLink[] = []
  const namesIn = new Map<string, readonly string[]>()
  const budget = { names: mostReadNames }
  for (const link of links) {
    const place = await folderAt(link)
    if (place === undefined) continue
    const names = namesIn.get(place) ?? (await namesBelow(place, budget))
    namesIn.set(place, names)
    const wanted = await counts(
      names.map(name => join(link, name)),
      link,
    )
    const leadsTo = wanted.map(path => join(place, path.slice(link.length)))
    if (leadsTo.length > 0) found.push(skippedFolder(link, leadsTo))
  }
  return found
}

/** The maximum number of names that are read. A link can lead to all files of a machine. */
const mostReadNames = 20_000

const skippedFile = (link: string, leadsTo: readonly string[]): SkippedLink => ({
  failure: localize('{link} is a link to a file that is not among the files of this run; name the link to read it.', {
    link: printed(link),
  }),
  leadsTo,
})

const skippedFolder = (link: string, leadsTo: readonly string[]): SkippedLink => ({
  failure: localize(
    '{link} is a link to a folder with files that are not among those of this run; name the link to read them.',
    { link: printed(link) },
  ),
  leadsTo,
})

/** The real path of the folder that a link leads to; undefined if it leads to none. */
async function folderAt(link: string): Promise<string | undefined> {
  try {
    const place = await realpath(link)
    return (await stat(place)).isDirectory() ? place : undefined
  } catch {
    return undefined
  }
}

/**
 * The names of the files below a folder, with `/`, without those behind further links.
 *
 * @param budget how many names may be read; each name that is read counts it down
 */
async function namesBelow(folder: string, budget: { names: number }): Promise<string[]> {
  const names: string[] = []
  const folders = ['']
  for (const below of folders) {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (budget.names-- <= 0) return names
      const name = `${below}${entry.name}`
      if (entry.isFile()) names.push(name)
      else if (entry.isDirectory() && !isIgnored(entry.name)) folders.push(`${name}/`)
    }
  }
  return names
}

/** Whether no search looks into a folder of this name. */
export const isIgnored = (name: string): boolean => name === 'node_modules' || name === '.git'
