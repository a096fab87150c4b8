import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtinRegistry } from '../../../test/records.ts'
import { fold } from '../../convert/foreign-tables/column-fields.ts'
import { tagsByFit } from '../../convert/foreign-tables/records.ts'
import type { FieldDescriptor } from '../descriptor.ts'
import { firstSentence } from '../field-text.ts'
import { practicePaths, withBuiltIn } from '../practice.ts'
import { createRegistry } from '../registry.ts'
import { type DomainTexts, type PartTexts, textsOfDomain } from './catalogs.ts'
import { languageOfEnvironment, languageOfLocale, textLanguages } from './languages.ts'
import { foreignWords, localTitle, partTexts, shownField, shownTag, titleAndAliases } from './part-texts.ts'

const { domains } = builtinRegistry

/** The texts of all domains in a language, as their file has them. */
const catalogOf = (language: string): Record<string, DomainTexts> =>
  JSON.parse(readFileSync(`descriptors/texts/${language}.json`, 'utf8')) as Record<string, DomainTexts>

/** All parts of a catalog, by their names in messages. */
const partsOf = (catalog: Record<string, DomainTexts>): [string, PartTexts][] =>
  Object.entries(catalog).flatMap(([domain, texts]) => [
    [domain, texts] as [string, PartTexts],
    ...Object.entries(texts.parts).map(([path, part]): [string, PartTexts] => [`${domain}.${path}`, part]),
  ])

/** The built-in domains, and their extensions that come with Recline. */
const withPractice = createRegistry(withBuiltIn([], practicePaths))

type WrittenPart = Pick<FieldDescriptor, 'description' | 'advice' | 'enumDescriptions'>

const saysSomething = ({ description, advice, enumDescriptions }: WrittenPart): boolean =>
  (description ?? advice ?? enumDescriptions) !== undefined

/**
 * All domains, tags and fields by their names, as their descriptors write them. What an extension inherits is told by
 * the domain that it extends, unless the extension says it anew.
 */
const written = new Map<string, WrittenPart>(
  [...withPractice.domains.values()].flatMap(({ path, base, written: { description, records } }) => [
    [path, { description }] as const,
    ...records.flatMap(record => {
      const known = base?.tags.get(record.tag)
      const fields = record.fields.filter(field => !known?.fields.has(field.name) || saysSomething(field))
      return [
        ...(!known || saysSomething(record) ? [[`${path}.${record.tag}`, record] as const] : []),
        ...fields.map(field => [`${path}.${record.tag}.${field.name}`, field] as const),
      ]
    }),
  ]),
)

test.each(textLanguages)('the texts in %s name each domain, tag and field once, and nothing else', language =>
  expect(partsOf(catalogOf(language)).map(([name]) => name)).toEqual([...written.keys()]),
)

test.each(textLanguages)('the texts in %s have a form that lists can show', language => {
  const catalog = catalogOf(language)
  for (const [name, part] of partsOf(catalog)) {
    const { title, aliases = [], enumDescriptions = {}, description = '-', advice = '-', doubt = '-', ...others } = part
    expect(
      Object.keys(others).filter(key => key !== 'parts'),
      name,
    ).toEqual([])
    expect(title.length, `${name}: ${title}`).toBeLessThanOrEqual(60)
    for (const text of [title, ...aliases, ...Object.values(enumDescriptions), description, advice, doubt])
      expect(text, name).toMatch(/^\S(?:.*\S)?$/u)
    const words = [title, ...aliases].map(fold)
    expect(words, name).toEqual([...new Set(words)])
    expect(words, name).not.toContain('')
  }
})

test.each(textLanguages)('the texts in %s say what the descriptors say, with the same names and numbers', language => {
  for (const [name, part] of partsOf(catalogOf(language))) {
    const english = written.get(name)!
    for (const key of ['description', 'advice'] as const) {
      expect(part[key] === undefined, `${name} ${key}`).toBe(english[key] === undefined)
      // Japanese counts with digits where English has words.
      expect(factsIn(part[key] ?? ''), `${name}: ${part[key]}`).toEqual(
        expect.arrayContaining(factsIn(english[key] ?? '')),
      )
    }
    // Values that are names need no translation.
    if (part.enumDescriptions)
      expect(Object.keys(part.enumDescriptions), name).toEqual(Object.keys(english.enumDescriptions ?? {}))
  }
})

