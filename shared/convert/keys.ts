import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
import type { Entry } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { isTag } from './plain-record.ts'

/**
 * A key of an object or the name of a column: the name of a field. Its type follows after a colon if neither the
 * descriptor nor the value tells it: `maturity` or `maturity:float`.
 */
export interface Key {
  readonly name: string
  readonly type: string | undefined
}

/** Writes a key. */
export const writeKey = (name: string, type: string | undefined): string =>
  type === undefined ? name : `${name}:${type}`

/** Reads a key; returns a sentence that says what is wrong if the text is not a key. */
export function readKey(text: string): Key | { readonly problem: string } {
  const match = /^([A-Za-z_][A-Za-z0-9_.-]*)(?::([A-Za-z0-9_.-]+))?$/.exec(text)
  if (match) return { name: match[1]!, type: match[2] }
  if (text.startsWith('$')) {
    return {
      problem: localize(
        '{name} is not one of the names with $ that have a meaning; leave it out, or give the field a name without $.',
        { name: show(text) },
      ),
    }
  }
  return {
    problem: localize(
      '{name} cannot be the name of a field; a name starts with a letter or _ and goes on with letters, digits, _, . and -, as in due_date.',
      { name: show(text) },
    ),
  }
}

/** The error message for a text that is not a tag; undefined for a tag. */
export const tagProblem = (text: string): string | undefined =>
  isTag(text)
    ? undefined
    : localize('{text} is not a tag; a tag is made of capital letters, digits and _, as in CONTROL.', {
        text: show(text),
      })

/** The only entry of a text; undefined if it has none or several. */
export function onlyEntry(text: string): Entry | undefined {
  const [entry, ...others] = parseEntries(text)
  return others.length === 0 ? entry : undefined
}
