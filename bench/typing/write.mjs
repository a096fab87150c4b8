// The three ways of writing a record that are measured.
import { fieldText, quoted, recordText } from './records.mjs'

/** @typedef {import('./typist.mjs').Typist} Typist */
/** @typedef {import('./typist.mjs').Sight} Sight */
/** @typedef {import('./records.mjs').TypedRecord} TypedRecord */

/**
 * Accepts completions with Tab and Enter, but without arrow keys.
 *
 * @param {Typist} typist
 * @param {TypedRecord} record
 * @returns {Promise<string | undefined>} why it could not be written, if so
 */
export async function writeWithLists(typist, record) {
  let sight = await typist.type('@')
  for (const letter of record.tag) {
    if (isTag(sight.offered, record.tag)) break
    sight = await typist.type(letter)
  }
  if (!isTag(sight.offered, record.tag)) return `@${record.tag} is not offered`
  sight = await typist.press('Tab')
  let idle = 0
  for (let step = 0; step < 120; step++) {
    const before = sight
    const key = nextKey(sight, record)
    if (key === 'done') return undefined
    if (key.startsWith('!')) return key.slice(1)
    sight = key.length === 1 ? await typist.type(key) : await typist.press(key)
    idle = JSON.stringify(sight) === JSON.stringify(before) ? idle + 1 : 0
    if (idle === 2) return `${key} does nothing: ${sight.text}`
  }
  return 'no end in sight'
}

/**
 * @param {string | undefined} offered
 * @param {string} tag
 */
const isTag = (offered, tag) => offered === `@${tag}` || offered?.startsWith(`@${tag} `)

/**
 * The next key that a person presses.
 *
 * @param {Sight} sight
 * @param {TypedRecord} record
 */
function nextKey({ text, column, offered, ghost }, record) {
  if (text.trim() === '') return 'done'
  const place = placeAt(text, column)
  const written = new Set(place.names)
  const next = record.fields.find(({ name }) => !written.has(name))
  if (place.kind === 'value') {
    const field = record.fields.find(({ name }) => name === place.name)
    // A field that the record starts with, and that this author leaves empty.
    if (!field && place.typed !== '') return `!${place.name} is not wanted: ${text}`
    if (!field && offered !== undefined) return 'Escape'
    if (!field) return next ? 'Tab' : 'Enter'
    const value = field.type === 'string' && field.name !== 'rid' ? quoted(field.value).slice(1, -1) : field.value
    if (place.typed === value) {
      return next ? 'Tab' : 'Enter'
    }
    if (field.isListed && offered === value) return 'Tab'
    if (field.isListed && ghost && value === place.typed + ghost.split(/["|]/)[0]) return 'Tab'
    return nextCharacter(value, place.typed, field.isListed ? offered : undefined) ?? 'Tab'
  }
  if (!next) return 'Enter'
  if (place.kind === 'end') return 'Tab'
  if (offered === next.name) return 'Tab'
  return next.name[next.name.startsWith(place.typed) ? place.typed.length : 0] ?? `!${next.name} is not offered`
}

/**
 * The next character of a value. In a list where the marked entry starts with the same words, a person types only the
 * part that differs: `0103` for `CTL-0103` beside `CTL-0101`.
 *
 * @param {string} value
 * @param {string} typed
 * @param {string | undefined} offered
 * @returns {string | undefined}
 */
function nextCharacter(value, typed, offered) {
  const start = value.lastIndexOf('-') + 1
  const part = value.slice(start)
  const isListOfNumbers = offered !== undefined && /\d$/.test(value) && offered.startsWith(value.slice(0, start))
  if (typed === '' && isListOfNumbers) return part[0]
  if (value.startsWith(typed)) return value[typed.length]
  return part[part.startsWith(typed) ? typed.length : 0]
}

/**
 * The part of a record at a column: a value, a name, or the end after a value.
 *
 * @param {string} text
 * @param {number} column
 */
function placeAt(text, column) {
  // Those that have a value.
  const names = [...text.matchAll(/(?:\||^@\w+)\s*([a-z_]+)(?::\w*)?=(?!(?:"")?\s*(?:\||$))/g)].map(([, name]) => name)
  const before = text.slice(0, column)
  let start = 0
  let isQuoted = false
  for (let at = 0; at < before.length; at++) {
    if (isQuoted && before[at] === '\\') at++
    else if (before[at] === '"') isQuoted = !isQuoted
    else if (before[at] === '|' && !isQuoted) start = at + 1
  }
  const part = start === 0 ? before.replace(/^@\w+/, '') : before.slice(start)
  const [, name, value] = /^\s*([a-z_]+)(?::\w*)?=(.*)$/.exec(part) ?? []
  if (name !== undefined) {
    const typed = value.replace(/^"/, '')
    if (value.startsWith('"') && !isQuoted) return { kind: 'end', names, typed: '' }
    return { kind: 'value', name, typed, names }
  }
  return { kind: 'name', names, typed: part.trim() }
}

/**
 * Types everything, with all quotes, without looking at the editor.
 *
 * @param {Typist} typist
 * @param {TypedRecord} record
 */
export async function writeByHand(typist, record) {
  await typist.typeBlindly(recordText(record))
  await typist.look()
  await typist.press('Enter')
  return undefined
}

/**
 * Types everything by hand and corrects every field: a wrong value, Escape, Backspace, and the right one.
 *
 * @param {Typist} typist
 * @param {TypedRecord} record
 */
export async function writeWithCorrections(typist, record) {
  await typist.typeBlindly(`@${record.tag} `)
  for (const [index, field] of record.fields.entries()) {
    const text = fieldText(field)
    const start = text.slice(0, text.indexOf('=') + 1)
    const value = text.slice(start.length)
    await typist.typeBlindly(`${index > 0 ? '| ' : ''}${start}`)
    await typist.typeBlindly('x9')
    await typist.press('Escape')
    await typist.press('Backspace')
    await typist.press('Backspace')
    await typist.typeBlindly(value)
    if (index < record.fields.length - 1) await typist.typeBlindly(' ')
  }
  await typist.press('Escape')
  await typist.typeBlindly(' # x')
  for (let count = 0; count < 4; count++) await typist.press('Backspace')
  await typist.press('Enter')
  return undefined
}
