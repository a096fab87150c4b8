import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { practicePaths } from '../../shared/domains/practice.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { type Failure, reasonOf } from '../files/failure.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { printed } from '../files/paths.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { domainsHere } from '../plan/registry.ts'
import { siteFiles } from './site.ts'

/** The result of writing a site. */
export interface Site {
  /** The path of the start page, as printed. */
  readonly start: string
  /** The number of pages, with the start page. */
  readonly pages: number
}

/**
 * Writes the reference site of all domains.
 *
 * @param folder the target folder. It is created if it does not exist; its other files are kept.
 * @param playground the address of the playground that examples are opened in
 */
export async function writeSite(folder: string, registry: Registry, playground?: string): Promise<Site | Failure> {
  const files = siteFiles(registry, playground)
  try {
    for (const [file, text] of files) {
      const path = join(folder, file)
      if (await leadsOut(path, folder)) return writesNoLink(printed(path))
      await replaceWhole(path, to => writeFile(to, text))
    }
  } catch (error) {
    return { failure: `The site could not be written to ${printed(folder)}: ${reasonOf(error)}.` }
  }
  return { start: printed(join(folder, 'index.html')), pages: registry.domains.size + 1 }
}

/** Writes the reference site into a folder, and prints the path of its start page. */
export async function writeReference(
  folder: string,
  { descriptors, playground }: { readonly descriptors: readonly string[]; readonly playground?: string },
): Promise<void> {
  const { registry, failures, warnings } = await domainsHere(descriptors, practicePaths)
  for (const sentence of [...failures.map(({ failure }) => failure), ...warnings]) complain(sentence)
  const written = await writeSite(folder, registry, playground)
  if ('failure' in written) {
    complain(written.failure)
    host.exitCode = ExitCode.CouldNotRun
    return
  }
  host.stdout.write(`Wrote ${written.pages} pages. Open ${oneLine(written.start)}\n`)
  host.exitCode = failures.length === 0 ? ExitCode.Clean : ExitCode.CouldNotRun
}
