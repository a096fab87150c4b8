import { inOrder } from './in-order.ts'
import { match } from './match.ts'
import { writtenName } from './patch-name.ts'
import { type Unit, unitText } from './units.ts'

/** The two versions of a part of a file, from one unit to another. */
export interface Hunk {
  /** The line of the version before on which it starts, from 0. */
  readonly line: number
  readonly before: string
  readonly after: string
}

/** A version of a file in a patch. */
export interface PatchSide {
  /** The name of the file; undefined if this version does not have it. */
  readonly name: string | undefined
  readonly units: readonly Unit[]
  /** Whether the text ends with a line end. */
  readonly hasLastLineEnd: boolean
}

/**
 * The changes of a file as a unified diff whose hunks are whole units, so that `applyHunks` finds the records again
 * after their lines have moved. Other programs can apply it too. Empty if nothing changed.
 */
export function patchOf(before: PatchSide, after: PatchSide): string {
  const hunks = hunksOf(stepsOf(before, after))
  if (hunks.length === 0) return ''
  const name = (side: PatchSide, prefix: string): string =>
    side.name === undefined ? '/dev/null' : writtenName(`${prefix}/${side.name}`)
  return `--- ${name(before, 'a')}\n+++ ${name(after, 'b')}\n${hunks.join('')}`
}

/** Some text of one version, or of both. */
interface Step {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/** The steps from one version to another. */
function stepsOf(before: PatchSide, after: PatchSide): Step[] {
  const matching = match(before.units, after.units)
  const stable = inOrder(matching.after)
  const steps: Step[] = []
  const textAt = ({ units, hasLastLineEnd }: PatchSide, index: number): string => {
    const text = unitText(units[index]!)
    const isLast = units.slice(index + 1).every(unit => unitText(unit) === '')
    return isLast && !hasLastLineEnd ? text.replace(/(\r\n|\r|\n)$/, '') : text
  }
  let next = 0
  const add = (sign: Step['sign'], text: string): void => {
    if (text !== '') steps.push({ sign, text })
  }
  before.units.forEach((_, index) => {
    const old = textAt(before, index)
    if (stable[index] === 0) {
      add('-', old)
      return
    }
    const end = matching.after[index]!
    for (; next < end; next++) add('+', textAt(after, next))
    const now = textAt(after, next++)
    if (old === now) add(' ', old)
    else {
      add('-', old)
      add('+', now)
    }
  })
  return steps
}

/** The changed steps as text, each with one unchanged step above and below. */
function hunksOf(steps: readonly Step[]): string[] {
  const hunks: string[] = []
  let [oldLine, newLine] = [1, 1]
  for (let start = 0; start < steps.length; start++) {
    const isStart = [steps[start], steps[start + 1]].some(step => step && step.sign !== ' ')
    if (isStart) {
      let end = start + 1
      while (end < steps.length && steps.slice(end - 1, end + 2).some(({ sign }) => sign !== ' ')) end++
      const lines = steps.slice(start, end).map(({ sign, text }) => ({ sign, lines: linesOf(text) }))
      const count = (sign: '-' | '+'): number =>
        lines.reduce((sum, step) => sum + (step.sign === ' ' || step.sign === sign ? step.lines.length : 0), 0)
      const [old, now] = [count('-'), count('+')]
      const text = lines.map(step => step.lines.map(line => step.sign + line).join('')).join('')
      hunks.push(
        `@@ -${old === 0 ? oldLine - 1 : oldLine},${old} +${now === 0 ? newLine - 1 : newLine},${now} @@\n${text}`,
      )
      oldLine += old
      newLine += now
      start = end - 1
    } else {
      const { length } = linesOf(steps[start]!.text)
      oldLine += length
      newLine += length
    }
  }
  return hunks
}

/** The lines of a text as lines of a patch; a missing line end is noted. */
function linesOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/)
  return lines.map(line => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`))
}
