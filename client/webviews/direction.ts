import { localize } from '../../shared/domains/localize.ts'
import { element } from './dom.ts'

/** The words for a change in the order of the allowed values of a field. */
const directionWords: Readonly<Record<string, string>> = {
  forward: localize('forward'),
  backward: localize('backward'),
}

/** Says whether a value went on or back in the order of its allowed values; nothing without a direction. */
export const directionLabel = (direction: string | null | undefined): HTMLElement[] =>
  direction == null
    ? []
    : [element('span', { class: `direction ${direction}`, text: directionWords[direction] ?? direction })]
