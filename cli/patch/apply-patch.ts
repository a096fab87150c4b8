import { lstat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type FilePatch, readPatch } from '../../shared/diff/read-patch.ts'
import { conflictsInWords } from '../../shared/domains/counts-in-words.ts'
import { domainSettings, type FileContext } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { applyHunks } from '../../shared/merge/apply-patch.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { type Failure, reasonOf } from '../files/failure.ts'
import { inFolderOf } from '../files/folders.ts'
import { leadsOut } from '../files/leads-out.ts'
import { type ReadVersion, readText, readVersion } from '../files/read-text.ts'
import { removeFile, replaceFile } from '../files/write-files.ts'
import { writeNew } from '../files/write-new.ts'
import { host } from '../host/host.ts'
import type { Purpose } from '../options/write-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { nameOnLine, oneLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import { shownDiff, unifiedDiff } from '../output/unified-diff.ts'
import { planSources } from '../plan/plan.ts'

/**
 * Applies a patch to files of the working directory, and returns the exit code. If it cannot be applied to one of them,
 * all files stay as they are.
 */
export async function applyPatch(
  path: string,
  purpose: Purpose,
  descriptors: readonly string[],
  hasColors: boolean,
): Promise<number> {
  const read = await readText({ file: path, path: path === '-' ? undefined : path })
  if ('failure' in read) return failWithSentences([read.failure])
  const patches = readPatch(read.text)
  if ('line' in patches)
    return failWithSentences([
      localize('{file} is no patch: line {line} cannot be read.', { file: path, line: patches.line }),
    ])
  if (patches.length === 0) return failWithSentences([localize('{file} has no changes of files.', { file: path })])
  const { files, failures } = await patchFiles(patches, descriptors)
  if (failures.length > 0)
    return failWithSentences(
      purpose !== 'write' || patches.length === 1 ? failures : [...failures, localize('No file was changed.')],
    )
  const changed = files.filter(({ before, text }) => text !== before?.text)
  const hasConflicts = files.some(({ conflicts }) => conflicts > 0)
  let code: number = hasConflicts || (purpose === 'check' && changed.length > 0) ? ExitCode.Errors : ExitCode.Clean
  if (purpose === 'check') await print(changed.map(({ name }) => `${nameOnLine(name)}\n`))
  if (purpose === 'show') await print(changed.map(file => shownDiff(patchedDiff(file), hasColors)))
  for (const file of files) {
    const failure = purpose === 'write' ? await writePatched(file) : undefined
    // The other files are written: then the same command completes the patch.
    if (failure) code = failWithSentences([failure.failure])
    else host.stderr.write(`${outcomeOf(file, purpose !== 'write')}\n`)
  }
  if (purpose !== 'write' && changed.length > 0) host.stderr.write(`${localize('--write writes the changes.')}\n`)
  return code
}

const patchedDiff = ({ name, before, text = '' }: PatchedFile): string => {
  const old = before?.text ?? ''
  const round = { changes: [{ start: 0, end: old.length, text }], file: { tree: parse(text) } }
  return unifiedDiff(name, parse(old), [round], before ?? { hasByteOrderMark: false })
}

/** A file and what a patch makes of it. */
interface PatchedFile {
  readonly name: string
  /** The file before the patch; undefined if it does not exist. */
  readonly before: ReadVersion | undefined
  /** Its text after the patch; undefined if it does not exist then. */
  readonly text: string | undefined
  readonly conflicts: number
}

/** What a patch makes of its files, and why it cannot be applied to some. It can name a file several times. */
async function patchFiles(
  patches: readonly FilePatch[],
  descriptors: readonly string[],
): Promise<{ readonly files: readonly PatchedFile[]; readonly failures: readonly string[] }> {
  const sources = patches.map(patch => ({ file: patchedName(patch), path: undefined }))
  const { files: planned, registry } = await planSources(sources, { descriptors, domain: [], rule: {} })
  const files = new Map<string, PatchedFile>()
  const failures: string[] = []
  for (const [index, patch] of patches.entries()) {
    const name = patchedName(patch)
    const file = files.get(resolve(name)) ?? (await readFile(name))
    const settings = domainSettings(planned[index]!.settings)
    const patched = 'failure' in file ? file : patchFile(file, patch, { registry, fileName: name, ...settings })
    if ('failure' in patched) failures.push(patched.failure)
    else files.set(resolve(name), patched)
  }
  return { files: [...files.values()], failures }
}

const patchedName = ({ before, after }: FilePatch): string => (before ?? after)!

async function readFile(name: string): Promise<PatchedFile | Failure> {
  if (await leadsOut(name, '.'))
    return {
      failure: localize('{file} is outside of the working directory, so the patch was not applied to it.', {
        file: name,
      }),
    }
  const isMissing = await lstat(name).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
  if (isMissing) return { name, before: undefined, text: undefined, conflicts: 0 }
  const before = await readVersion(name, name)
  if (!before) return { failure: localize('{file} is not a regular file.', { file: name }) }
  return 'failure' in before ? before : { name, before, text: before.text, conflicts: 0 }
}

function patchFile(file: PatchedFile, patch: FilePatch, context: FileContext): PatchedFile | Failure {
  const { name, text, conflicts } = file
  if (text === undefined && patch.before !== undefined)
    return patch.after === undefined
      ? file
      : { failure: localize('{file} does not exist, so the patch cannot be applied to it.', { file: name }) }
  const merged = applyHunks(text ?? '', patch.hunks, {
    context,
    isStrict: false,
    markerSize: 7,
    ours: 'file',
    theirs: 'patch',
  })
  if ('reason' in merged) {
    const { reason } = merged
    return { failure: localize('The patch cannot be applied to {file}: {reason}.', { file: name, reason }) }
  }
  const isRemoved = patch.after === undefined && merged.text === ''
  return { ...file, text: isRemoved ? undefined : merged.text, conflicts: conflicts + merged.conflicts }
}

async function writePatched({ name, before, text }: PatchedFile): Promise<Failure | undefined> {
  if (text === before?.text) return undefined
  try {
    if (text === undefined) return await removeFile({ file: name, ...before! })
    if (before) return await replaceFile({ file: name, ...before }, text)
    await inFolderOf(name, () => writeNew(name, text))
    return undefined
  } catch (error) {
    return { failure: localize('{file} could not be written: {reason}.', { file: name, reason: reasonOf(error) }) }
  }
}

function outcomeOf({ name, before, text, conflicts }: PatchedFile, isCheck: boolean): string {
  const file = oneLine(name)
  if (conflicts > 0) {
    const places = { file, conflicts: conflictsInWords(conflicts) }
    return isCheck
      ? localize('The patch applies to {file}, with {conflicts}.', places)
      : localize('The patch was applied to {file}, with {conflicts}.', places)
  }
  if (text === before?.text) return localize('The patch was already applied to {file}.', { file })
  return isCheck
    ? localize('The patch applies to {file}.', { file })
    : localize('The patch was applied to {file}.', { file })
}

function failWithSentences(failures: readonly string[]): number {
  for (const failure of failures) complain(failure)
  return ExitCode.CouldNotRun
}
