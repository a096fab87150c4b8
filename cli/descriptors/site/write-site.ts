import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from '../../../shared/domains/registry.ts'
import { type Failure, reasonOf } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { siteFiles } from './site.ts'

/** A site that was written. */
export interface Site {
  /** The start page's path as printed. */
  readonly start: string
  /** How many pages there are, the start page included. */
  readonly pages: number
}

/**
 * Writes the reference site of all domains.
 *
 * @param folder where to; it is made where it is missing, files in it that the site does not have stay as they are
 */
export async function writeSite(folder: string, registry: Registry): Promise<Site | Failure> {
  const files = siteFiles(registry)
  try {
    await mkdir(join(folder, 'domains'), { recursive: true })
    for (const [file, text] of files) await writeFile(join(folder, file), text)
  } catch (error) {
    return { failure: `The site could not be written to ${printed(folder)}: ${reasonOf(error)}.` }
  }
  return { start: printed(join(folder, 'index.html')), pages: registry.domains.size + 1 }
}
