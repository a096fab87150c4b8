import { directiveIn } from '../../shared/check/directive.ts'
import type { Entry } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import type { Batch, Input } from './batch.ts'

/**
 * Yields the same entries. Where one input follows another, ends the suppressions of the first one, because a comment
 * suppresses problems only up to the end of its own file.
 */
export async function* withOwnSuppressions(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  let input: Input | undefined
  /** The codes that are suppressed here; an empty text stands for all codes. */
  const open = new Set<string>()
  let last: Entry | undefined
  for await (const batch of batches) {
    const { entries, places } = batch
    const isNext = input !== undefined && batch.input !== input && entries.length > 0
    const ends = isNext ? endsOf(open, last) : []
    if (isNext) open.clear()
    for (const entry of entries) follow(entry, open)
    last = entries.at(-1) ?? last
    if (entries.length > 0) input = batch.input
    yield ends.length === 0
      ? batch
      : { ...batch, entries: [...ends, ...entries], places: [...ends.map(() => places[0]!), ...places] }
  }
}

/** The entries that end suppressions: a comment, or a blank line if a comment is only about the next line. */
function endsOf(open: ReadonlySet<string>, last: Entry | undefined): readonly Entry[] {
  const isForNextLine = last?.kind === 'comment' && directiveIn(last)?.kind === 'disable-next-line'
  return parseEntries(`${isForNextLine ? '\n' : ''}${open.size > 0 ? '# recline-enable\n' : ''}`)
}

function follow(entry: Entry, open: Set<string>): void {
  const directive = entry.kind === 'comment' ? directiveIn(entry) : undefined
  if (!directive || directive.kind === 'disable-next-line') return
  const names = directive.codes.map(({ name }) => name)
  if (directive.kind === 'disable') for (const name of names.length > 0 ? names : ['']) open.add(name)
  else if (names.length === 0) open.clear()
  else for (const name of names) open.delete(name)
}
