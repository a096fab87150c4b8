import { control, jsonText } from '../syntax/controls.ts'

/** Characters that nobody sees, and that a model reads all the same: zero-width ones, and tags of Unicode. */
const invisible = new RegExp(
  [
    '[\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2064\\u206a-\\u206f]',
    '[\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0]',
    '[\\udb40-\\udb43][\\udc00-\\udfff]',
  ].join('|'),
  'g',
)

/** A value as JSON in which every character can be seen. It is the same value for a program. */
export const visibleJson = (value: unknown): string => jsonText(value).replace(invisible, escapedUnits)

/** A text in which every character but line breaks and tabs can be seen. It is another text then. */
export const visibleText = (text: string): string =>
  text.replace(invisible, escapedUnits).replace(controlsInText, escapedUnits)

const controlsInText = new RegExp(`(?![\\t\\r\\n])${control.source}`, 'g')

/**
 * A value in whose texts every character can be seen, for programs that pass them to a model as they are. Text with
 * such characters is another text then.
 */
export function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map(visibleValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [visibleText(name), visibleValue(one)]))
}

const escapedUnits = (characters: string): string =>
  Array.from(
    { length: characters.length },
    (_, index) => `\\u${characters.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
