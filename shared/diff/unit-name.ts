import { titleOf } from '../domains/identity.ts'
import type { Registry } from '../domains/registry.ts'
import { definitionFor } from './record-fields.ts'
import { tagOf } from './record-key.ts'
import type { Unit } from './units.ts'

/** The name of what changed, for people: tag, id and title of a record, or the start of other text. */
export function nameOf(
  { record, key, body }: Unit,
  registry: Registry,
): { readonly name: string; readonly title: string } {
  if (!record) return { name: body.startsWith('#') ? 'comment' : 'text', title: body.trim().split(/[\r\n]/)[0]! }
  return { name: key ?? tagOf(record), title: titleOf(record, definitionFor(record, registry)) }
}
