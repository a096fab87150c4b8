import { inOrder } from './in-order.ts'
import { match } from './match.ts'
import { writtenName } from './patch-name.ts'
import { type Unit, unitText } from './units.ts'

/** The two versions of a part of a file, from one unit to another. */
export interface Hunk {
  /** The line on which it starts, from 0, in each version. */
  readonly line: { readonly before: number; readonly after: number }
  /** Whether no unchanged line is below its changes: they are at the end of the file. */
  readonly isAtEnd: boolean
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
  const hunks = hunksOf(patchStepsOf(before, after))
  if (hunks.length === 0) return ''
  const name = (side: PatchSide, prefix: string): string =>
    side.name === undefined ? '/dev/null' : nameInHeader(`${prefix}/${side.name}`)
  return `--- ${name(before, 'a')}\n+++ ${name(after, 'b')}\n${hunks.join('')}`
}

/** The name of a file. As git does, a tab ends one with a blank: otherwise patch reads what follows it as a date. */
const nameInHeader = (name: string): string => writtenName(name) + (name.includes(' ') ? '\t' : '')

/** Some text of one version, or of both. */
interface Step {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
  /** Identifies its record, if it has an id. */
  readonly key: string | undefined
}

/** The steps from one version to another. */
function patchStepsOf(before: PatchSide, after: PatchSide): Step[] {
  const matching = match(before.units, after.units)
  const stable = inOrder(matching.after)
  const steps: Step[] = []
  const stepOf = (sign: Step['sign'], { units, hasLastLineEnd }: PatchSide, index: number): Step => {
    const { kind, key } = units[index]!
    const text = unitText(units[index]!)
    const isLast = units.slice(index + 1).every(unit => unitText(unit) === '')
    const shown = isLast && !hasLastLineEnd ? text.replace(/(\r\n|\r|\n)$/, '') : text
    return { sign, text: shown, key: kind === 'record' ? key : undefined }
  }
  let next = 0
  before.units.forEach((_, index) => {
    const old = stepOf('-', before, index)
    if (stable[index] === 0) {
      steps.push(old)
      return
    }
    const end = matching.after[index]!
    for (; next < end; next++) steps.push(stepOf('+', after, next))
    const now = stepOf('+', after, next++)
    if (old.text === now.text) steps.push({ ...old, sign: ' ' })
    else steps.push(old, now)
  })
  return steps.filter(({ text }) => text !== '')
}

/** The changed steps as text, each with one unchanged step above and below. */
function hunksOf(steps: readonly Step[]): string[] {
  const hunks: string[] = []
  const isShown = shownSteps(steps)
  let [oldLine, newLine] = [1, 1]
  for (let start = 0; start < steps.length; start++) {
    if (isShown[start] === 1) {
      let end = start + 1
      while (isShown[end] === 1) end++
      const lines = signedLines(steps.slice(start, end))
      const count = (sign: '-' | '+'): number => lines.filter(line => line[0] === ' ' || line[0] === sign).length
      const [old, now] = [count('-'), count('+')]
      hunks.push(
        `@@ -${old === 0 ? oldLine - 1 : oldLine},${old} +${now === 0 ? newLine - 1 : newLine},${now} @@\n${lines.join('')}`,
      )
      oldLine += old
      newLine += now
      start = end - 1
    } else {
      const { length } = patchLinesOf(steps[start]!.text)
      oldLine += length
      newLine += length
    }
  }
  return hunks
}

/**
 * For each step, 1 if it is in a hunk. A record that is added or removed although another one has its id has this one
 * in its hunk: otherwise, `applyHunks` would take one for the other.
 */
