import { closesBlock, nextLine, opensBlock, skipWhiteSpace } from '../../../shared/scan/bytes/lines.ts'
import type { EntryPlace, LineState, Part } from '../../../shared/scan/part.ts'
import { AT } from '../../../shared/syntax/characters.ts'

/**
 * Where records may have one of some tags, in any spelling. A record with a longer tag that starts with one of them is
 * a place, too.
 *
 * @param above the state above the part
 */
export function placesOfTags(part: Part, above: LineState, tags: ReadonlySet<string>): EntryPlace[] {
  const { bytes, end, decode } = part
  const longest = Math.max(...[...tags].map(({ length }) => length))
  const pattern = new RegExp(`^(?:${[...tags].map(tag => tag.replaceAll('_', '[_-]')).join('|')})`, 'i')
  const places: EntryPlace[] = []
  let { isInBlock, line } = above
  for (let start = 0; start < end; start = nextLine(bytes, start, end)) {
    if (isInBlock) isInBlock = !closesBlock(bytes, start, end)
    else if (opensBlock(bytes, start, end)) isInBlock = true
    else {
      const at = skipWhiteSpace(bytes, start, end)
      const word = at < end && bytes[at] === AT ? skipWhiteSpace(bytes, at + 1, end) : end
      if (pattern.test(decode(word, Math.min(end, word + longest)))) places.push({ byte: start, line })
    }
    line++
  }
  return places
}
