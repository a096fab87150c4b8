import { expect, test } from 'vitest'
import { hostileValues } from '../../test/hostile-values.ts'
import { control, escapeControls, escapeControlsInLines, hideControls, jsonText } from './controls.ts'

const text = Object.values(hostileValues).join('\n')

test('text has no control character after any of these', () => {
  expect(escapeControls(text)).not.toMatch(control)
  for (const safe of [escapeControlsInLines(text), hideControls(text), jsonText(text)])
    expect(safe.replaceAll(/\r?\n/g, '')).not.toMatch(control)
})

test('other text stays as it is', () => {
  expect(escapeControls('é 🙂 א \\n')).toBe('é 🙂 א \\n')
  expect(escapeControlsInLines('a\nb')).toBe('a\nb')
  expect(hideControls('a\tb\r\nc\rd\u202e')).toBe('a\tb\r\nc\ufffdd\ufffd')
})

const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))

test('the control characters are those of Unicode', () => {
  const classes = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
  expect(all.filter(character => control.test(character))).toEqual(all.filter(character => classes.test(character)))
})

test('all control characters but line feeds are escaped in lines, and no others', () => {
  const escaped = all.filter(character => escapeControlsInLines(character) !== character)
  expect(escaped).toEqual(all.filter(character => character !== '\n' && control.test(character)))
})

test('JSON is the same value', () => {
  for (const indent of [undefined, 2])
    expect(JSON.parse(jsonText({ [text]: [text] }, indent))).toEqual({ [text]: [text] })
})
