import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import descriptorSchema from '../descriptors/schema.json'
import manifest from '../package.json'
import texts from '../package.nls.json'
import configSchema from '../schemas/recline.schema.json'
import { readSettings } from '../server/snapshot/settings.ts'
import { problemsOf } from '../shared/check/check.ts'
import type { Finding } from '../shared/check/problem.ts'
import { rules } from '../shared/check/rules/index.ts'
import { readConfigFile } from '../shared/config/config-file.ts'
import { configRuleProblems, domainProblems } from '../shared/config/config-problems.ts'
import { readDescriptorFile } from '../shared/config/descriptors/descriptor-file.ts'
import { descriptorRuleProblems } from '../shared/config/descriptors/descriptor-set.ts'
import { extensionProblems } from '../shared/config/descriptors/extension-problems.ts'
import { schemaHashProblems } from '../shared/config/descriptors/schema-hash.ts'
import { problemCodes } from '../shared/config/problem-codes.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import { createRegistry } from '../shared/domains/registry.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { vehicleWith } from './descriptor-files.ts'
import { descriptorsIn, examplesIn } from './examples.ts'
import { builtinRegistry, check, findingsOfChange, findingsOfFiles, type Settings } from './records.ts'

/**
 * The documentation, held to what the product does. In a page, the records of a plain `rec` fence have no problem, and
 * those of a fence `rec problem=<code>` have problems of that code and of no other.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const docs = ['docs', 'docs/editors'].flatMap(folder =>
  readdirSync(join(root, folder))
    .filter(name => name.endsWith('.md'))
    .map(name => `${folder}/${name}`),
)
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...docs]
const read = (page: string): string => readFileSync(join(root, page), 'utf8')
const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties))
const codes = rules.map(({ code }) => code)

/** Its records need each other and its configuration: `test/protocol/registers-page.test.ts` follows its steps. */
const followedPage = 'docs/registers.md'

describe.each(pages)('%s', page => {
  const examples = page === followedPage ? [] : examplesIn(read(page))
  const own = descriptorsIn(read(page))
  const settings = own.length > 0 ? { descriptors: [...builtinDescriptors, ...own] } : {}

  test.runIf(examples.length > 0).each(examples)('the example on line $line', ({ text, problem }) => {
    expect(codesOf(text, settings)).toEqual(problem === undefined ? [] : [problem])
  })

  const diffs = examplesIn(read(page), 'diff')
  test.runIf(diffs.length > 0).each(diffs)(
    'the records before and after the diff on line $line can be read',
    ({ text }) => {
      for (const side of ['-', '+']) {
        const lines = text
          .split('\n')
          .filter(line => /^[ +-](?![+-]{2} )/.test(line) && (line[0] === ' ' || line[0] === side))
        const found = codesOf(lines.map(line => line.slice(1)).join('\n'), settings)
        expect(found.filter(code => /^(?:syntax|unclosed|missing-|needs-quotes)/.test(code))).toEqual([])
      }
    },
  )

  test('no line starts with a word in angle brackets, which the site reads as an element of Vue', () => {
    const prose = read(page).replace(/^```[^]*?^```/gm, '')
    expect(prose.match(/^<(?!!--|\/?(?:img|p|a|details|summary|br|picture|source)\b)[a-z].*$/gm) ?? []).toEqual([])
  })

  test('every relative link leads somewhere', () => {
    expect(linksIn(read(page)).filter(link => !leadsSomewhere(page, link))).toEqual([])
  })
})

test.each(['CONTRIBUTING.md', 'docs/architecture.md'])('every path in %s exists', page => {
  const paths = [...read(page).matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter(path => !path.startsWith('dist/') && !existsSync(join(root, path)))).toEqual([])
})

