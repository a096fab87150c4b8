import { type CheckedFile, checkFile } from '../../../shared/check/check.ts'
import { type FixRound, fixRounds } from '../../../shared/check/fixes.ts'
import { parse } from '../../../shared/syntax/tree.ts'
import type { Failure } from '../../files/failure.ts'
import { type FileVersion, readVersion } from '../../files/read-version.ts'
import type { Plan } from '../../plan/plan.ts'

/** A file that its safe fixes change. */
export interface FixedFile {
  /** The file's name as printed. */
  readonly file: string
  readonly path: string
  readonly version: FileVersion
  readonly hasByteOrderMark: boolean
  readonly before: CheckedFile
  /** The fixes in the order they were made; at least one round. */
  readonly rounds: readonly FixRound[]
}

/**
 * Makes the safe fixes of all files of a plan, and gives those that change. A code that is switched off is not mended,
 * and nothing at all where rules are missing: a comment that suppresses what they find would be taken for useless.
 * Nothing is written.
 */
export async function* fixedFiles({ files, registry, isComplete }: Plan): AsyncGenerator<FixedFile | Failure> {
  if (!isComplete) {
    yield { failure: 'No file was fixed, because a descriptor or a recline.json could not be read.' }
    return
  }
  for (const {
    source: { file, path },
    settings: { severity, settingDomains },
  } of files) {
    const read = path === undefined ? undefined : await readVersion(file, path)
    if (!read) continue
    if ('failure' in read) {
      yield read
      continue
    }
    const { text, ...found } = read
    const before = checkFile(parse(text), { registry, fileName: file, settingDomains })
    const rounds = [...fixRounds(before, ({ code }) => severity[code] !== 'off')]
    if (rounds.length > 0) yield { file, ...found, before, rounds }
  }
}
