import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver-types'
import type { SectionedFile } from '../../shared/domains/domains-in-force.ts'
import type { Tree } from '../../shared/syntax/tree.ts'

/** The number of folding ranges that VS Code accepts for a file. */
const defaultLimit = 5000

/**
 * The folding ranges: the section of each header, blocks, groups of comments, and records with continuation lines.
 *
 * @param limit how many ranges the client accepts; if there are more, records are left out first
 */
export function foldingRanges(file: SectionedFile, limit = defaultLimit): FoldingRange[] {
  const { blocks, records } = entryRanges(file)
  const ranges = [...sectionRanges(file), ...blocks, ...records]
  return ranges.slice(0, limit).sort((one, other) => one.startLine - other.startLine)
}

/** The range of each section: from its header to the last entry before the next header. */
function sectionRanges({ tree, sections }: SectionedFile): FoldingRange[] {
  return sections.flatMap(({ first, header }, index) => {
    if (!header) return []
    let last = (sections[index + 1]?.first ?? tree.entries.length) - 1
    // Comments directly above the next header belong to that one.
    if (index + 1 < sections.length) while (last > first && tree.entries[last]!.kind === 'comment') last--
    while (last > first && tree.entries[last]!.kind === 'blank') last--
    return foldable(tree, first, last, FoldingRangeKind.Region)
  })
}

function entryRanges({ tree, sections }: SectionedFile): { blocks: FoldingRange[]; records: FoldingRange[] } {
  const { entries } = tree
  const headers = new Set(sections.map(({ header }) => header))
  const blocks: FoldingRange[] = []
  const records: FoldingRange[] = []
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!
    if (entry.kind === 'block') blocks.push(...foldable(tree, index, index))
    // A header folds with its section.
    if (entry.kind === 'record' && entry.lineBreaks > 0 && !headers.has(entry))
      records.push(...foldable(tree, index, index))
    if (entry.kind !== 'comment') continue
    const first = index
    while (entries[index + 1]?.kind === 'comment') index++
    blocks.push(...foldable(tree, first, index, FoldingRangeKind.Comment))
  }
  return { blocks, records }
}

/** The range from the first line of an entry to the last line of another; an empty list if it is a single line. */
function foldable(tree: Tree, first: number, last: number, kind?: FoldingRangeKind): FoldingRange[] {
  const startLine = tree.lines[first]!
  const endsWithBreak = /[\r\n]$/.test(tree.entries[last]!.text)
  const endLine = tree.lines[last + 1]! - (endsWithBreak ? 1 : 0)
  return endLine > startLine ? [{ startLine, endLine, ...(kind && { kind }) }] : []
}
