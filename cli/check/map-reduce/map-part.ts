import { type CheckedFile, checkFile, ownProblems } from '../../../shared/check/check.ts'
import { directiveIn } from '../../../shared/check/directive.ts'
import type { Problem } from '../../../shared/check/problem.ts'
import { areParted } from '../../../shared/check/suppression.ts'
import { type FileContext, isHeader } from '../../../shared/domains/domains-in-force.ts'
import { type Definition, identityOf, type Reference } from '../../../shared/domains/identity.ts'
import { treeOf } from '../../../shared/scan/part.ts'
import type { Entry } from '../../../shared/syntax/nodes.ts'
import { parseEntries } from '../../../shared/syntax/parse.ts'
import { placedProblems } from '../../output/placed-problems.ts'
import { placesIn } from '../../output/places.ts'
import type { Carried, Fact, FindingFact, NameFact, PartFact, PlacedText } from './facts.ts'

/** A part of a file: a whole number of lines, of which the first starts with `@` if it is not the file's first. */
export interface Part {
  readonly text: string
  /** Where it starts and ends in the file, in bytes. */
  readonly start: number
  readonly end: number
  readonly isLast: boolean
}

/** What there is before the first line of a file. */
export const nothingAbove: Carried = { header: undefined, isInBlock: false, line: 0 }

/**
 * The map: checks a part of a file by itself, whatever the rest of the file and other files hold.
 *
 * @param before what the file leaves to the part
 * @param top the entries at the top of the file, as `entriesAtTop` gives them
 * @returns the facts, the part's own first, and what is left to the next part
 */
export function mapPart(part: Part, before: Carried, top: readonly PlacedText[], context: FileContext): Mapped {
  const { entries, lines, openBlock, isInBlock, endLine } = readPart(part.text, before)
  const above = part.start === 0 ? [] : entriesAbove(top, before.header)
  const tree = treeOf(
    [...above.map(({ text }) => parseEntries(text)[0]!), ...entries],
    [...above.map(({ line }) => line), ...lines],
  )
  const checked = checkFile(tree, context)
  const found = factsOf({ file: context.fileName, part: part.start }, checked, above.length, before.header)
  const counts: Record<string, number> = {}
  let records = 0
  let { header } = before
  entries.forEach((entry, index) => {
    if (entry.kind !== 'record') return
    records++
    if (isHeader(entry)) header = { text: entry.text, line: lines[index]! }
    const { tag, candidates } = checked.entries[above.length + index]!
    if (tag && !candidates) counts[tag.domain.path] = (counts[tag.domain.path] ?? 0) + 1
  })
  const after: Carried = { header, isInBlock, line: endLine }
  const { start, end, isLast } = part
  return {
    facts: [
      {
        kind: 'part',
        file: context.fileName,
        part: start,
        data: { end, isLast, records, before, after, counts, openBlock, ...(start === 0 && { top: [...top] }) },
      },
      ...found,
    ],
    after,
  }
}

interface Mapped {
  readonly facts: Fact[]
  readonly after: Carried
}

/** What stands above some entries of a file as far as it matters to them: its top, and the header in force. */
export const entriesAbove = (top: readonly PlacedText[], header: PlacedText | undefined): PlacedText[] => [
  ...top,
  ...(header ? [header] : []),
]

type EntryFact = Exclude<Fact, PartFact>
type OfPart = Pick<Fact, 'file' | 'part'>

/**
 * The facts of a file's entries themselves.
 *
 * @param first the entry to start with; those above only say what holds for the others
 */
