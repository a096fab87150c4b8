import type { SchemaForm, SqlDialect } from '../../shared/schemas/form-names.ts'
import { domainAs } from '../../shared/schemas/forms.ts'
import { renamedColumns } from '../../shared/schemas/sql.ts'
import { writePieces } from '../files/write-pieces.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { printData } from '../output/output.ts'
import { domainsHere } from '../plan/registry.ts'
import { targetOfRun } from '../plan/targets.ts'
import { noSuchDomain } from './look-up.ts'

export interface ExportOptions {
  readonly to: SchemaForm
  readonly dialect: SqlDialect
  readonly output?: string
  readonly descriptors: readonly string[]
}

/** Prints a domain in another form, or writes it to a file. */
export async function exportDomain(name: string, { to, dialect, output, descriptors }: ExportOptions): Promise<void> {
  const fail = (sentence: string): void => {
    complain(sentence)
    host.exitCode = ExitCode.CouldNotRun
  }
  const { registry, failures, warnings, paths } = await domainsHere(descriptors)
  for (const warning of warnings) complain(warning)
  for (const { failure } of failures) fail(failure)
  const domain = registry.domainNamed(name)
  if (!domain) return fail(noSuchDomain(name, registry))
  const target = await targetOfRun(output, paths)
  if (target && 'failure' in target) return fail(target.failure)
  const text = domainAs(domain, to, dialect)
  // Who loads records into the tables has to know it, and may not read the top of the file.
  if (to === 'sql') for (const sentence of renamedColumns(domain, dialect)) complain(sentence)
  if (target === undefined) return printData([text])
  const unwritten = await writePieces(target, [text])
  if (unwritten) fail(unwritten.failure)
}