/** What no language changes: code between backticks, and numbers. */
const factsIn = (text: string): string[] => text.match(/`[^`]*`|\d+/g) ?? []

test.each(textLanguages)('the first sentence of a text in %s ends where it ends', language => {
  for (const [name, { description = '' }] of partsOf(catalogOf(language)))
    expect(firstSentence(description), name).not.toMatch(
      /(?:^|\s)(?:\p{L}|[Nn]r|[Aa]rt|[Cc]f|[Ee]tc|ggf|bzw|inkl|usw|ej)\.$/u,
    )
})

test('no word leads to two fields of a tag, in whatever languages', () => {
  const doubles: string[] = []
  for (const tag of withPractice.tags.values()) {
    const fieldOf = new Map<string, string>()
    for (const field of tag.fields.values()) {
      // An extension may have a field whose name was another word for one that it inherits: the name comes first.
      const english = tag.domain.base ? [] : (field.aliases ?? [])
      for (const word of [field.name, ...english, ...foreignWords(tag, field)].map(fold)) {
        const known = fieldOf.get(word) ?? field.name
        if (known !== field.name) doubles.push(`${tag.name}: ${word} is ${known} and ${field.name}`)
        fieldOf.set(word, field.name)
      }
    }
  }
  expect(doubles).toEqual([])
})

test('no word for a person leads to a field that holds a token in place of the name', () => {
  for (const tag of builtinRegistry.tags.values())
    for (const field of tag.fields.values())
      if (field.name.endsWith('_encrypted') && !field.aliases)
        expect(
          foreignWords(tag, field).filter(word => !/\(verschlüsselt|\(chiffré|\(cifrado|（暗号化/.test(word)),
          field.label,
        ).toEqual([])
})

test('the language is that of a locale of editors or of POSIX', () => {
  const languages = ['de', 'de-AT', 'fr_CA.UTF-8', 'ja', 'es-419', 'en-US', 'pt-BR', 'C', 'POSIX', 'deu', '', undefined]
  expect(languages.map(languageOfLocale)).toEqual([
    'de',
    'de',
    'fr',
    'ja',
    'es',
    ...languages.slice(5).map(() => undefined),
  ])
  expect(languageOfEnvironment({ RECLINE_LANGUAGE: 'ja', LC_ALL: 'de_DE', LANG: 'fr_FR' })).toBe('ja')
  expect(languageOfEnvironment({ LC_ALL: 'de_DE', LANG: 'fr_FR' })).toBe('de')
  expect(languageOfEnvironment({ LC_ALL: '', LANG: 'fr_FR.UTF-8' })).toBe('fr')
  expect(languageOfEnvironment({ RECLINE_LANGUAGE: 'en', LANG: 'fr_FR.UTF-8' })).toBeUndefined()
  expect(languageOfEnvironment({})).toBeUndefined()
})

test('an extension has the texts of what it inherits, and none for what it adds', () => {
  const leave = createRegistry([
    domains.get('core.hr')!.written,
    {
      domain: 'acme.hr',
      version: '1.0',
      description: '',
      extends: 'core.hr',
      records: [{ tag: 'LEAVE', fields: [{ name: 'half_day', type: 'bool' }] }],
    },
  ]).tags.get('acme.hr.LEAVE')!
  const title = (name: string): string | undefined => localTitle('de', leave, leave.fields.get(name)!)
  expect(localTitle('de', leave)).toBe('Abwesenheit')
  expect(title('start_date')).toBe('Beginn')
  expect(title('half_day')).toBeUndefined()
  expect(localTitle(undefined, leave)).toBeUndefined()
})

test('what an extension says anew is shown as it says it, and the rest in the language', () => {
  // In an extension, a field that is inherited needs no type.
  const fields = [
    { name: 'reason', description: 'Why our works council asks.' },
    { name: 'status', enum: ['requested', 'approved'], enumDescriptions: { requested: 'with the works council' } },
  ] as unknown as FieldDescriptor[]
  const extension = { domain: 'acme.hr', version: '1.0', description: '', extends: 'core.hr' }
  const own = createRegistry([domains.get('core.hr')!.written, { ...extension, records: [{ tag: 'LEAVE', fields }] }])
  const leave = own.tags.get('acme.hr.LEAVE')!
  const shown = (name: string): FieldDescriptor => shownField('de', leave, leave.fields.get(name)!)
  expect(shown('reason')).toMatchObject({ description: 'Why our works council asks.', aliases: expect.anything() })
  expect(shown('status').enumDescriptions).toEqual({ requested: 'with the works council' })
  expect(shown('start_date').description).toBe(catalogOf('de')['core.hr']!.parts['LEAVE.start_date']!.description)
  expect(shownTag('de', leave).description).toBe(catalogOf('de')['core.hr']!.parts.LEAVE!.description)
})

test('a title that says no more than the name is none', () => {
  const status = builtinRegistry.tags.get('core.compliance.CONTROL')!
  expect(localTitle('de', status, status.fields.get('status')!)).toBeUndefined()
})

test('what is shown has its words in the language before the English ones, and the same name', () => {
  const tag = builtinRegistry.tags.get('core.insurance.POLICY')!
  const field = tag.fields.get('deductible')!
  const { description } = partTexts('es', tag, field)!
  const shown = shownField('es', tag, field)
  expect(shown).toMatchObject({ name: 'deductible', aliases: ['Deducible', 'excess'], description })
  expect(shownField(undefined, tag, field)).toBe(field)
  expect(titleAndAliases(partTexts('fr', tag, field))).toEqual(['Franchise', 'Montant de la franchise'])
})

test('a domain of a user has no texts', () => expect(textsOfDomain('de', 'acme.fleet')).toBeUndefined())

test('columns in another language lead to their tag', () => {
  const context = { registry: builtinRegistry, fileName: 'x.rec', settingDomains: [] }
  const first = (columns: string): string | undefined =>
    tagsByFit(columns.split(','), [...domains.values()], context)[0]?.tag
  expect(first('Schadennummer,Schadentag,Schadenursache,Gezahlt')).toBe('CLAIM')
  expect(first('証券番号,事故日,事故原因,請求額')).toBe('CLAIM')
  expect(first('Médicament,Posologie,Voie')).toBe('RX')
  expect(first('Alérgeno,Reacción,Gravedad')).toBe('ALLERGY')
})
