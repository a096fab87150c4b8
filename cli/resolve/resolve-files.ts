import { checkFile } from '../../shared/check/check.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { type ConflictResolution, resolveAll } from '../../shared/merge/resolve-conflict.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { parse } from '../../shared/syntax/tree.ts'
import type { Failure } from '../files/failure.ts'
import { replaceFile } from '../files/write-files.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { type Plan, type PlannedFile, readPlanned } from '../plan/plan.ts'

/** What the command line says about how conflicts are resolved. */
export interface ResolveOptions {
  readonly ours?: true
  readonly theirs?: true
  readonly combine?: true
  readonly field?: string
}

/** Resolves the conflicts of the files of a plan, prints how many, and sets the exit code: 1 if some are left. */
export async function resolveFiles(plan: Plan, options: ResolveOptions): Promise<void> {
  for (const { failure } of plan.failures) complain(failure)
  let hasFailures = plan.failures.length > 0 || !plan.isComplete
  let left = 0
  const how = resolutionOf(options)
  for (const file of plan.files) {
    const outcome = await resolveFile(file, plan, how)
    if ('failure' in outcome) {
      complain(outcome.failure)
      hasFailures = true
    } else left += outcome.left
  }
  const outcome = left > 0 ? ExitCode.Errors : ExitCode.Clean
  host.exitCode = hasFailures ? ExitCode.CouldNotRun : outcome
}

function resolutionOf({ ours, combine, field: name }: ResolveOptions): ConflictResolution {
  if (combine) return { kind: 'combine' }
  const side = ours ? 'ours' : 'theirs'
  return name === undefined ? { kind: 'keep', side } : { kind: 'field', side, name }
}

/** @returns how many conflicts are left, or why the file could not be read or written */
async function resolveFile(
  planned: PlannedFile,
  { registry }: Plan,
  how: ConflictResolution,
): Promise<{ readonly left: number } | Failure> {
  const {
    source: { file: fileName },
    settings,
  } = planned
  const read = await readPlanned(planned)
  if ('failure' in read) return read
  if (!('version' in read))
    return {
      failure: localize('{file} is not a regular file, so its conflicts are not resolved.', { file: fileName }),
    }
  const file = checkFile(parse(read.text), { registry, fileName, ...domainSettings(settings) })
  const { changes, resolved, narrowed, left } = resolveAll(file, how)
  if (changes.length > 0) {
    const failure = await replaceFile({ file: fileName, ...read }, applyChanges(file.tree, changes))
    if (failure) return failure
  }
  host.stderr.write(`${resolvedInWords(oneLine(fileName), resolved, left, narrowed)}\n`)
  return { left }
}

/** @param narrowed how many conflicts are left without the field that was decided about */
function resolvedInWords(file: string, resolved: number, left: number, narrowed: number): string {
  if (resolved + narrowed + left === 0) return localize('{file} has no conflicts.', { file })
  const parts = [
    resolved === 1 ? localize('1 conflict resolved') : localize('{count} conflicts resolved', { count: resolved }),
    ...(left > 0 ? [localize('{count} left', { count: left })] : []),
    ...(narrowed > 0 ? [localize('{count} of them without the field', { count: narrowed })] : []),
  ]
  return localize('{file}: {parts}.', { file, parts: { list: parts } })
}
