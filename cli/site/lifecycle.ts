import { type Html, html } from '../../shared/basics/html.ts'
import { followersOf, phraseOf } from '../../shared/domains/field-text.ts'
import { cutTo } from '../../shared/domains/message-text.ts'
import type { FieldDefinition } from '../../shared/domains/registry.ts'
import { type Arrow, arrowPath, box, boxHeight, textWidth } from './svg.ts'

/** A change from a value of a field to another one. */
interface LifecycleStep {
  readonly from: number
  readonly to: number
  /** Whether only the phrase of the value says so. If not, the transitions of the field do, and allow nothing else. */
  readonly isUsual: boolean
}

/**
 * How the values of a field follow each other, as a picture: in a column in their order, with an arrow for each change.
 * Undefined for a field whose values are no states.
 *
 * @param label what the picture is about, such as `CONTROL.status`
 */
export function lifecyclePicture(field: FieldDefinition, label: string): Html | undefined {
  const { enum: values = [] } = field
  const steps = stepsBetween(field)
  if (steps.length < 2 || values.length > mostStates) return undefined
  const names = values.map(value => cutTo(40, value))
  const room = (isRight: boolean): number =>
    Math.max(0, ...steps.map(step => (isArc(step) && step.to > step.from === isRight ? bulge(step) : 0))) + margin
  const [left, right] = [room(false), room(true)]
  const width = Math.max(...names.map(textWidth))
  const [all, height] = [left + width + right, names.length * pitch - (pitch - boxHeight) + 2 * margin]
  const top = (index: number): number => margin + index * pitch
  const arrows = steps.map(step => ({ isUsual: step.isUsual, arrow: arrowOf(step, left, width, top) }))
  return html`<svg role="img" aria-label="${lifecycleInWords(field, label, steps)}" viewBox="0 0 ${all} ${height}" width="${all}" height="${height}">
${arrows.map(({ isUsual, arrow }) => html`<path class="${isUsual ? 'arrow usual' : 'arrow'}" d="${arrowPath(arrow)}"></path>\n`)}${names.map((name, index) => box(name, left, top(index), width, isFinal(field, values[index]!) ? 'final' : 'state'))}</svg>
`
}

/** Above so many states, a picture is a riddle. */
const mostStates = 12
const pitch = 46
const margin = 4

const bulge = ({ from, to }: LifecycleStep): number => 10 + 12 * Math.min(6, Math.abs(to - from))

/** Whether an arrow goes around what lies between its ends; only one to the next value is straight. */
const isArc = ({ from, to }: LifecycleStep): boolean => to !== from + 1

function arrowOf(step: LifecycleStep, left: number, width: number, top: (index: number) => number): Arrow {
  const { from, to } = step
  if (!isArc(step)) {
    const x = left + width / 2
    return { start: [x, top(from) + boxHeight], end: [x, top(to)], direction: 'down' }
  }
  const isForward = to > from
  const x = isForward ? left + width : left
  const middle = boxHeight / 2
  return {
    start: [x, top(from) + middle + (isForward ? 5 : -5)],
    end: [x, top(to) + middle + (isForward ? -5 : 5)],
    direction: isForward ? 'left' : 'right',
    bulge: (isForward ? 1 : -1) * bulge(step) * 1.3,
  }
}

const isFinal = (field: FieldDefinition, value: string): boolean => followersOf(field, value) === 'final'

/** The picture in words, for who cannot see it. */
function lifecycleInWords(
  { enum: values = [] }: FieldDefinition,
  label: string,
  steps: readonly LifecycleStep[],
): string {
  const sentences = steps.map(
    ({ from, to, isUsual }) => `${values[from]} ${isUsual ? 'usually moves' : 'can change'} to ${values[to]}`,
  )
  return `${label}: ${sentences.join('; ')}.`
}

/** The steps between the values: of a value with transitions those, of another one what its phrase calls usual. */
function stepsBetween(field: FieldDefinition): LifecycleStep[] {
  const { enum: values = [], transitions = {} } = field
  return values.flatMap((value, from) => {
    const isDeclared = Object.hasOwn(transitions, value)
    const next = isDeclared ? transitions[value]! : usualFollowers(field, value)
    return next
      .map(follower => ({ from, to: values.indexOf(follower), isUsual: !isDeclared }))
      .filter(({ to }) => to >= 0 && to !== from)
  })
}

/** The values that the phrase of a value names behind `usually`: `In operation; usually moves to tested`. */
function usualFollowers(field: FieldDefinition, value: string): string[] {
  const usual = /\busually (?!from|after)[^.]*/.exec(phraseOf(field, value) ?? '')?.[0] ?? ''
  const words = new Set(usual.split(/[^\p{L}\p{N}_-]+/u))
  return (field.enum ?? []).filter(other => words.has(other))
}
