import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conflictsInWords } from '../../shared/domains/counts-in-words.ts'
import { type DomainSettings, domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { inOrderOf } from '../../shared/merge/in-order-of.ts'
import { merge, type Texts } from '../../shared/merge/merge.ts'
import type { FileMoves } from '../../shared/merge/moves.ts'
import { reasonOf } from '../files/failure.ts'
import { oneLine } from '../output/one-line.ts'
import { git } from '../repository/git.ts'
import type { Contents, MergeRun } from './merge-run.ts'

/** The result for a file. */
export interface MergedFile {
  readonly content: Buffer
  /** Whether it has no conflict. */
  readonly isClean: boolean
  /** Whether its lines were merged, because its records could not be. */
  readonly isText?: true
  /** What the user must know. */
  readonly sentence?: string
}

/** The names of a file. */
export interface FileNames {
  /** Decides the domain. */
  readonly name: string
  /** How sentences name the result. */
  readonly result: string
}

/**
 * Merges three versions of a file by record. What is no text of records becomes what `git merge-file` makes of it, and
 * is never clean, so that somebody looks at it.
 *
 * @param moves the records that one side moved from or to another file
 */
export async function mergeFile(
  contents: Contents,
  { name, result }: FileNames,
  settings: DomainSettings,
  registry: Registry,
  run: MergeRun,
  moves?: FileMoves,
): Promise<MergedFile> {
  const { base, ours, theirs } = contents
  if (!moves && (base.equals(theirs) || ours.equals(theirs))) return { content: ours, isClean: true }
  if (!moves && base.equals(ours)) return { content: theirs, isClean: true }
  const file = oneLine(result)
  if ([base, ours, theirs].some(isLargeFilePointer))
    return {
      content: ours,
      isClean: false,
      sentence: localize('{file} is stored in Git LFS, so its records cannot be merged; it has our version now.', {
        file,
      }),
    }
  const asText = async (reason: string): Promise<MergedFile> => {
    const merged = await mergeAsText(contents, run)
    return 'reason' in merged
      ? {
          content: ours,
          isClean: false,
          isText: true,
          sentence: localize('{file}: {reason}, so it has our version now; {why}.', {
            file,
            reason,
            why: merged.reason,
          }),
        }
      : {
          content: merged.content,
          isClean: false,
          isText: true,
          sentence: localize('{file}: {reason}, so it was merged line by line.', { file, reason }),
        }
  }
  const texts = [base, ours, theirs].map(decodedContent)
  if (!texts.every(text => text !== undefined)) return asText(localize('a version is not UTF-8 or too large'))
  const [baseText, ourText, theirText] = texts as [string, string, string]
  if (/\0/.test(baseText + ourText + theirText)) return asText(localize('a version is binary'))
  const [inBase, inOurs, inTheirs] = [baseText, ourText, theirText].map(withoutByteOrderMark) as [
    string,
    string,
    string,
  ]
  const { sides, moved } = inOneOrder({ base: inBase, ours: inOurs, theirs: inTheirs }, run, registry, moves)
  const merged = merge(sides, {
    context: { registry, fileName: name, ...domainSettings(settings) },
    isStrict: run.isStrict,
    favor: run.favor,
    moves,
    markerSize: run.markerSize,
    ours: run.oursLabel,
    theirs: run.theirsLabel,
  })
  if ('reason' in merged) return asText(merged.reason)
  const marks = texts.map(text => text!.startsWith(byteOrderMarkText))
  const hasMark = marks[0] === marks[2] ? marks[1] : marks[2]
  const sentences = [
    merged.conflicts > 0 &&
      localize('{file} has {conflicts}.', { file, conflicts: conflictsInWords(merged.conflicts) }),
    merged.decided > 0 && favorSentence(file, merged.decided, run),
    moved > 0 && orderSentence(file, moved, run),
  ].filter(sentence => sentence !== false)
  return {
    content: Buffer.from((hasMark ? byteOrderMarkText : '') + merged.text),
    isClean: merged.conflicts === 0,
    ...(sentences.length > 0 && { sentence: sentences.join(' ') }),
  }
}

/**
 * The versions with the records in the order of one side, so that the other order is no change. Moves between files say
 * where records were, so such versions stay as they are.
 */
function inOneOrder(
  sides: Texts,
  { order }: MergeRun,
  registry: Registry,
  moves: FileMoves | undefined,
): { readonly sides: Texts; readonly moved: number } {
  const other = order === 'ours' ? 'theirs' : 'ours'
  const { text, moved } = moves ? { text: '', moved: 0 } : inOrderOf(sides[other], sides[order], registry)
  if (moved === 0) return { sides, moved }
  return { sides: { ...sides, base: inOrderOf(sides.base, sides[order], registry).text, [other]: text }, moved }
}

function favorSentence(file: string, decided: number, { favor }: MergeRun): string {
  const conflicts = conflictsInWords(decided)
  // As `git merge-file --union` keeps the lines of both sides.
  return favor === 'union'
    ? localize(
        '{file} had {conflicts}, decided by --favor union, so both versions of a record are there, one below the other; recline check reports the ids that are there twice.',
        { file, conflicts },
      )
    : localize('{file} had {conflicts}, decided by --favor {side}.', { file, conflicts, side: favor! })
}

function orderSentence(file: string, count: number, { order }: MergeRun): string {
  const isOurs = order === 'ours'
  if (count === 1)
    return isOurs
      ? localize(
          '{file} has the order of our version; 1 record has another place in the other one, which --order theirs takes.',
          { file },
        )
      : localize(
          '{file} has the order of their version; 1 record has another place in the other one, which --order ours takes.',
          { file },
        )
  return isOurs
    ? localize(
        '{file} has the order of our version; {count} records have another place in the other one, which --order theirs takes.',
        { file, count },
      )
    : localize(
        '{file} has the order of their version; {count} records have another place in the other one, which --order ours takes.',
        { file, count },
      )
}

const byteOrderMarkText = '\ufeff'

const withoutByteOrderMark = (text: string): string => (text.startsWith(byteOrderMarkText) ? text.slice(1) : text)

/** The text of a file in UTF-8; undefined if it is none, or too large for a string. */
function decodedContent(content: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    return undefined
  }
}

