import { renamedFiles } from '../../shared/diff/renamed-files.ts'
import type { FileVersions } from './moved-records.ts'

/**
 * Finds the files that one side renamed while the other side has them under their old names.
 *
 * @param names the names of all files
 * @returns for each side that renamed files, the old name of each of them, by its new name
 */
export async function renamedBySide(
  names: readonly string[],
  versionsOf: (name: string) => Promise<FileVersions>,
): Promise<Record<'ours' | 'theirs', ReadonlyMap<string, string>>> {
  const files = {
    ours: { gone: new Map<string, string>(), come: new Map<string, string>() },
    theirs: { gone: new Map<string, string>(), come: new Map<string, string>() },
  }
  for (const name of names.filter(one => /\.rec$/i.test(one))) {
    const { base, ours, theirs } = await versionsOf(name)
    if (base && !ours && theirs) files.ours.gone.set(name, base.toString())
    if (base && ours && !theirs) files.theirs.gone.set(name, base.toString())
    if (!base && ours && !theirs) files.ours.come.set(name, ours.toString())
    if (!base && !ours && theirs) files.theirs.come.set(name, theirs.toString())
  }
  return {
    ours: renamedFiles(files.ours.gone, files.ours.come),
    theirs: renamedFiles(files.theirs.gone, files.theirs.come),
  }
}
