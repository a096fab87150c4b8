import type { SchemaForm, SqlDialect } from '../../shared/schemas/form-names.ts'
import { domainAs } from '../../shared/schemas/forms.ts'
import { renamedColumns } from '../../shared/schemas/sql.ts'
import { claimTargets } from '../convert/outputs.ts'
import { orSay } from '../convert/planned-inputs.ts'
import { writeWhole } from '../convert/write-output.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { printData } from '../output/output.ts'
import { domainsHere } from '../plan/registry.ts'
import { filesRead } from '../plan/targets.ts'
import { noSuchDomain } from './look-up.ts'

export interface ExportOptions {
  readonly to: SchemaForm
  readonly dialect: SqlDialect
  readonly output?: string
  readonly force?: true
  readonly descriptors: readonly string[]
}

/** Prints a domain in another form, or writes it to a file. */
export async function exportDomain(name: string, options: ExportOptions): Promise<void> {
  const { to, dialect, output, descriptors } = options
  const fail = (sentence: string): void => {
    complain(sentence)
    host.exitCode = ExitCode.CouldNotRun
  }
  const { registry, failures, warnings, paths } = await domainsHere(descriptors)
  for (const warning of warnings) complain(warning)
  for (const { failure } of failures) fail(failure)
  const domain = registry.domainNamed(name)
  if (!domain) return fail(noSuchDomain(name, registry))
  await orSay(async () => {
    const claim = claimTargets({ read: await filesRead(paths) }, options)
    const [target] = claim(output === undefined ? [] : [output])
    const text = domainAs(domain, to, dialect)
    // Who loads records into the tables has to know it, and may not read the top of the file.
    if (to === 'sql') for (const sentence of renamedColumns(domain, dialect)) complain(sentence)
    await (target ? writeWhole(target, [text]) : printData([text]))
  })
}
