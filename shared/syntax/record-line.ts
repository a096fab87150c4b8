import { COLON, EQUALS, HASH, isBlank, isNamePart, isNameStart, PIPE } from './characters.ts'

// Where the parts of a line of a record start and end. All of these look no further than `lineEnd`, and none makes a string.

/** The end of a value that is not closed, or of a comment behind a record: before the next ` | name=` or ` | name:type=`, or at the line's end. */
export function endBeforeNextField(text: string, start: number, lineEnd: number): number {
  let position = start
  while (position < lineEnd && !isNextField(text, position, lineEnd)) position++
  return trimEnd(text, start, position)
}

/** Whether ` | name=` or ` | name:type=` stands here; `position` is its `|`. */
export function isNextField(text: string, position: number, lineEnd: number): boolean {
  return (
    text.charCodeAt(position) === PIPE &&
    isBlank(text.charCodeAt(position - 1)) &&
    isBlank(text.charCodeAt(position + 1)) &&
    startsField(text, skipBlanks(text, position + 1, lineEnd), lineEnd)
  )
}

/** Where text that is not in quotes ends: before the next `|`, field or comment, without the white space there. */
export function endOfStray(text: string, start: number, lineEnd: number): number {
  let position = start
  while (position < lineEnd) {
    if (text.charCodeAt(position) === PIPE) break
    if (!isBlank(text.charCodeAt(position))) {
      position++
      continue
    }
    const next = skipBlanks(text, position, lineEnd)
    if (next === lineEnd || endsValue(text, next, position, lineEnd)) break
    position = next
  }
  return trimEnd(text, start, position)
}

/** Whether a value ends where, behind white space since `blanks`, a `|`, a field or a comment stands. */
export const endsValue = (text: string, position: number, blanks: number, lineEnd: number): boolean =>
  text.charCodeAt(position) === PIPE ||
  (position > blanks && (startsField(text, position, lineEnd) || isComment(text, position, lineEnd)))

/** Whether `#` with white space on its right stands at `position`. */
export const isComment = (text: string, position: number, lineEnd: number): boolean =>
  text.charCodeAt(position) === HASH && (position + 1 === lineEnd || isBlank(text.charCodeAt(position + 1)))

/** The end of the field's name at `position`; `position` itself where there is none. */
function endOfName(text: string, position: number, lineEnd: number): number {
  if (position >= lineEnd || !isNameStart(text.charCodeAt(position))) return position
  while (position < lineEnd && isNamePart(text.charCodeAt(position))) position++
  return position
}

/**
 * The end of what stands in a field where its name must be; `position` itself where there is none. That is a name, or a
 * word with other characters in it, such as `$name`, `9lives` or `ünï`, if a `=` or `:type=` shows that it is meant as one.
 */
export function endOfWrittenName(text: string, position: number, lineEnd: number): number {
  const nameEnd = endOfName(text, position, lineEnd)
  if (nameEnd > position && (nameEnd === lineEnd || endsWrittenName(text.charCodeAt(nameEnd)))) return nameEnd
  if (text.charCodeAt(position) === HASH) return position
  let end = nameEnd
  while (end < lineEnd && !isBlank(text.charCodeAt(end)) && !noNamePart.includes(text[end]!)) end++
  const isTyped = text.charCodeAt(end) === COLON
  const equals = isTyped ? endOfType(text, end + 1, lineEnd) : skipBlanks(text, end, lineEnd)
  return end > position && equals < lineEnd && text.charCodeAt(equals) === EQUALS ? end : nameEnd
}

const endsWrittenName = (code: number): boolean => isBlank(code) || code === EQUALS || code === COLON || code === PIPE

/** What ends a word that is meant as a name. */
const noNamePart = '|=:"\'[]{}'

/** The end of the type word at `position`. */
export function endOfType(text: string, position: number, lineEnd: number): number {
  while (position < lineEnd && isNamePart(text.charCodeAt(position))) position++
  return position
}

/** The first place from `position` on that is not blank, at most the line's end. */
export function skipBlanks(text: string, position: number, lineEnd = text.length): number {
  while (position < lineEnd && isBlank(text.charCodeAt(position))) position++
  return position
}

/** Whether `name=` or `name:type=` stands at `position`. */
function startsField(text: string, position: number, lineEnd: number): boolean {
  const nameEnd = endOfName(text, position, lineEnd)
  if (nameEnd === position) return false
  const code = text.charCodeAt(nameEnd)
  if (code === EQUALS) return nameEnd < lineEnd
  if (code !== COLON) return false
  const typeEnd = endOfType(text, nameEnd + 1, lineEnd)
  return typeEnd > nameEnd + 1 && typeEnd < lineEnd && text.charCodeAt(typeEnd) === EQUALS
}

function trimEnd(text: string, start: number, end: number): number {
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return end
}
