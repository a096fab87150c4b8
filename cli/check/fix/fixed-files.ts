import { type CheckedFile, checkFile, conflictsOf } from '../../../shared/check/check.ts'
import { type FixLevel, type FixRound, fixRounds } from '../../../shared/check/fixes/fixes.ts'
import type { Problem } from '../../../shared/check/problem.ts'
import { domainSettings } from '../../../shared/domains/domains-in-force.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { withScan } from '../../../shared/scan/record-scan.ts'
import { parse, positionIn } from '../../../shared/syntax/tree.ts'
import { type Failure, inConflict } from '../../files/failure.ts'
import { type ReadVersion, readVersion, textOfRecords } from '../../files/read-text.ts'
import type { Plan } from '../../plan/plan.ts'

/** Which problems to fix, and how. */
export interface WantedFixes {
  /** The codes to fix; all if it is undefined. */
  readonly only?: readonly string[] | undefined
  readonly level: FixLevel
}

/** A file that is changed by its fixes. */
export interface FixedFile extends Omit<ReadVersion, 'text'> {
  /** The file's name as printed. */
  readonly file: string
  readonly before: CheckedFile
  /** The fixes in the order in which they were applied; at least one round. */
  readonly rounds: readonly FixRound[]
}

/** A sentence about fixes that were not made, because records would not say the same after them. */
export interface FixRefusal {
  readonly refusal: string
}

/**
 * Applies the fixes of all files of a plan, and returns the files that change. Writes nothing. Problems of codes
 * that are switched off are not fixed. If a descriptor is missing, no file is fixed, because comments that suppress its
 * problems would be removed as unused.
 */
export async function* fixedFiles(
  { files, registry, isComplete }: Plan,
  { only, level }: WantedFixes,
): AsyncGenerator<FixedFile | Failure | FixRefusal> {
  if (!isComplete) {
    yield {
      failure: localize('No file was fixed, because a descriptor or a recline.json is missing or has errors.'),
    }
    return
  }
  for (const {
    source: { file, path },
    settings,
  } of files) {
    const { severity } = settings
    const read = path === undefined ? undefined : await readVersion(file, path)
    if (!read) continue
    if ('failure' in read) {
      yield read
      continue
    }
    const { text, ...found } = textOfRecords(file, read)
    const before = checkFile(parse(text), withScan({ registry, fileName: file, ...domainSettings(settings) }))
    const [conflict] = conflictsOf(before)
    if (conflict) {
      yield inConflict(file, conflict.ours.line + 1)
      continue
    }
    const isWanted = ({ code }: Problem): boolean => severity[code] !== 'off' && (!only || only.includes(code))
    const all = [...fixRounds(before, isWanted, level)]
    const last = all.at(-1)
    if (last && last.refused.length > 0) yield { refusal: fixRefusal(file, last) }
    const rounds = all.filter(({ changes }) => changes.length > 0)
    if (rounds.length > 0) yield { file, ...found, before, rounds }
  }
}

function fixRefusal(name: string, { file: { tree }, refused }: FixRound): string {
  const [{ code, entry, start }] = refused as readonly [Problem, ...Problem[]]
  const line = positionIn(tree, entry, start).line + 1
  return refused.length === 1
    ? localize('{place} has a {code} problem that --fix did not fix, because a record would not say the same.', {
        place: `${name}:${line}`,
        code,
      })
    : localize(
        '{file} has {count} problems that --fix did not fix, because records would not say the same; the first is {code} on line {line}.',
        { file: name, count: refused.length, code, line },
      )
}
