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
  'the pages of the walkthrough in %s have the blocks, links, keys and texts to type of the English ones',
  language => {
    const pages = readdirSync('docs/walkthrough').filter(name => /^\w+\.md$/.test(name))
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) {
      const [english, text] = [page, page.replace('.md', `.nls.${language}.md`)].map(name =>
        readFileSync(`docs/walkthrough/${name}`, 'utf8'),
      ) as [string, string]
      expect(blocksIn(text), page).toEqual(blocksIn(english))
      expect(addressesIn(text), page).toEqual(addressesIn(english))
      expect(codeIn(withoutBlocks(text)), page).toEqual(codeIn(withoutBlocks(english)))
      expect(text.match(/^\d+\. /gm), page).toEqual(english.match(/^\d+\. /gm))
    }
  },
)

const blocksIn = (text: string): string[] => Array.from(text.matchAll(/^```[^]*?^```$/gm), ([block]) => block)

const withoutBlocks = (text: string): string => text.replace(/^```[^]*?^```$/gm, '')
