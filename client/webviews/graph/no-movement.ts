// Replaces what d3-zoom imports from other modules of D3 for animations. We have none, so the page does not need those
// modules.
import { selection } from 'd3-selection'

/** Ends the animation of an element. */
export const interrupt = (): void => {}

// The same as a method of a selection, which d3-zoom calls too.
Object.assign(selection.prototype, {
  interrupt(this: unknown) {
    return this
  },
})

/** The steps of an animation from one view to another. */
export const interpolateZoom =
  (_from: unknown, to: unknown): (() => unknown) =>
  () =>
    to
