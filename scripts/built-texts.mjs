// The texts of other languages, as the built programs have them: each key stands there once for all languages, and not
// once for each. The keys are English sentences and paths such as `LEAVE.start_date`, and would be half of the bytes.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './project.mjs'

/**
 * @typedef {object} PartTexts
 * @property {string} title
 * @property {string} [description]
 * @property {string} [advice]
 * @property {string[]} [aliases]
 * @property {Record<string, string>} [enumDescriptions]
 */
/** @typedef {PartTexts & { parts: Record<string, PartTexts> }} DomainTexts */
/** @typedef {Readonly<Record<string, DomainTexts>>} Catalog by the paths of domains */
/** @typedef {[path: string, values?: string[]]} PartKey a tag or field, and the values that have meanings */

/**
 * Loads the texts of a language as arrays, and parses those of a domain when somebody asks for them.
 *
 * @type {import('esbuild').Plugin}
 */
export const textsWithKeysOnce = {
  name: 'texts-with-keys-once',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^keys-of-(?:domains|sentences)/ }, ({ path }) => ({ path, namespace: 'keys-of-texts' }))
    onLoad({ filter: /^keys-of-domains$/, namespace: 'keys-of-texts' }, () => ({ contents: keysOfDomains() }))
    onLoad({ filter: /^keys-of-sentences\//, namespace: 'keys-of-texts' }, ({ path }) => ({
      contents: keysOfSentences(basename(path)),
    }))
    onLoad({ filter: /[\\/]descriptors[\\/]texts[\\/]\w+\.json$/ }, ({ path }) => ({
      contents: domainsModule(read(path)),
      loader: 'js',
    }))
    onLoad({ filter: /[\\/]l10n[\\/](?:pages\.)?\w+\.json$/ }, ({ path }) => ({
      contents: sentencesModule(basename(path), read(path)),
      loader: 'js',
    }))
  },
}

/** @param {string} path */
const read = path => JSON.parse(readFileSync(path, 'utf8'))

/** @returns {Catalog[]} of all languages */
const catalogs = () => {
  const folder = join(root, 'descriptors/texts')
  return readdirSync(folder).map(name => read(join(folder, name)))
}

/**
 * @param {string} file a catalog of sentences
 * @returns {string[]} the English texts of its sentences, in the order of the first language
 */
const sentencesLike = file => Object.keys(read(join(root, 'l10n', file.replace(/\w+(?=\.json$)/, 'de'))))

/** @returns {PartKey[][]} the parts of each domain, in the order of all catalogs; the domain itself is the first one */
function partsOfDomains() {
  const all = catalogs()
  const [first] = all
  return Object.entries(first ?? {}).map(([domain, { parts }]) =>
    ['', ...Object.keys(parts)].map(path => {
      const meanings = all.map(catalog => partOf(catalog[domain], path)?.enumDescriptions).find(Boolean)
      return meanings ? [path, Object.keys(meanings)] : [path]
    }),
  )
}

/**
 * @param {DomainTexts | undefined} texts
 * @param {string} path empty for the domain itself
 * @returns {PartTexts | undefined}
 */
const partOf = (texts, path) => (path === '' ? texts : texts?.parts[path])

const keysOfDomains = () => `
  const domains = JSON.parse(${JSON.stringify(JSON.stringify(partsOfDomains()))})
  const partWith = (values, [title, description, aliases, meanings, advice]) => ({
    title,
    ...(description && { description }),
    ...(advice && { advice }),
    ...(aliases && { aliases }),
    ...(meanings && { enumDescriptions: Object.fromEntries(values.map((value, index) => [value, meanings[index]])) }),
  })
  export const textsWith = (domain, texts) => {
    const [own, ...parts] = domains[domain].map(([path, values], index) => [path, partWith(values, texts[index])])
    return { ...own[1], parts: Object.fromEntries(parts) }
  }`

/** @param {string} file */
const keysOfSentences = file => `
  const sentences = JSON.parse(${JSON.stringify(JSON.stringify(sentencesLike(file)))})
  export const sentencesWith = texts => Object.fromEntries(sentences.map((text, index) => [text, texts[index]]))`

/** @param {Catalog} catalog */
function domainsModule(catalog) {
  const parts = partsOfDomains()
  const members = Object.entries(catalog).map(([name, texts], domain) => {
    const values = parts[domain]?.map(([path, meaning = []]) => textsInOrder(name, partOf(texts, path), path, meaning))
    if (values?.length !== Object.keys(texts.parts).length + 1)
      throw new Error(`The texts of ${name} have other parts than those of another language.`)
    const [key, text] = [name, JSON.stringify(values)].map(value => JSON.stringify(value))
    return `get ${key}() {
      const value = textsWith(${domain}, JSON.parse(${text}))
      Object.defineProperty(this, ${key}, { value })
      return value
    }`
  })
  return `import { textsWith } from 'keys-of-domains'\nexport default { ${members.join(',\n')} }`
}

/**
 * @param {string} domain
 * @param {PartTexts | undefined} part
 * @param {string} path
 * @param {readonly string[]} values those that have meanings
 */
function textsInOrder(domain, part, path, values) {
  if (!part) throw new Error(`The texts of ${domain} lack ${path}, which those of another language have.`)
  const { title, description, advice, aliases, enumDescriptions } = part
  const meanings = enumDescriptions && values.map(value => enumDescriptions[value])
  const texts = [title, description, aliases, meanings, advice]
  return texts.slice(0, texts.findLastIndex(text => text !== undefined) + 1).map(text => text ?? 0)
}

/**
 * @param {string} file
 * @param {Readonly<Record<string, string>>} translated
 */
function sentencesModule(file, translated) {
  const values = sentencesLike(file).map(text => translated[text])
  const isWhole = values.every(text => text !== undefined) && values.length === Object.keys(translated).length
  if (!isWhole) throw new Error(`l10n/${file} has other sentences than the same file in German.`)
  const text = JSON.stringify(JSON.stringify(values))
  const keys = `keys-of-sentences/${file.replace(/\w+(?=\.json$)/, 'de')}`
  return `import { sentencesWith } from '${keys}'\nexport default sentencesWith(JSON.parse(${text}))`
}
