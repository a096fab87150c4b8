import { fingerprint } from '../../shared/basics/fingerprint.ts'
import type { TextStep } from '../../shared/protocol/bulk-change.ts'
import { changedText, inverseChanges, type TextChange } from '../../shared/syntax/text-change.ts'

/**
 * A change of many files as one step: all of it happens or nothing, and it can be taken back, also in files that are
 * not open. What people edit in a table, and what agents write, is a change of open documents instead
 * (`apply-edits.ts`): VS Code's own undo has it, and nothing is saved that the user has not seen.
 */

/** The changes of a file. */
export interface FileStep {
  readonly uri: string
  /** The `fingerprint` of the text that they are for. */
  readonly fingerprint: string
  /** Sorted, not overlapping. */
  readonly edits: readonly TextChange[]
}

/** The files that a step changes. */
export interface StepFiles {
  /** The text of a file as it is now, in the editor or else on the disk; undefined if it cannot be read. */
  read(uri: string): Promise<TextNow | undefined>
  /**
   * Edits files that are open in the editor, as one step of its own undo. If the text of one is another one, or the
   * editor refuses, nothing is edited.
   */
  edit(files: readonly TextChangeOf[]): Promise<boolean>
  /** Writes a file that is not open, unless its text is another one. Returns why it was not written, as a sentence. */
  write(uri: string, before: string, after: string): Promise<string | undefined>
}

export interface TextNow {
  readonly text: string
  readonly isOpen: boolean
}

/** A file, its text before, and its changes. */
export interface TextChangeOf {
  readonly uri: string
  readonly before: string
  readonly edits: readonly TextChange[]
}

/** Why a step was not made. Then all files are as they were, except those of `halfDone`. */
export interface NotMade {
  /** Files that have changed since the step was planned, or that cannot be read any more. */
  readonly changed: readonly string[]
  /** Why a file could not be written; empty if that is not the reason. */
  readonly reason: string
  /** Files that could not be put back after a failure. */
  readonly halfDone: readonly string[]
}

/**
 * Makes the changes of all files, or none.
 *
 * @param willWrite is called with the step before anything is written
 */
export async function makeStep(
  title: string,
  planned: readonly FileStep[],
  files: StepFiles,
  willWrite: (step: TextStep) => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly step: TextStep } | NotMade> {
  const texts = await readAll(planned, files)
  const changed = planned.flatMap(({ uri, fingerprint: seen }, at) =>
    texts[at] && fingerprint(texts[at].text) === seen ? [] : uri,
  )
  if (changed.length > 0) return { changed, reason: '', halfDone: [] }
  const all = planned.map(({ uri, edits }, at) => {
    const { text: before, isOpen } = texts[at]!
    return { uri, isOpen, before, edits, after: changedText(before, edits) }
  })
  const step = stepOf(title, all)
  await willWrite(step)
  const failure = await writeAllFiles(
    all.filter(({ isOpen }) => !isOpen),
    all.filter(({ isOpen }) => isOpen),
    files,
  )
  return failure ?? { step }
}

/** The texts of files as they are now; undefined for one that cannot be read. */
export const readAll = (
  of: readonly { readonly uri: string }[],
  files: Pick<StepFiles, 'read'>,
): Promise<(TextNow | undefined)[]> => inParallel(of, ({ uri }) => files.read(uri))

/** What takes changes back that are made. */
export const stepOf = (title: string, changes: readonly TextChangeOf[]): TextStep => ({
  title,
  files: changes.map(({ uri, before, edits }) => ({
    uri,
    before: fingerprint(before),
    after: fingerprint(changedText(before, edits)),
    inverse: inverseChanges(edits, before),
  })),
})

/**
 * Takes a step back in all of its files. A file that is already as it was before the step stays so. If any file has
 * changed since, nothing is done.
 *
 * @returns how many files were put back
 */
export async function takeBackStep(
  { files: stepped }: TextStep,
  files: StepFiles,
): Promise<{ readonly count: number } | NotMade> {
  const texts = await readAll(stepped, files)
  const now = texts.map(read => read && fingerprint(read.text))
  const changed = stepped.flatMap(({ uri, before, after }, at) => (now[at] === before || now[at] === after ? [] : uri))
  if (changed.length > 0) return { changed, reason: '', halfDone: [] }
  const planned = stepped.flatMap(({ uri, before, after, inverse }, at) =>
    now[at] === before ? [] : { uri, fingerprint: after, edits: inverse },
  )
  const made = await makeStep('', planned, files)
  return 'step' in made ? { count: planned.length } : made
}

interface WholeChange extends TextChangeOf {
  readonly after: string
}

/** Writes the closed files, then edits the open ones. After a failure, puts back what it has written. */
async function writeAllFiles(
  closed: readonly WholeChange[],
  open: readonly WholeChange[],
  files: StepFiles,
): Promise<NotMade | undefined> {
  const written: WholeChange[] = []
  let reason: string | undefined
  await inParallel(closed, async change => {
    if (reason !== undefined) return
    const failure = await files.write(change.uri, change.before, change.after)
    if (failure === undefined) written.push(change)
    else reason ??= failure
  })
  if (reason === undefined && (open.length === 0 || (await files.edit(open)))) return undefined
  const kept = await inParallel(written, async ({ uri, before, after }) =>
    (await files.write(uri, after, before)) === undefined ? [] : uri,
  )
  const changed = reason === undefined ? open.map(({ uri }) => uri) : []
  return { changed, reason: reason ?? '', halfDone: kept.flat() }
}

/** How many files are read or written at the same time. */
const filesAtOnce = 16

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const run = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!)
  }
  await Promise.all(Array.from({ length: Math.min(filesAtOnce, items.length) }, run))
  return results
}
