import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { domainsHere } from '../plan/registry.ts'
import { writeSite } from './site/write-site.ts'

/** Writes the reference site into a folder, and prints the path of its start page. */
export async function writeReference(
  folder: string,
  { descriptors }: { readonly descriptors: readonly string[] },
): Promise<void> {
  const { registry, failures, warnings } = await domainsHere(descriptors)
  for (const sentence of [...failures.map(({ failure }) => failure), ...warnings]) complain(sentence)
  const written = await writeSite(folder, registry)
  if ('failure' in written) {
    complain(written.failure)
    process.exitCode = ExitCode.CouldNotRun
    return
  }
  process.stdout.write(`Wrote ${written.pages} pages. Open ${oneLine(written.start)}\n`)
  process.exitCode = failures.length === 0 ? ExitCode.Clean : ExitCode.CouldNotRun
}
