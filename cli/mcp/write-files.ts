import { rm } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import type { FileToWrite } from '../../shared/protocol/agents.ts'
import { changedText, smallestChange, type TextChange } from '../../shared/syntax/text-change.ts'
import { copyOf } from '../files/copy-of.ts'
import { exclusivelyAll } from '../files/exclusive.ts'
import { reasonOf } from '../files/failure.ts'
import { inFolderOf, missingFolders, removeFolders } from '../files/folders.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { type ReadVersion, readVersion } from '../files/read-text.ts'
import { hasVersion, writeAtomically } from '../files/write-files.ts'
import { writeNew } from '../files/write-new.ts'
import { oneLine } from '../output/one-line.ts'

/** A file that is ready to be written. */
interface ReadyFile {
  readonly file: string
  readonly path: string
  readonly text: string
  /** The file as it is; undefined for a new one. */
  readonly known: ReadVersion | undefined
  readonly undo: UndoableFile
}

/** A file that was written, and what takes that back. Texts of many writes of a large file would fill the memory. */
export interface UndoableFile {
  readonly file: string
  readonly path: string
  /** The fingerprint of the text that was written. */
  readonly written: string
  /** What makes the text of before again; undefined for a new file. */
  readonly back: readonly TextChange[] | undefined
  /** The folders that were made for a new file, each below the one before. */
  readonly newFolders: readonly string[]
}

/** Why edits were not written. */
export interface NotWritten {
  readonly reason: string
  /** Whether a file is another one than the edits are for, so that the call can be made again on the new text. */
  readonly isChanged: boolean
}

/**
 * Writes the edits of files, all or none of them. No other run of Recline changes these files in between.
 *
 * @param roots the real paths of the folders that may be written into
 * @returns what takes it back; or why nothing was written
 */
export async function writeFiles(
  files: readonly FileToWrite[],
  roots: readonly string[],
): Promise<NotWritten | readonly UndoableFile[]> {
  const ready: ReadyFile[] = []
  for (const each of files) {
    const prepared = await prepare(each, roots)
    if ('reason' in prepared) return { ...prepared, reason: `${prepared.reason} Nothing was written.` }
    ready.push(prepared)
  }
  try {
    return await exclusivelyAll(
      ready.map(({ path }) => path),
      async () => (await writeReady(ready)) ?? ready.map(({ undo }) => undo),
    )
  } catch (error) {
    return { reason: `Nothing was written: ${reasonOf(error)}.`, isChanged: false }
  }
}

/** Writes files one after the other. If one cannot be written, those before it get their old text again. */
async function writeReady(ready: readonly ReadyFile[]): Promise<NotWritten | undefined> {
  for (const { known, file } of ready)
    if (known && !(await hasVersion(known)))
      return { reason: `${file} was changed by another program. Nothing was written.`, isChanged: true }
  for (const [index, { file, path, text, known }] of ready.entries()) {
    try {
      if (known) await writeAtomically(path, writtenText(text, known), () => hasVersion(known).then(mustBeUnchanged))
      else await inFolderOf(path, () => writeNew(path, text))
    } catch (error) {
      const left = await takeBack(ready.slice(0, index).map(({ undo }) => undo))
      const state = left.length === 0 ? 'Nothing was written.' : `Written before that: ${left.join(', ')}.`
      return { reason: `${file} could not be written: ${reasonOf(error)}. ${state}`, isChanged: false }
    }
  }
  return undefined
}

function mustBeUnchanged(isUnchanged: boolean): true {
  if (!isUnchanged) throw new Error('it was changed by another program')
  return true
}

function readyFile(file: string, path: string, text: string, known?: ReadVersion): ReadyFile | NotWritten {
  const half = text.search(/\p{Surrogate}/u)
  if (half >= 0) {
    const line = text.slice(0, half).split(/\r\n|\r|\n/).length
    return refused(`Line ${line} of ${file} would have half of a surrogate pair, which UTF-8 cannot store.`)
  }
  const back = known && smallestChange(text, known.text)
  const undo = {
    file,
    path,
    written: fingerprint(text),
    back: back?.map(change => ({ ...change, text: copyOf(change.text) })),
    newFolders: missingFolders(path),
  }
  return { file, path, text, known, undo }
}

/**
 * Takes back what was written in files, in all of them or in none: each must have the text that was written.
 *
 * @returns why nothing was written; undefined if all files have their text of before
 */
export async function undoWritten(files: readonly UndoableFile[]): Promise<string | undefined> {
  const failure = await exclusivelyAll(
    files.map(({ path }) => path),
    async () => {
      for (const one of files) {
        const { file } = one
        if (!(await readAsWritten(one).catch(() => undefined)))
          return `${file} was changed or removed since; its last change is taken back by hand, or by git. Nothing was written.`
      }
      const left = await takeBack(files)
      return left.length === 0 ? undefined : `These files could not be written: ${left.join(', ')}; the others were.`
    },
  )
  // Only now, as the lock files of `exclusivelyAll` are in these folders.
  if (failure === undefined) for (const { newFolders } of files) removeFolders(newFolders)
  return failure
}

/**
 * Gives files their old text again, and returns the names of those that could not get it. A file that another program
 * has changed since stays as it is.
 */
async function takeBack(files: readonly UndoableFile[]): Promise<string[]> {
  const left: string[] = []
  for (const one of files) if (!(await takeBackOne(one).catch(() => false))) left.push(one.file)
  return left
}

async function takeBackOne(one: UndoableFile): Promise<boolean> {
  const now = await readAsWritten(one)
  if (!now) return false
  const { path, back } = one
  if (back) return writeAtomically(path, writtenText(changedText(now.text, back), now), () => hasVersion(now))
  await rm(path)
  return true
}

/** A file that was written, if it still has the text that was written. */
async function readAsWritten({ file, path, written }: UndoableFile): Promise<ReadVersion | undefined> {
  const now = await readVersion(file, path)
  return now && !('failure' in now) && fingerprint(now.text) === written ? now : undefined
}

const writtenText = (text: string, { hasByteOrderMark }: ReadVersion): string =>
  `${hasByteOrderMark ? '\ufeff' : ''}${text}`

async function prepare(
  { uri, fingerprint: expected, edits }: FileToWrite,
  roots: readonly string[],
): Promise<ReadyFile | NotWritten> {
  const path = fileURLToPath(uri)
  const root = roots.find(one => isInFolder(path, one))
  const file = oneLine(root === undefined ? path : relative(root, path))
  if (root === undefined || !/\.rec$/i.test(path)) return refused(`${file} is no file with records in the workspace.`)
  if (await leadsOut(path, root)) return refused(writesNoLink(file).failure)
  const known = await readVersion(file, path).catch(() => undefined)
  const isThere = known !== undefined && !('failure' in known)
  if (expected === null) {
    const text = edits.map(({ newText }) => newText).join('')
    return isThere ? changedByOther(`${file} exists by now; call again.`) : readyFile(file, path, text)
  }
  if (!isThere) return refused(`${file} cannot be read any more.`)
  if (fingerprint(known.text) !== expected) return changedByOther(`${file} was changed by another program; call again.`)
  const text = TextDocument.applyEdits(TextDocument.create(uri, 'rec', 0, known.text), [...edits])
  return readyFile(file, path, text, known)
}

const refused = (reason: string): NotWritten => ({ reason, isChanged: false })
const changedByOther = (reason: string): NotWritten => ({ reason, isChanged: true })

function isInFolder(path: string, folder: string): boolean {
  const place = relative(folder, path)
  return place !== '' && !place.startsWith('..') && !isAbsolute(place)
}
