import { fieldOf, type Tag } from './registry.ts'
import type { Field, RecordNode } from './syntax.ts'

/**
 * Whether a field is a text written in the plainest way, of which no rule can have anything to say: `name="text"`
 * behind its `|`, without escapes, of a field that allows any text or this one. It need not be shown to the rules then,
 * which takes most of the time of a check; a test holds it to them.
 */
export function isPlain({ text }: RecordNode, { separator, name, typeStart, value }: Field, tag: Tag): boolean {
  if (separator < 0 || typeStart >= 0 || !value || value.kind !== 'quoted' || !value.closed) return false
  const definition = fieldOf(tag, name)
  if (!definition?.isText) return false
  const said = text.slice(value.start + 1, value.end - 1)
  return !said.includes('\\') && (!definition.enum || definition.enum.includes(said))
}
