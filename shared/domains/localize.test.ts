import { afterEach, describe, expect, test } from 'vitest'
import { check } from '../../test/records.ts'
import { problemsOf } from '../check/check.ts'
import { fixesIn } from '../check/fixes/fixes.ts'
import { localize, speak } from './localize.ts'
import { textsOfDomain } from './texts/catalogs.ts'
import { languageOfLocale, textLanguages } from './texts/languages.ts'
import { speakLanguage } from './texts/speak-language.ts'

afterEach(() => speak())

test('places have texts, numbers and lists of words', () => {
  expect(localize('{a} has {count} {a}', { a: 'x', count: 2 })).toBe('x has 2 x')
  expect(
    localize('{a}, {b} and {c}', { a: { or: ['x', 'y'] }, b: { and: ['x', 'y', 'z'] }, c: { list: ['x', 'y'] } }),
  ).toBe('x or y, x, y and z and x, y')
  const many = Array.from({ length: 25 }, (_, index) => `w${index}`)
  expect(localize('{a}', { a: { or: many } })).toMatch(/^w0, .*, w19 or 5 more$/)
})

test('what a value has in braces is no place', () => {
  expect(localize('{field} is {value}', { field: '{value}', value: '{field}' })).toBe('{value} is {field}')
})

test('a sentence that a language lacks is in English, and names that objects have are none', () => {
  speak({ 'one {a}': 'eins {a}' })
  expect([localize('one {a}', { a: 1 }), localize('two {a}', { a: 2 }), localize('constructor')]).toEqual([
    'eins 1',
    'two 2',
    'constructor',
  ])
  speak()
  expect(localize('one {a}', { a: 1 })).toBe('one 1')
})

test('the pseudo-language shows that a sentence is localized, and leaves its places as they are', () => {
  speakLanguage('qps')
  expect(localize('{field} is {value}.', { field: 'title', value: 'x' })).toBe('[title ís x.~~~~~~~]')
  speakLanguage(languageOfLocale('qps-ploc'))
  expect(localize('Insert')).toBe('[Ínsért~~]')
  expect(textsOfDomain('qps', 'core.hr')).toBeUndefined()
})

describe('problems and their fixes in the language of the reader', () => {
  const text = `@CONTROL rid=CTL-1 | status="tessted" | owwner="x"
@FINDING rid=FND-1 | status="open" | remediation_due:ts=2026-02-30 | severity="low" "y"
`
  const said = (): string[] => {
    const file = check(text)
    return problemsOf(file).map(problem => `${problem.message} [${fixesIn(file, problem)[0]?.title ?? ''}]`)
  }

  test('German', () => {
    speakLanguage('de')
    expect(said()).toMatchInlineSnapshot(`
      [
        "CONTROL.status ist "tessted"; es muss not-started, in-progress, implemented, tested, effective oder ineffective sein. [In tested ändern]",
        "owwner ist kein Feld von CONTROL; meinten Sie owner? [In owner ändern]",
        "FINDING.remediation_due ist "2026-02-30"; den Tag 30 gibt es in 2026-02 nicht, der Monat hat 28 Tage. []",
        "'"y"' folgt auf einen vollständigen Wert; schreiben Sie | vor ein Feld, oder \\" für ein Anführungszeichen in einem Text. [In "low\\" \\"y" ändern]",
      ]
    `)
  })

  test('Japanese', () => {
    speakLanguage('ja')
    expect(said()).toMatchInlineSnapshot(`
      [
        "CONTROL.status は "tessted" ですが、not-started, in-progress, implemented, tested, effective または ineffective でなければなりません。 [tested に変更]",
        "owwner は CONTROL のフィールドではありません。owner のことですか? [owner に変更]",
        "FINDING.remediation_due は "2026-02-30" です。2026-02 に 30 日はありません。この月は 28 日までです. []",
        "'"y"' が完全な値の後に続いています。フィールドの前には |、テキスト内の引用符には \\" を書いてください。 ["low\\" \\"y" に変更]",
      ]
    `)
  })

  test.each(textLanguages)('the values are the same, and no place is left open: %s', language => {
    const english = said()
    speakLanguage(language)
    const other = said()
    expect(other).toHaveLength(english.length)
    for (const [index, sentence] of other.entries()) {
      expect(sentence).not.toBe(english[index])
      expect(sentence).not.toMatch(/\{\w+\}/)
      for (const [value] of english[index]!.matchAll(/[A-Z]+\.\w+|"tessted"|owwner|2026-02-30|status/g))
        expect(sentence).toContain(value)
    }
  })
})
