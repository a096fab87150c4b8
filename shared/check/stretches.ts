import type { Entry, StrayNode } from '../syntax/nodes.ts'
import { goesOnBelow } from '../syntax/open-ends.ts'
import { entryAt, type Tree } from '../syntax/tree.ts'
import type { Problem } from './problem.ts'

/**
 * Leaves out the problems of stray lines that are the rest of a stretch with blank lines inside, such as JSON that was
 * pasted: one mistake is one problem. A stretch goes on below blank lines while one of its brackets is open.
 *
 * @param problems in order
 */
export function withoutRests(tree: Tree, problems: readonly Problem[]): readonly Problem[] {
  let last = -1
  let depth = 0
  const rests = new Set<Problem>()
  for (const problem of problems) {
    const index = problem.entry
    const entry = problem.code === 'syntax' ? entryAt(tree, index) : undefined
    if (entry?.kind !== 'stray') continue
    const above = isBelowBlankLines(tree, index) ? index - 2 : -1
    const depthAbove = above === last ? depth : depthBelow(tree, above)
    const isRest = depthAbove > 0 && isInBrackets(entry, depthAbove)
    if (isRest) rests.add(problem)
    last = index
    depth = depthAfter(entry.text, isRest ? depthAbove : 0)
  }
  return rests.size === 0 ? problems : problems.filter(problem => !rests.has(problem))
}

/** Whether only blank lines stand between an entry and another one: a tree can have only some entries of its file. */
const isBelowBlankLines = (tree: Tree, index: number): boolean =>
  index > 1 &&
  entryAt(tree, index - 1)!.kind === 'blank' &&
  [index - 2, index - 1].every(at => tree.lineOf(at) + entryAt(tree, at)!.lineBreaks === tree.lineOf(at + 1))

/** How many brackets are open below a record whose last value goes on, and the stray lines below it. */
function depthBelow(tree: Tree, index: number): number {
  const entry = entryAt(tree, index)
  return entry?.kind === 'stray' ? depthAfter(entry.text, depthInValue(entryAt(tree, index - 1))) : depthInValue(entry)
}

function depthInValue(entry: Entry | undefined): number {
  if (entry?.kind !== 'record' || !goesOnBelow(entry)) return 0
  return depthAfter(entry.text.slice(entry.fields.at(-1)!.value!.start), 0)
}

/** How many brackets are open behind a text, and how many were before it. Those inside of quotes do not count. */
function depthAfter(text: string, before: number): number {
  let depth = before
  if (depth === 0 && !/[[{]/.test(text)) return 0
  let isQuoted = false
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset]!
    if (character === '\n' || character === '\r') isQuoted = false
    else if (character === '\\') offset++
    else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '[' || character === '{') depth++
    else if (depth > 0 && (character === ']' || character === '}')) depth--
  }
  return depth
}

/**
 * Whether stray lines can stand in brackets: they start as a JSON value, have no field, or close all brackets. A line
 * that starts with `@` never does: large files are checked in parts, which start there.
 */
const isInBrackets = ({ text }: StrayNode, depth: number): boolean =>
  !text.startsWith('@') && (/^\s*["{}[\]\d-]/.test(text) || !/[=|]/.test(text) || depthAfter(text, depth) === 0)
