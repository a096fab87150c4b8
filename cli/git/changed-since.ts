import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printed } from '../files/paths.ts'
import type { Plan } from '../plan/plan.ts'

/**
 * The names of files that are saved in a folder with another text than in the working directory, or no longer there.
 *
 * @param plan a plan of the working directory, which has the same names
 */
export async function changedSince({ files, origins }: Plan, folder: string): Promise<string[]> {
  const names = [...files.map(({ source }) => source.file), ...origins.map(printed)]
  const changed: string[] = []
  for (const name of new Set(names)) {
    const checked = await contentOf(name)
    if (checked !== undefined && !isSameText(checked, await contentOf(join(folder, name)))) changed.push(name)
  }
  return changed
}

const contentOf = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined)

/** Git can write other line ends to the working directory than it has itself. */
const isSameText = (checked: Buffer, saved: Buffer | undefined): boolean =>
  saved !== undefined && (checked.equals(saved) || withLineFeeds(checked).equals(withLineFeeds(saved)))

const withLineFeeds = (content: Buffer): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
