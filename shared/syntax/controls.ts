import { numericEscape } from './nodes.ts'

/**
 * Characters that control a terminal, the lines or the direction of text. Records, descriptors and names of files can
 * have all of them, so each output replaces them in its own way.
 */

/**
 * Matches such a character: Cc, Zl, Zp and Bidi_Control of Unicode. By their numbers, because V8 takes several
 * milliseconds to look the classes up at each start, and finds numbers four times as quickly.
 */
export const control = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

/** Finds all control characters, for `replace`. */
export const allControls = new RegExp(control, 'g')
/** The same without line feeds. */
const controlsInLines = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const controlsInData = new RegExp(`(?!\\t|\\r?\\n)${control.source}`, 'g')

/** Text as one line for a terminal, with escapes such as `\u001b`. */
export const escapeControls = (text: string): string => text.replace(allControls, numericEscape)

/** Lines of text for a terminal, with escapes such as `\u001b`. JSON stays the same value. */
export const escapeControlsInLines = (text: string): string =>
  isUsual.test(text) ? text : text.replace(controlsInLines, numericEscape)

/** Most text has no other characters, which takes less time to see than to replace none. */
const isUsual = /^[\n -~]*$/

/**
 * Lines of text for a terminal, with U+FFFD for what controls it: for text in which an escape would mean something, or
 * would move what stands below it.
 */
export const hideControls = (text: string): string => text.replace(controlsInData, '\ufffd')

/** A value as JSON that is safe for a terminal, and the same value for a program. */
export const jsonText = (value: unknown, indent?: number): string =>
  escapeControlsInLines(JSON.stringify(value, undefined, indent))
