import { control } from '../syntax/controls.ts'
import { numericEscape } from '../syntax/nodes.ts'

/** A text in which characters that control the lines or the direction of text are seen, without line feeds and tabs. */
export const withVisibleControls = (text: string): string => text.replace(controlsInPages, numericEscape)

const controlsInPages = new RegExp(`(?![\\t\\n])${control.source}`, 'g')
