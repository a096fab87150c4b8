import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import type { FileToWrite } from '../../shared/protocol/agents.ts'
import { changedText } from '../../shared/syntax/text-change.ts'
import { offsetAt, parse } from '../../shared/syntax/tree.ts'
import { reasonOf } from '../files/failure.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { type ReadVersion, readVersion } from '../files/read-text.ts'
import { inFolderOf, replaceFile, writeNew } from '../files/write-files.ts'
import { oneLine } from '../output/one-line.ts'

/** A file that is ready to be written. */
interface ReadyFile {
  readonly file: string
  readonly path: string
  readonly text: string
  /** The file as it is; undefined for a new one. */
  readonly known: ReadVersion | undefined
}

/**
 * Writes the edits of files. First all of them are looked at, so that nothing is written if one of them has changed.
 *
 * @param roots the real paths of the folders that may be written into
 * @returns why not all of it was written; undefined if it was
 */
export async function writeFiles(files: readonly FileToWrite[], roots: readonly string[]): Promise<string | undefined> {
  const ready: ReadyFile[] = []
  for (const each of files) {
    const prepared = await prepare(each, roots)
    if (typeof prepared === 'string') return `${prepared} Nothing was written.`
    ready.push(prepared)
  }
  const written: string[] = []
  for (const { file, path, text, known } of ready) {
    const failure = known ? (await replaceFile({ ...known, file }, text))?.failure : await create(file, path, text)
    if (failure !== undefined)
      return `${failure} ${written.length === 0 ? 'Nothing was written.' : `Written before that: ${written.join(', ')}.`}`
    written.push(file)
  }
  return undefined
}

async function prepare(
  { uri, fingerprint: expected, edits }: FileToWrite,
  roots: readonly string[],
): Promise<ReadyFile | string> {
  const path = fileURLToPath(uri)
  const root = roots.find(one => isInFolder(path, one))
  const file = oneLine(root === undefined ? path : relative(root, path))
  if (root === undefined || !/\.rec$/i.test(path)) return `${file} is no file with records in the workspace.`
  if (await leadsOut(path, root)) return writesNoLink(file).failure
  const known = await readVersion(file, path).catch(() => undefined)
  const isThere = known !== undefined && !('failure' in known)
  if (expected === null) {
    const text = edits.map(({ newText }) => newText).join('')
    return isThere ? `${file} exists by now; call again.` : { file, path, text, known: undefined }
  }
  if (!isThere) return `${file} cannot be read any more.`
  if (fingerprint(known.text) !== expected) return `${file} was changed by another program; call again.`
  const tree = parse(known.text)
  const changes = edits.map(({ range, newText }) => ({
    start: offsetAt(tree, range.start),
    end: offsetAt(tree, range.end),
    text: newText,
  }))
  return { file, path, text: changedText(known.text, changes), known }
}

async function create(file: string, path: string, text: string): Promise<string | undefined> {
  try {
    await inFolderOf(path, () => writeNew(path, text))
    return undefined
  } catch (error) {
    return `${file} could not be written: ${reasonOf(error)}.`
  }
}

function isInFolder(path: string, folder: string): boolean {
  const place = relative(folder, path)
  return place !== '' && !place.startsWith('..') && !isAbsolute(place)
}