export function factsOf(
  of: OfPart,
  checked: CheckedFile,
  first: number,
  headerAbove: PlacedText | undefined,
): EntryFact[] {
  const {
    tree: { entries, lines },
  } = checked
  const isDecided = (entry: number): boolean => entry >= first && !checked.entries[entry]!.candidates
  const facts: EntryFact[] = findingFacts(
    of,
    checked,
    ownProblems(checked).filter(({ entry }) => isDecided(entry)),
  )
  const placeOf = placesIn(checked.tree)
  let header = headerAbove
  let next = 0
  for (let index = first; index < entries.length; index++) {
    const entry = entries[index]!
    const line = lines[index]!
    if (entry.kind === 'comment') {
      const directive = directiveIn(entry)
      if (!directive) continue
      next = Math.max(next, index + 1)
      while (entries[next]?.kind === 'comment') next++
      const isBetween = areParted(index > first ? entries[index - 1] : undefined, entries[index + 1])
      facts.push({
        kind: 'directive',
        ...of,
        entry: line,
        data: { directive: { ...directive, codes: [...directive.codes] }, next: lines[next]!, isBetween },
      })
    } else if (entry.kind === 'record') {
      if (isHeader(entry)) header = { text: entry.text, line }
      const { candidates } = checked.entries[index]!
      if (!candidates) {
        for (const fact of nameFacts(of, checked, index, placeOf)) facts.push(fact)
        continue
      }
      facts.push({ kind: 'undecided', ...of, entry: line, data: { text: entry.text, header } })
      for (const { definition, references } of candidates.map(tag => identityOf(entry, tag))) {
        for (const { domain, tag, id } of [...(definition ? [definition] : []), ...references])
          facts.push({ kind: 'possible', ...of, entry: line, domain, tag, id })
      }
    }
  }
  return facts
}

/** Problems as facts. */
export function findingFacts(of: OfPart, checked: CheckedFile, problems: readonly Problem[]): FindingFact[] {
  const placed = placedProblems(of.file, checked, problems, {
    excerpts: true,
    related: true,
    fixes: true,
    fixability: true,
  })
  return problems.map(({ entry, start }, index) => {
    const { excerpt, related, isFixable, fixes, ...problem } = placed[index]!
    return {
      kind: 'finding',
      ...of,
      entry: checked.tree.lines[entry]!,
      start,
      data: {
        ...problem,
        excerpt: excerpt!,
        related: [...related!],
        isFixable: isFixable!,
        fixes: fixes!.map(fix => ({ ...fix, changes: [...fix.changes] })),
      },
    }
  })
}

/** What a record is called and refers to. */
function nameFacts(of: OfPart, checked: CheckedFile, entry: number, placeOf: ReturnType<typeof placesIn>): NameFact[] {
  const { identity, tag } = checked.entries[entry]!
  if (!identity || !tag) return []
  const fact = (kind: NameFact['kind'], { domain, tag, id, start, end }: Definition | Reference): NameFact => {
    const from = placeOf(entry, start)
    const to = placeOf(entry, end)
    return {
      kind,
      ...of,
      entry: checked.tree.lines[entry]!,
      start,
      end,
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
      domain,
      tag,
      id,
    }
  }
  return [
    ...(identity.definition ? [fact('definition', identity.definition)] : []),
    ...identity.references.map(reference => ({
      ...fact('reference', reference),
      field: reference.field,
      ownDomain: tag.domain.path,
      ownTag: tag.name,
    })),
  ]
}

interface PartEntries {
  /** Without a block that a part above opened, and one that is open in the end. */
  readonly entries: readonly Entry[]
  readonly lines: readonly number[]
  readonly openBlock: PlacedText | undefined
  readonly isInBlock: boolean
  /** The line behind the last line end. */
  readonly endLine: number
}

function readPart(text: string, before: Carried): PartEntries {
  const entries = before.isInBlock ? entriesInBlock(text) : parseEntries(text)
  let { line } = before
  const lines: number[] = []
  for (const { lineBreaks } of entries) {
    lines.push(line)
    line += lineBreaks
  }
  const last = entries.at(-1)
  if (last?.kind !== 'block' || last.closed)
    return { entries, lines, openBlock: undefined, isInBlock: false, endLine: line }
  const isAbove = before.isInBlock && entries.length === 1
  return {
    entries: entries.slice(0, -1),
    lines: lines.slice(0, -1),
    openBlock: isAbove ? undefined : { text: upToNextTag(last.text), line: lines.at(-1)! },
    isInBlock: true,
    endLine: line,
  }
}

/** The entries of a text that starts inside a block: the first is the rest of the block. */
function entriesInBlock(text: string): Entry[] {
  const blockStart = '@BEGIN\n'
  const [block, ...entries] = parseEntries(blockStart + text)
  return [{ ...block!, text: block!.text.slice(blockStart.length), lineBreaks: block!.lineBreaks - 1 }, ...entries]
}

/** The part of an open block up to the next line that starts with `@`: what follows matters to nobody. */
function upToNextTag(block: string): string {
  const next = /[\r\n](?=@)/.exec(block)
  return next ? block.slice(0, next.index + 1) : block
}