describe('the page of codes', () => {
  const sections = sectionsOf(read('docs/codes.md')).filter(({ text }) => text.startsWith('Default severity:'))

  test('has a section for every code, and for none that does not exist', () => {
    expect(sections.map(({ heading }) => heading).sort()).toEqual(
      Object.values(problemCodes)
        .flat()
        .map(({ code }) => code)
        .sort(),
    )
  })

  test.each(problemCodes.ofDescriptors)('shows how to get $code and how to fix it', ({ code, severity }) => {
    const { text } = sections.find(({ heading }) => heading === code)!
    const [wrong, right, ...others] = examplesIn(text, 'json')
    expect(others).toEqual([])
    expect([wrong!.problem, right!.problem]).toEqual([code, undefined])
    const [problem, ...further] = descriptorProblemsOf(wrong!.text)
    expect(further).toEqual([])
    expect(problem).toMatchObject({ code, severity })
    expect(descriptorProblemsOf(right!.text)).toEqual([])
  })

  test.each(problemCodes.ofConfig)('shows how to get $code and how to fix it', ({ code }) => {
    const { text } = sections.find(({ heading }) => heading === code)!
    expect(examplesIn(text, 'json').map(({ problem, text }) => [problem, configProblemsOf(text)])).toEqual([
      [code, [code]],
      [undefined, []],
    ])
  })

  test.each(rules)('shows how to get $code and how to fix it', ({ code }) => {
    const { text } = sections.find(({ heading }) => heading === code)!
    const examples = examplesIn(text)
    expect(examples.map(({ problem }) => problem)).toEqual(expect.arrayContaining([code, undefined]))
  })
})

const { $schema: _, files, format, ...ofConfig } = configSchema.properties
const { record, field } = descriptorSchema.definitions
const { rule } = configSchema.definitions

