import { localize } from './localize.ts'
import { shorten } from './message-text.ts'
import type { Tag } from './registry.ts'

/** That a tag has no field of a name, as a clause. */
export const hasNoField = ({ name: tag }: Pick<Tag, 'name'>, field: string): string =>
  localize('{tag} has no field {field}', { tag, field: shorten(field) })

/** What to do about an unknown name, as a clause: use one of the nearest, or else something else. */
export const meantAdvice = (nearest: readonly string[], otherwise: string): string =>
  nearest.length > 0 ? localize('{names} may be meant', { names: { or: nearest } }) : otherwise

/** What to do about an unknown name, as a clause: use one of the nearest, or else one of the known. */
export function nameAdvice(nearest: readonly string[], known: Iterable<string>): string {
  const all = [...new Set(known)]
  const choice =
    all.length === 0 || all.length > mostToWrite
      ? localize('write one that there is')
      : localize('write {text}', { text: { or: all } })
  return meantAdvice(nearest, choice)
}

/** Nobody chooses from more names than these in a sentence. */
const mostToWrite = 40