/** Whether a file is what Git LFS stores in place of a large file. */
const isLargeFilePointer = (content: Buffer): boolean =>
  content.subarray(0, 100).toString('latin1').startsWith('version https://git-lfs.github.com/spec/')

/**
 * Merges three versions of a file line by line, as git does.
 *
 * @returns why their lines cannot be merged, if so
 */
async function mergeAsText(
  { base, ours, theirs }: Contents,
  { markerSize, oursLabel, theirsLabel, favor }: MergeRun,
): Promise<{ readonly content: Buffer } | { readonly reason: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'recline-'))
  try {
    const paths = ['ours', 'base', 'theirs'].map(name => join(folder, name)) as [string, string, string]
    const contents = [ours, base, theirs]
    for (const [index, path] of paths.entries()) await writeFile(path, contents[index]!)
    const labels = [oursLabel, 'base', theirsLabel].flatMap(label => ['-L', label])
    const done = await git([
      'merge-file',
      ...(favor ? [`--${favor}`] : []),
      `--marker-size=${markerSize}`,
      ...labels,
      ...paths,
    ])
    // The exit code is the number of conflicts, so git reports a failure without a reason.
    if ('failure' in done && done.failure.includes('PATH'))
      return { reason: localize('to merge its lines, put git on the PATH') }
    if ('failure' in done && /[Cc]annot merge binary/.test(done.failure))
      return { reason: localize('its lines cannot be merged either') }
    return { content: await readFile(paths[0]) }
  } catch (error) {
    return { reason: reasonOf(error) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