test.each([
  [
    'docs/configuration.md',
    [
      ...Object.keys(ofConfig),
      ...Object.keys(files.properties).map(key => `files.${key}`),
      ...Object.keys(format.properties).map(key => `format.${key}`),
    ],
  ],
  ['docs/custom-domains.md', [...Object.keys(record.properties), ...Object.keys(field.properties)]],
  ['docs/rules.md', Object.keys(rule.properties)],
])('the tables of %s list all keys', (page, keys) => {
  const listed = rowsOf(read(page)).flatMap(([first]) => [...first!.matchAll(/`([^`]+)`/g)].map(([, key]) => key))
  expect(keys.filter(key => !listed.includes(key))).toEqual([])
})

describe('the page of settings', () => {
  const page = read('docs/settings.md')

  test('has a section for every setting', () => {
    const headings = sectionsOf(page)
      .map(({ heading }) => heading)
      .filter(heading => heading.startsWith('recline.'))
    expect(headings.sort()).toEqual([...settings].sort())
  })

  test.each([...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text]) => ({ text: text! })))(
    'the example $text',
    ({ text }) => {
      const example = JSON.parse(text) as Record<string, unknown>
      expect(settings).toEqual(expect.arrayContaining(Object.keys(example).filter(key => key.startsWith('recline.'))))
      const { severity, domains } = readSettings({
        severity: example['recline.severity'],
        domains: example['recline.domains'],
      })
      expect(severity).toEqual(example['recline.severity'] ?? {})
      expect(codes).toEqual(expect.arrayContaining(Object.keys(severity)))
      expect(
        Object.values(domains)
          .flat()
          .filter(name => !builtinRegistry.domainNamed(name)),
      ).toEqual([])
    },
  )

  test('names every command', () => {
    const missing = manifest.contributes.commands.filter(
      ({ category, title }) => !page.includes(`${category}: ${texts[title.replaceAll('%', '') as keyof typeof texts]}`),
    )
    expect(missing).toEqual([])
  })
})

test.each(['README.md', 'docs/configuration.md'])('the configurations in %s have no problem', page => {
  const examples = examplesIn(read(page), 'json')
  expect(examples.length).toBeGreaterThan(0)
  for (const { text } of examples) expect(configProblemsOf(text)).toEqual([])
})

test('the page of domains lists every domain with its tags', () => {
  const listed = sectionsOf(read('docs/domains.md'))
    .filter(({ heading }) => heading.startsWith('core.'))
    .map(({ heading, text }) => [heading, rowsOf(text).flatMap(([tag]) => /^`([A-Z_]+)`$/.exec(tag!)?.[1] ?? [])])
  expect(listed).toEqual([...builtinRegistry.domains.values()].map(({ path, tags }) => [path, [...tags.keys()]]))
})

/** The codes of the problems of a file, each once; the file is the only one of its workspace. */
function codesOf(text: string, settings?: Settings): string[] {
  const uri = 'file:///example.rec'
  const file = check(text, settings)
  const index = new WorkspaceIndex()
  index.update(uri, file)
  const problems = [
    ...problemsOf(file, checkIntegrity(uri, file, index).problems),
    ...problemsOfChange(text),
    ...problemsOfFiles(text, settings),
  ]
  return [...new Set(problems.map(({ code }) => code))]
}

/** The problems of an example whose first line is a comment with the record before. */
function problemsOfChange(text: string): readonly Finding[] {
  const [, before] = /^# Before: (.*)\n/.exec(text) ?? []
  return before === undefined ? [] : findingsOfChange(before, text)
}

/** The problems of an example whose first line is a comment with a file and its hash. */
function problemsOfFiles(text: string, settings?: Settings): readonly Finding[] {
  const [, path, hash] = /^# File: (\S+) sha256:(\S+)\n/.exec(text) ?? []
  return path === undefined ? [] : findingsOfFiles(text, new Map([[path, hash]]), settings)
}

/** The codes of the problems of a configuration. */
function configProblemsOf(text: string): string[] {
  const file = readConfigFile(text)
  return [...file.problems, ...domainProblems(file, builtinRegistry), ...configRuleProblems(file, builtinRegistry)].map(
    ({ code }) => code,
  )
}

/** The problems of a descriptor as an example shows it. */
function descriptorProblemsOf(example: string): object[] {
  const file = readDescriptorFile(descriptorOf(example))
  const registry = createRegistry([file.descriptor ?? []].flat())
  const all = createRegistry([...builtinDescriptors, file.descriptor ?? []].flat())
  const own = { text: descriptorOf(example), file }
  return [
    ...file.problems,
    ...descriptorRuleProblems(file, registry),
    ...extensionProblems(file, all),
    ...schemaHashProblems(own, [own]),
  ]
}

/** A descriptor as an example shows it: whole, or a field or a list of fields of its tag VEHICLE. */
const descriptorOf = (example: string): string =>
  example.includes('"domain"') ? example : vehicleWith(example.trim().replace(/^\[|\]$/g, ''))

interface Section {
  readonly heading: string
  readonly text: string
}

/** The parts of a page from one heading to the next. */
function sectionsOf(page: string): Section[] {
  return withoutFences(page)
    .split(/^(?=#+ )/m)
    .map((part, index, parts) => {
      const heading = /^#+ (.*)/.exec(part)?.[1] ?? ''
      const start = parts.slice(0, index).join('').length
      return {
        heading: heading.replaceAll('`', ''),
        text: page.slice(start, start + part.length).replace(/^#+ .*\n+/, ''),
      }
    })
}

/** The page with blanks for all that stands in a fence, so that every other character keeps its place. */
const withoutFences = (page: string): string =>
  page.replace(/^(`{3,})(?!`)[\s\S]*?^\1$/gm, fence => fence.replace(/[^\n]/g, ' '))

/** The cells of every row of the page's tables. */
const rowsOf = (page: string): string[][] =>
  withoutFences(page)
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map(cell => cell.trim()),
    )

/** The page's links to files and anchors, those in code left out. */
function linksIn(page: string): string[] {
  const prose = withoutFences(page).replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter(link => !/^[a-z]+:/.test(link))
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path, anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path!)
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || sectionsOf(read(target)).some(({ heading }) => anchorOf(heading) === anchor)
}

/** The anchor that Markdown gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
