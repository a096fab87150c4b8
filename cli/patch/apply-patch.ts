import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type FilePatch, readPatch } from '../../shared/diff/read-patch.ts'
import { applyHunks } from '../../shared/merge/apply-patch.ts'
import { type Failure, reasonOf } from '../files/failure.ts'
import { leadsOut } from '../files/leads-out.ts'
import { makeFolder } from '../files/make-folder.ts'
import { readText } from '../files/read-text.ts'
import { type ReadVersion, readVersion } from '../files/read-version.ts'
import { replaceFile } from '../files/replace-file.ts'
import { writeNew } from '../files/write-new.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { count } from '../output/formats/plain.ts'
import { oneLine } from '../output/one-line.ts'
import { type Plan, planSources } from '../plan/plan.ts'

/** Applies a patch to files of the working directory, and returns the exit code. */
export async function applyPatch(path: string, isCheck: boolean, descriptors: readonly string[]): Promise<number> {
  const read = await readText({ file: path, path: path === '-' ? undefined : path })
  if ('failure' in read) return fail(read)
  const files = readPatch(read.text)
  if ('line' in files) return fail({ failure: `${path} is no patch: line ${files.line} cannot be read.` })
  if (files.length === 0) return fail({ failure: `${path} has no changes of files.` })
  let code: number = ExitCode.Clean
  for (const file of files) {
    const name = (file.before ?? file.after)!
    const plan = await planSources([{ file: name, path: undefined }], { descriptors, domain: [], rule: {} })
    const outcome = await applyToFile(name, file, plan, isCheck)
    if ('failure' in outcome) return fail(outcome)
    const { conflicts } = outcome
    if (conflicts > 0) code = ExitCode.Errors
    const verb = isCheck ? 'applies to' : 'was applied to'
    const result = conflicts === 0 ? '' : `, with ${count(conflicts, 'conflict')}`
    process.stderr.write(`The patch ${verb} ${oneLine(name)}${result}.\n`)
  }
  return code
}

async function applyToFile(
  name: string,
  { before, after, hunks }: FilePatch,
  { files, registry }: Plan,
  isCheck: boolean,
): Promise<{ readonly conflicts: number } | Failure> {
  if (await leadsOut(name, '.'))
    return { failure: `${oneLine(name)} is outside of the working directory, so the patch was not applied to it.` }
  const read = before === undefined ? undefined : await readVersion(name, name)
  if (before !== undefined && !read) return { failure: `${oneLine(name)} is not a regular file.` }
  if (read && 'failure' in read) return read
  const merged = applyHunks(read?.text ?? '', hunks, {
    context: { registry, fileName: name, settingDomains: files[0]!.settings.settingDomains },
    isStrict: false,
    markerSize: 7,
    ours: 'file',
    theirs: 'patch',
  })
  if ('reason' in merged) return { failure: `The patch cannot be applied to ${oneLine(name)}: ${merged.reason}.` }
  if (isCheck) return merged
  const failure = await write(name, read, merged.text, after === undefined)
  return failure ?? merged
}

async function write(
  name: string,
  read: ReadVersion | undefined,
  text: string,
  isRemoved: boolean,
): Promise<Failure | undefined> {
  try {
    if (isRemoved && text === '') await rm(name)
    else if (read) return await replaceFile({ file: name, ...read }, text)
    else {
      await makeFolder(dirname(name))
      await writeNew(name, text)
    }
    return undefined
  } catch (error) {
    return { failure: `${oneLine(name)} could not be written: ${reasonOf(error)}.` }
  }
}

function fail({ failure }: Failure): number {
  complain(failure)
  return ExitCode.CouldNotRun
}
