import { directiveIn } from '../../../shared/check/directive.ts'
import { isHeader } from '../../../shared/domains/domains-in-force.ts'
import { indexAtLine, parse, type Tree } from '../../../shared/syntax/tree.ts'

/**
 * Returns a function that tells for each line of a text, from 1, whether it is in an entry that is new or changed. The
 * header in force, comments directly above, and suppressions count as parts of an entry.
 *
 * @param before the texts that can have had the entries before
 */
export function changedLines(after: string, before: readonly string[]): (line: number) => boolean {
  const known = new Map<string, number>()
  for (const text of before) {
    for (const identity of identities(parse(text))) known.set(identity, (known.get(identity) ?? 0) + 1)
  }
  const tree = parse(after)
  // If a record was there once and is there twice, the second one is new.
  const isChanged = Array.from(identities(tree), identity => {
    const count = known.get(identity) ?? 0
    if (count > 0) known.set(identity, count - 1)
    return count === 0
  })
  return line => isChanged[indexAtLine(tree, line - 1)] ?? true
}

/** A text for each entry of a file, which is the same if the entry and what counts with it are unchanged. */
function* identities({ entries }: Tree): Generator<string> {
  let header = ''
  let suppressions = ''
  let comments = ''
  for (const entry of entries) {
    const text = entry.text.replace(/\r\n?/g, '\n').trimEnd()
    if (entry.kind === 'record' && isHeader(entry)) header = text
    yield JSON.stringify([header, suppressions, comments, text])
    comments = entry.kind === 'comment' ? `${comments}${text}\n` : ''
    const directive = entry.kind === 'comment' ? directiveIn(entry) : undefined
    if (directive?.kind === 'enable' && directive.codes.length === 0) suppressions = ''
    else if (directive && directive.kind !== 'disable-next-line') suppressions += `${text}\n`
  }
}
