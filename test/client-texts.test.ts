import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textLanguages } from '../shared/domains/texts/languages.ts'

// The sentences of the client that are `vscode.l10n.t`: their text in the source is English, and VS Code takes the ones
// of its language from `l10n/bundle.l10n.<language>.json`.

const sources = readdirSync('client', { recursive: true, encoding: 'utf8' })
  .filter(name => /(?<!\.test)\.ts$/.test(name))
  .map(name => readFileSync(join('client', name), 'utf8'))

/** The texts of all calls, as their literals mean them. */
const used = new Set(
  sources.flatMap(source =>
    Array.from(source.matchAll(/\bl10n\.t\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g), ([, literal]) =>
      literal!.slice(1, -1).replace(/\\(.)/g, '$1'),
    ),
  ),
)

const bundleOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`l10n/bundle.l10n.${language}.json`, 'utf8')) as Record<string, string>

test('each call has its text as a literal, so that it can be found', () => {
  const calls = sources.flatMap(source => [...source.matchAll(/\bl10n\.t\(\s*(.)/g)])
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.filter(([, first]) => first !== "'" && first !== '"')).toEqual([])
})

test.each(textLanguages)(
  'the bundle in %s has each sentence, and no other, with the same places and icons',
  language => {
    const bundle = bundleOf(language)
    expect(Object.keys(bundle).sort()).toEqual([...used].sort())
    for (const [english, text] of Object.entries(bundle)) {
      expect(text, english).toBe(text.trim())
      expect(text, english).not.toBe('')
      expect(placesIn(text), english).toEqual(placesIn(english))
      expect(text.includes('…'), english).toBe(english.includes('…'))
      // A title that fits into a list or a button stays short.
      if (english.length < 40) expect(text.length, text).toBeLessThan(90)
    }
  },
)

/** The places for values, and the icons. */
const placesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\$\([\w-]+\)|\{\w+\}/g), ([place]) => place).sort()

test('each call gives all places that its text has', () => {
  for (const source of sources)
    for (const [, literal, rest] of source.matchAll(
      /\bl10n\.t\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")\s*(,\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|,?\s*\))/g,
    )) {
      const places = Array.from(literal!.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
      for (const place of places) expect(rest, literal).toMatch(new RegExp(`[{,]\\s*${place}\\s*[:,}]`))
      if (places.length === 0) expect(rest, literal).not.toContain('{')
    }
})