function shownSteps(steps: readonly Step[]): Uint8Array {
  const isShown = new Uint8Array(steps.length)
  const firstUnchanged = new Map<string, number>()
  const lastUnchanged = new Map<string, number>()
  const changed = { '-': new Set<string | undefined>(), '+': new Set<string | undefined>() }
  steps.forEach(({ sign, key }, index) => {
    if (sign !== ' ') isShown.fill(1, Math.max(0, index - 1), index + 2)
    if (sign !== ' ') changed[sign].add(key)
    if (sign !== ' ' || key === undefined) return
    if (!firstUnchanged.has(key)) firstUnchanged.set(key, index)
    lastUnchanged.set(key, index)
  })
  steps.forEach(({ sign, key = '' }, index) => {
    const first = firstUnchanged.get(key)
    if (sign === ' ' || first === undefined || changed[sign === '+' ? '-' : '+'].has(key)) return
    isShown.fill(1, Math.min(index, first), Math.max(index, lastUnchanged.get(key)!) + 1)
  })
  showRepeated(steps, isShown)
  return isShown
}

/** Shows more of what is around hunks if there are other units like that: then it does not tell which one is meant. */
function showRepeated(steps: readonly Step[], isShown: Uint8Array): void {
  const [seen, repeated] = [new Set<string>(), new Set<string>()]
  for (const { sign, text, key } of steps)
    if (sign === ' ' || key === undefined) (seen.has(text) ? repeated : seen).add(text)
  const showIn = (direction: 1 | -1): void => {
    let left = mostRepeated
    for (let index = direction === 1 ? 1 : steps.length - 2; steps[index]; index += direction) {
      const near = index - direction
      if (isShown[index] === 1) left = mostRepeated
      else if (isShown[near] === 1 && repeated.has(steps[near]!.text) && left-- > 0) isShown[index] = 1
    }
  }
  showIn(1)
  showIn(-1)
}

/** A hunk stays short also in a file with very many equal units. */
const mostRepeated = 10

/** The lines of steps with their signs. The first lines of a changed unit, such as comments, can be unchanged. */
function signedLines(steps: readonly Step[]): string[] {
  const signed: string[] = []
  const add = (sign: Step['sign'], lines: readonly string[]): void => {
    for (const line of lines) signed.push(sign + line)
  }
  for (let index = 0; index < steps.length; index++) {
    const { sign, text } = steps[index]!
    const lines = patchLinesOf(text)
    const next = steps[index + 1]
    if (sign !== '-' || next?.sign !== '+') {
      add(sign, lines)
      continue
    }
    const others = patchLinesOf(next.text)
    const different = lines.findIndex((line, place) => line !== others[place])
    const same = different < 0 ? lines.length : different
    add(' ', lines.slice(0, same))
    add('-', lines.slice(same))
    add('+', others.slice(same))
    index++
  }
  return signed
}

/** The lines of a text as lines of a patch; a missing line end is noted. */
function patchLinesOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/)
  return lines.map(line => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`))
}

/** Which changes of a version to take. */
interface WantedChanges {
  /** The units before and after the wanted changes. */
  readonly units: ReadonlySet<Unit>
  /** Whether a changed unit that was moved too keeps the place that it had before. */
  readonly keepsPlaces: boolean
}

/** The units of a version with only some of the changes to another one. All others stay as and where they are. */
export function withChanges(
  before: readonly Unit[],
  after: readonly Unit[],
  { units, keepsPlaces }: WantedChanges,
): Unit[] {
  const matching = match(before, after)
  // As in `compare`, so that the same units were moved.
  const stable = inOrder(matching.before)
  const isWanted = (one: Unit | undefined, other: Unit | undefined): boolean =>
    [one, other].some(unit => unit && units.has(unit))
  const result: Unit[] = []
  let next = 0
  before.forEach((unit, index) => {
    const place = matching.after[index]!
    const same = after[place]
    if (stable[place] === 1) {
      for (; next < place; next++) {
        const added = after[next]!
        const old = before[matching.before[next]!]
        if (isWanted(old, added) && !(old && keepsPlaces)) result.push(added)
      }
      next++
    }
    if (!isWanted(unit, same)) result.push(unit)
    else if (same && (stable[place] === 1 || keepsPlaces)) result.push(same)
  })
  return result
}
