import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import { practiceDescriptors } from '../shared/domains/practice.ts'
import { anyRid } from '../shared/domains/registry.ts'
import { textLanguages } from '../shared/domains/texts/languages.ts'
import { valueTypes } from '../shared/domains/value-types/index.ts'
import { functions } from '../shared/expression/functions/functions.ts'
import { textsInBraces } from '../shared/expression/run/message.ts'

// Sentences have their English text in the source, as the first argument of a function, and a catalog for each other
// language has their translations by it: VS Code reads those of the client, and Recline all others.

interface SourcesOfSentences {
  readonly folders: readonly string[]
  /** Matches the name of the function. */
  readonly call: string
  readonly catalog: (language: string) => string
  /** Places that only English has, with what the others have in their place. */
  readonly onlyEnglish: Readonly<Record<string, string>>
  /** Sentences that no call has as a literal. */
  readonly others?: readonly string[]
}

const descriptors = [...builtinDescriptors, ...practiceDescriptors]

const rules = descriptors.flatMap(({ records = [] }) => records.flatMap(record => record.rules ?? []))

/** What the rules of the built-in domains and of their extensions report. */
const messagesOfRules = rules.flatMap(({ message = [] }) => message)

/** What these say of their rules, and when a record is written. */
const textsOfDescriptors = [
  ...rules.flatMap(({ summary = [], description = [] }) => [summary, description].flat()),
  ...descriptors.flatMap(({ meta }) =>
    Object.values(meta?.tag_context ?? {}).flatMap(({ when_to_use = [] }) => when_to_use),
  ),
]

/** What the functions of expressions do, and what types are. */
const textsOfFunctions = functions.map(({ description }) => description)
const textsOfTypes = [...Object.values(valueTypes), anyRid].map(({ description = '' }) => description)

/** What the schemas of descriptors and configurations advise. */
const adviceOfSchemas = ['descriptors/schema.json', 'schemas/recline.schema.json'].flatMap(file =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/"(?:patternE|e)rrorMessage": ("(?:[^"\\]|\\.)*")/g),
    ([, text]) => JSON.parse(text!) as string,
  ),
)

const kinds: readonly (readonly [string, SourcesOfSentences])[] = [
  [
    'of the client',
    {
      folders: ['client'],
      call: String.raw`\bl10n\.t`,
      catalog: language => `l10n/bundle.l10n.${language}.json`,
      onlyEnglish: {},
    },
  ],
  [
    'of the pages',
    {
      folders: ['client/webviews'],
      call: String.raw`(?<![\w.])localize`,
      catalog: language => `l10n/pages.${language}.json`,
      onlyEnglish: {},
    },
  ],
  [
    'of the server and of the command line',
    {
      folders: ['shared', 'server', 'cli'],
      call: String.raw`(?<![\w.]|function )localize`,
      catalog: language => `l10n/${language}.json`,
      // A tag with its article.
      onlyEnglish: { '{aTag}': '{tag}' },
      others: [...messagesOfRules, ...textsOfDescriptors, ...textsOfFunctions, ...textsOfTypes, ...adviceOfSchemas],
    },
  ],
]

describe.each(kinds)('the sentences %s', (_, { folders, call, catalog, onlyEnglish, others = [] }) => {
  const sources = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /(?<!\.test)\.ts$/.test(name))
      .map(name => readFileSync(join(folder, name), 'utf8')),
  )
  const literal = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`

  /** The texts of all calls, as their literals mean them. */
  const used = new Set([
    ...others,
    ...sources.flatMap(source =>
      Array.from(source.matchAll(new RegExp(String.raw`${call}\(\s*${literal}`, 'g')), ([, text]) =>
        text!.slice(1, -1).replace(/\\(.)/g, '$1'),
      ),
    ),
  ])

  test('each call has its text as a literal, so that it can be found', () => {
    const calls = sources.flatMap(source => [...source.matchAll(new RegExp(String.raw`${call}\(\s*(.)`, 'g'))])
    expect(calls.length).toBeGreaterThan(100)
    expect(calls.filter(([, first]) => first !== "'" && first !== '"')).toEqual([])
  })

  test.each(textLanguages)('in %s are these, and no others, with the same places and icons', language => {
    const translated = JSON.parse(readFileSync(catalog(language), 'utf8')) as Record<string, string>
    expect(Object.keys(translated).sort()).toEqual([...used].sort())
    for (const [english, text] of Object.entries(translated)) {
      expect(text.trimEnd(), english).toBe(text)
      expect(text, english).not.toBe('')
      const places = placesIn(english).map(place => onlyEnglish[place] ?? place)
      expect(placesIn(text), english).toEqual([...new Set(places)].sort())
      expect(text.includes('…'), english).toBe(english.includes('…'))
      // A title that fits into a list or a button stays short.
      if (english.length < 40) expect(text.length, text).toBeLessThan(90)
    }
  })

  test('each call gives all places that its text has', () => {
    const withPlaces = new RegExp(
      String.raw`${call}\(\s*${literal}\s*(,\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|,?\s*\))`,
      'g',
    )
    for (const source of sources)
      for (const [, text, rest] of source.matchAll(withPlaces)) {
        if (rest!.includes('...')) continue
        const places = Array.from(text!.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
        for (const place of places) expect(rest, text).toMatch(new RegExp(`[{,]\\s*${place}\\s*[:,}]`))
        if (places.length === 0) expect(rest, text).not.toContain('{')
      }
  })
})

test.each(textLanguages)(
  'the messages of rules in %s have the same expressions, with other texts in them',
  language => {
    const translated = JSON.parse(readFileSync(`l10n/${language}.json`, 'utf8')) as Record<string, string>
    const expressions = (message: string): string[] => [
      ...new Set(Array.from(textsInBraces(message), text => text.replace(/"[^"]*"/g, '""')).sort()),
    ]
    expect(messagesOfRules.length).toBeGreaterThan(200)
    for (const message of messagesOfRules)
      expect(expressions(translated[message] ?? ''), message).toEqual(expressions(message))
  },
)

/** The places for values, and the icons, each once. */
const placesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(/\$\([\w-]+\)|\{\w+\}/g), ([place]) => place).sort()),
]
