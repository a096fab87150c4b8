// What d3-zoom takes from other modules of D3 for movements that take time. No movement of ours does, so that those modules
// need not be in the page.
import { selection } from 'd3-selection'

/** Ends the movement of a part before the next one. */
export const interrupt = (): void => {}

// The same for all parts of a selection, which d3-zoom calls as a method.
Object.assign(selection.prototype, {
  interrupt(this: unknown) {
    return this
  },
})

/** The views between two on the way from one to the other. */
export const interpolateZoom =
  (_from: unknown, to: unknown): (() => unknown) =>
  () =>
    to
