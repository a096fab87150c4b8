import { APOSTROPHE, COLON, EQUALS, HASH, isBlank, isComma, isNamePart, isNameStart, PIPE } from './characters.ts'

// Finds the parts of a line of a record. None of these functions looks further than `lineEnd` or allocates a string.

/**
 * The end of a value that is not closed, or of a comment behind a record: before the next ` | name=` or
 * ` | name:type=`, or at the line's end.
 */
export function endBeforeNextField(text: string, start: number, lineEnd: number): number {
  let position = start
  while (position < lineEnd && !isNextField(text, position, lineEnd)) position++
  return trimEnd(text, start, position)
}

/** Whether ` | name=` or ` | name:type=` is here; `position` is the offset of its `|`. */
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

/** The end of a value that is not in double quotes, brackets or braces; `start` itself where none stands there. */
export function endOfBare(text: string, start: number, lineEnd: number): number {
  if (text.charCodeAt(start) === APOSTROPHE) {
    const end = endOfSingleQuoted(text, start, lineEnd)
    if (end >= 0) return end
  }
  let end = endOfStray(text, start, lineEnd)
  while (end > start && isBlankOrComma(text.charCodeAt(end - 1))) end--
  return end
}

/**
 * The offset behind the first single quote that can end a value. -1 if there is none on the line, or none before the
 * next field whose value starts with a single quote.
 */
function endOfSingleQuoted(text: string, start: number, lineEnd: number): number {
  for (let position = start + 1; position < lineEnd; position++) {
    const code = text.charCodeAt(position)
    if (code === APOSTROPHE) {
      const next = skipCommas(text, position + 1, lineEnd)
      if (next === lineEnd || endsValue(text, next, position + 1, lineEnd)) return position + 1
    } else if (isBlank(code) || code === PIPE) {
      const behind = behindEquals(text, position + 1, lineEnd)
      if (behind >= 0 && text.charCodeAt(skipBlanks(text, behind, lineEnd)) === APOSTROPHE) return -1
    }
  }
  return -1
}

/**
 * The end of commas and semicolons, and of white space among them, where a `|` belongs: behind a value and before a
 * field, a `|`, a comment or the line's end. -1 where none stand there.
 *
 * @param start where the value ends
 */
export function endOfCommas(text: string, start: number, lineEnd: number): number {
  if (!isComma(text.charCodeAt(skipBlanks(text, start, lineEnd)))) return -1
  const end = skipCommas(text, start, lineEnd)
  return end === lineEnd || endsValue(text, end, start, lineEnd) ? end : -1
}

function skipCommas(text: string, position: number, lineEnd: number): number {
  while (position < lineEnd && isBlankOrComma(text.charCodeAt(position))) position++
  return position
}

const isBlankOrComma = (code: number): boolean => isBlank(code) || isComma(code)

/** Whether a value ends where, behind white space since `blanks`, a `|`, a field or a comment stands. */
export const endsValue = (text: string, position: number, blanks: number, lineEnd: number): boolean =>
  text.charCodeAt(position) === PIPE ||
  (position > blanks && (startsField(text, position, lineEnd) || startsComment(text, position, lineEnd)))

/** Whether `#` with white space on its right stands at `position`. */
export const startsComment = (text: string, position: number, lineEnd: number): boolean =>
  text.charCodeAt(position) === HASH && (position + 1 === lineEnd || isBlank(text.charCodeAt(position + 1)))

/** The end of the field's name at `position`; `position` itself where there is none. */
function endOfFieldName(text: string, position: number, lineEnd: number): number {
  if (position >= lineEnd || !isNameStart(text.charCodeAt(position))) return position
  while (position < lineEnd && isNamePart(text.charCodeAt(position))) position++
  return position
}

/**
 * The end of what stands in a field where its name must be; `position` itself where there is none. That is a name, or a
 * word with other characters in it, such as `$name`, `9lives` or `ünï`, if a `=` or `:type=` shows that it is meant as
 * one.
 */
export function endOfWrittenName(text: string, position: number, lineEnd: number): number {
  const nameEnd = endOfFieldName(text, position, lineEnd)
  if (nameEnd > position && (nameEnd === lineEnd || endsWrittenName(text.charCodeAt(nameEnd)))) return nameEnd
  const first = text.charCodeAt(position)
  if (first === HASH || isComma(first)) return position
  let end = nameEnd
  while (isInWrittenName(text, end, lineEnd)) end++
  const isTyped = text.charCodeAt(end) === COLON
  const equals = isTyped ? endOfType(text, end + 1, lineEnd) : skipBlanks(text, end, lineEnd)
  return end > position && equals < lineEnd && text.charCodeAt(equals) === EQUALS ? end : nameEnd
}

/** Commas belong to the word only if it continues directly after them. */
function isInWrittenName(text: string, position: number, lineEnd: number): boolean {
  if (!isComma(text.charCodeAt(position))) return isWordPart(text, position, lineEnd)
  return isWordPart(text, position + 1, lineEnd) && text.charCodeAt(position + 1) !== HASH
}

const isWordPart = (text: string, position: number, lineEnd: number): boolean =>
  position < lineEnd && !isBlank(text.charCodeAt(position)) && !noNamePart.includes(text[position]!)

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
export const startsField = (text: string, position: number, lineEnd: number): boolean =>
  behindEquals(text, position, lineEnd) >= 0

/** Behind the `=` of the `name=` or `name:type=` at `position`; -1 where there is none. */
function behindEquals(text: string, position: number, lineEnd: number): number {
  const nameEnd = endOfFieldName(text, position, lineEnd)
  if (nameEnd === position || nameEnd === lineEnd) return -1
  const code = text.charCodeAt(nameEnd)
  if (code === EQUALS) return nameEnd + 1
  if (code !== COLON) return -1
  const typeEnd = endOfType(text, nameEnd + 1, lineEnd)
  return typeEnd > nameEnd + 1 && typeEnd < lineEnd && text.charCodeAt(typeEnd) === EQUALS ? typeEnd + 1 : -1
}

export function trimEnd(text: string, start: number, end: number): number {
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return end
}
