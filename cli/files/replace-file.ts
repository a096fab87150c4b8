import { type Failure, reasonOf } from './failure.ts'
import { isSameVersion, type ReadVersion, versionOf } from './read-version.ts'
import { writeAtomically } from './write-atomically.ts'

/** Replaces the text of a file, unless the file has changed since it was read. Returns the failure, if any. */
export async function replaceFile(
  { file, path, version, hasByteOrderMark }: Omit<ReadVersion, 'text'> & { readonly file: string },
  text: string,
): Promise<Failure | undefined> {
  const isUnchanged = async (): Promise<boolean> => isSameVersion(version, await versionOf(path))
  try {
    if (await writeAtomically(path, `${hasByteOrderMark ? '\ufeff' : ''}${text}`, isUnchanged)) return undefined
    return { failure: `${file} was changed by another program, so it was not written; run the command again.` }
  } catch (error) {
    return { failure: `${file} could not be written and is unchanged: ${reasonOf(error)}.` }
  }
}
