import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textLanguages } from '../shared/domains/texts/languages.ts'

// The texts of the manifest, which VS Code takes from `package.nls.json` and `package.nls.<language>.json`.

const read = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>

const manifest = readFileSync('package.json', 'utf8')
const english = read('package.nls.json')
const used = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key!)

test('the manifest uses each text, and no other', () =>
  expect([...new Set(used)].sort()).toEqual(Object.keys(english).sort()))

test('there is a file for each language of the texts of domains, and no other', () => {
  const files = readdirSync('.').filter(name => name.startsWith('package.nls.'))
  expect(files.sort()).toEqual(
    [...textLanguages.map(language => `package.nls.${language}.json`), 'package.nls.json'].sort(),
  )
})

test('commands, settings, views and the walkthrough have no text of their own', () => {
  const { contributes } = JSON.parse(manifest) as { contributes: Record<string, unknown> }
  const { commands, configuration, walkthroughs, viewsWelcome, views, customEditors } = contributes
  const texts: string[] = []
  const look = (value: unknown, key: string): void => {
    if (typeof value === 'string')
      texts.push(...(isShown.test(key) && !value.startsWith('%') ? [`${key}: ${value}`] : []))
    else if (Array.isArray(value)) for (const one of value) look(one, key)
    else if (typeof value === 'object' && value !== null)
      // The severities are generated from the codes.
      for (const [name, one] of Object.entries(value))
        if (name !== 'properties' || key !== 'recline.severity') look(one, name)
  }
  for (const part of [commands, configuration, walkthroughs, viewsWelcome, views, customEditors]) look(part, '')
  expect(texts).toEqual([])
})

const isShown =
  /^(?:title|shortTitle|description|markdownDescription|(?:markdownE|e)numDescriptions|displayName|contents)$/

test.each(textLanguages)('the texts in %s are whole, with the same links and code as in English', language => {
  const texts = read(`package.nls.${language}.json`)
  expect(Object.keys(texts)).toEqual(Object.keys(english))
  for (const [key, text] of Object.entries(texts)) {
    const before = english[key]!
    expect(text.trim(), key).not.toBe('')
    expect(text, key).toBe(text.trim())
    expect(addressesIn(text), key).toEqual(addressesIn(before))
    expect(codeIn(text), key).toEqual(codeIn(before))
    expect(text.endsWith('…'), key).toBe(before.endsWith('…'))
    expect(text.split('\n').length, key).toBe(before.split('\n').length)
  }
})

const addressesIn = (text: string): string[] => Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, address]) => address!)

const codeIn = (text: string): string[] => Array.from(text.matchAll(/`[^`]+`/g), ([code]) => code).sort()

test.each(textLanguages)('a command in %s has a name of its own, and links to it have the same text', language => {
  const texts = read(`package.nls.${language}.json`)
  const commands = Object.entries(texts).filter(([key]) => key.startsWith('command.'))
  expect(new Set(commands.map(([, title]) => title)).size).toBe(commands.length)
  const table = 'command:toSide:recline.import'
  for (const [key, text] of Object.entries(texts))
    for (const [, label, address] of text.matchAll(/\[([^\]]+)\]\((command:[^)]+)\)/g)) {
      const name = address!.replace(/^command:(?:toSide:)?recline\./, 'command.')
      if (address !== table && address !== 'command:recline.import') expect(label, key).toBe(texts[name])
    }
})

test.each(textLanguages)(
  'the first steps and the walkthrough in %s have the blocks, links, keys and texts to type of the English ones',
  language => {
    const walkthrough = readdirSync('docs/walkthrough').filter(name => /^\w+\.md$/.test(name))
    expect(walkthrough.length).toBeGreaterThan(0)
    const isSaid = saidIn(language)
    for (const page of ['docs/first-steps.md', ...walkthrough.map(name => `docs/walkthrough/${name}`)]) {
      const [english, text] = [page, page.replace('.md', `.nls.${language}.md`)].map(name =>
        readFileSync(name, 'utf8').replace(/\[[^\]]+\]\(first-steps[^)]*\)/g, ''),
      ) as [string, string]
      expect(blocksIn(text), page).toEqual(blocksIn(english))
      expect(addressesIn(text), page).toEqual(addressesIn(english))
      const [theirs, own] = [codeIn(withoutBlocks(english)), codeIn(withoutBlocks(text))]
      expect(own.length, page).toBe(theirs.length)
      // What the product says is in the language of the page; all else is the same.
      const others = own.filter(code => !theirs.includes(code)).map(code => code.slice(1, -1))
      expect(
        others.filter(said => !isSaid(said)),
        page,
      ).toEqual([])
      expect(text.match(/^\d+\. /gm), page).toEqual(english.match(/^\d+\. /gm))
    }
  },
)

/** Whether the product says a text in a language: a title, or a sentence or a clause of one, with values in places. */
function saidIn(language: string): (text: string) => boolean {
  const titles = Array.from(
    readFileSync(`descriptors/texts/${language}.json`, 'utf8').matchAll(/"title": "([^"]+)"/g),
    ([, title]) => title!,
  )
  const names = Object.values(read(`package.nls.${language}.json`))
  const exact = new Set([...titles, ...names, ...names.map(name => `Recline: ${name}`)])
  const clauses = Object.values(read(`l10n/${language}.json`)).flatMap(sentence => [
    sentence,
    ...sentence.split(/ ?; ?|、/),
  ])
  const forms = clauses
    .map(clause => clause.replace(/[.。]$/, '').split(/\{\w+\}/))
    .filter(parts => parts.join('').length >= 8)
    .map(parts => RegExp(`^${parts.map(part => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('.+')}$`))
  return text => exact.has(text) || forms.some(form => form.test(text))
}

const blocksIn = (text: string): string[] => Array.from(text.matchAll(/^ *```[^]*?^ *```$/gm), ([block]) => block)

const withoutBlocks = (text: string): string => text.replace(/^ *```[^]*?^ *```$/gm, '')
