import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFile, problemsOf } from '../../shared/check/check.ts'
import { ruleCode, ruleSettingsOf } from '../../shared/check/declared/rule-settings.ts'
import { rules } from '../../shared/check/rules/index.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { checkIntegrity } from '../../shared/index/integrity.ts'
import { WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import { parse, positionIn } from '../../shared/syntax/tree.ts'
import { descriptorsIn, examplesIn } from '../examples.ts'
import { someOf } from '../property-values.ts'
import { type Client, range, startClient, stopAll } from './client.ts'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

/**
 * Every problem is found at the end of a large file, in every way to check one: each example of a problem of records in
 * the documentation, and each wrong example of a rule of the built-in domains, stands behind 40,000 other records. What
 * must be found is what a check of the whole text as a tree finds, without the scanner.
 */

/** A text that has problems, and how many lines are in it. */
interface WrongExample {
  readonly name: string
  readonly text: string
  readonly lines: number
  /** The code that it shows. */
  readonly code: string
}

const page = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../../docs/codes.md'), 'utf8')

const wrongExample = (name: string, code: string, written: string): WrongExample => {
  const text = /[\r\n]$/.test(written) ? written : `${written}\n`
  return { name, code, text, lines: text.split('\n').length - 1 }
}

const ofPage = examplesIn(page)
  .filter(({ problem }) => rules.some(({ code }) => code === problem))
  .map(({ line, text, problem }) => wrongExample(`docs/codes.md:${line}`, problem!, text))

const ofRules = builtinDescriptors.flatMap(({ domain, records }) =>
  records.flatMap(({ rules: declared = [] }) =>
    declared.flatMap(({ id, examples }) =>
      examples ? [wrongExample(id, `rule/${id}`, `@DOC domain=${domain}\n${examples.wrong}`)] : [],
    ),
  ),
)

/** The domains of the page of codes, and their files. */
const own = descriptorsIn(page)
const ownFiles = Object.fromEntries(
  own.map(descriptor => [`${descriptor.domain}.domain.json`, JSON.stringify(descriptor)]),
)

/** Rules that are off have examples, too. */
const severity = Object.fromEntries(
  builtinDescriptors
    .flatMap(({ records }) => records.flatMap(record => record.rules ?? []))
    .filter(rule => rule.severity === 'off')
    .map(rule => [ruleCode(rule), 'warning' as const]),
)
const context = {
  registry: createRegistry([...builtinDescriptors, ...own]),
  fileName: 'a.rec',
  settingDomains: [],
  ruleSettings: ruleSettingsOf([], severity),
  isIndexed: true,
}

/** Only a comparison with an earlier version of the record tells these, so no other way can. */
const ofChanges = new Set(rules.filter(({ change }) => change).map(({ code }) => code))
/** Only a look at other files on the disk tells these. */
const ofFiles = new Set(rules.filter(({ file }) => file).map(({ code }) => code))

const filler = '@RX drug="a"\n'
const fillers = 40_000

/** A problem as a line: `1: code message`. Lines count from 0. */
const asLine = (line: number, code: unknown, message: string): string => `${line}: ${String(code)} ${message}`

/** What a check of a whole text finds, in the order of the lines. */
function found(text: string): { line: number; code: string; message: string }[] {
  const uri = 'file:///a.rec'
  const file = checkFile(parse(text), context)
  const index = new WorkspaceIndex()
  index.update(uri, file)
  return problemsOf(file, checkIntegrity(uri, file, index).problems).map(({ entry, start, code, message }) => ({
    line: positionIn(file.tree, entry, start).line,
    code,
    message,
  }))
}

/** Examples that stand in one file, as each shows its problem there too. */
interface Group {
  readonly examples: WrongExample[]
  readonly text: string
}

/** Puts each example into the first group in which all examples show their problems. */
function groupsOf(examples: readonly WrongExample[]): Group[] {
  const groups: Group[] = []
  for (const example of examples) {
    const index = groups.findIndex(group => showsAll([...group.examples, example]))
    if (index < 0) {
      expect(showsAll([example]), example.name).toBe(true)
      groups.push({ examples: [example], text: textOf([example]) })
    } else {
      const together = [...groups[index]!.examples, example]
      groups[index] = { examples: together, text: textOf(together) }
    }
  }
  return groups
}

const textOf = (examples: readonly WrongExample[]): string => examples.map(({ text }) => `\n${text}`).join('')

function showsAll(examples: readonly WrongExample[]): boolean {
  const problems = found(filler + textOf(examples))
  let start = 2
  return examples.every(({ code, lines }) => {
    const own = problems.some(problem => problem.code === code && problem.line >= start && problem.line < start + lines)
    start += lines + 1
    return own
  })
}

const groups = groupsOf([...ofPage.filter(({ code }) => !ofChanges.has(code) && !ofFiles.has(code)), ...ofRules])

/** The file of a group, with this many other records. */
const fileOf = ({ text }: Group, others = fillers): string => filler.repeat(others) + text

/** What must be found in it. */
const expected = ({ text }: Group, others = fillers): string[] =>
  found(filler + text)
    .map(({ line, code, message }) => asLine(line + others - 1, code, message))
    .sort()

/** The problems that recline lists as lines, without the other places that these name. */
const listed = ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number | null }): string[] => {
  expect([0, 1], stderr).toContain(code)
  return [...stdout.matchAll(/^.*?:(\d+):\d+ \w+ (\S+) (.*)$/gm)]
    .map(([, line, code, message]) =>
      asLine(Number(line) - 1, code, message!.replace(/ See [^ ]+:\d+(?:, [^ ]+:\d+)*\.$/, '')),
    )
    .sort()
}

test('every rule has an example', () => {
  const shown = new Set(ofPage.map(({ code }) => code))
  expect(rules.filter(({ code }) => !shown.has(code))).toEqual([])
  expect(ofRules.length).toBeGreaterThan(40)
})

describe('the command line', () => {
  const { files, folder, recline, bytes } = commandLine()
  const { git, commit } = gitIn(folder)
  const severities = Object.entries(severity).flatMap(([code, value]) => ['--rule', `${code}=${value}`])
  const domains = Object.keys(ownFiles).flatMap(name => ['--descriptors', name])
  const lines = ['check', '--format', 'lines', ...severities, ...domains]

  /** Runs something for all groups or some of them, two at a time. */
  async function forGroups(
    run: (group: Group, name: string) => Promise<void>,
    some: readonly Group[] = groups,
  ): Promise<void> {
    await files(ownFiles)
    const left = some.map((group, index) => ({ group, name: `${index}.rec` }))
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) await run(next.group, next.name)
    }
    await Promise.all([work(), work()])
  }

  test('in one process', () =>
    forGroups(async (group, name) => {
      await files({ [name]: fileOf(group) })
      expect(listed(await recline([...lines, name]))).toEqual(expected(group))
    }))

  test('in several threads', () =>
    forGroups(async (group, name) => {
      const others = Math.ceil(2 ** 24 / filler.length)
      await files({ [name]: fileOf(group, others) })
      expect(listed(await recline([...lines, name], { isProcess: true }))).toEqual(expected(group, others))
    }, someOf(groups)))

  test('from standard input', () =>
    forGroups(async group => {
      expect(listed(await recline([...lines, '-'], { input: fileOf(group) }))).toEqual(expected(group))
    }))

  test('as facts', () =>
    forGroups(async (group, name) => {
      await files({ [name]: fileOf(group) })
      await files({ [`${name}.parquet`]: await bytes(['check', ...severities, ...domains, '--map', name]) })
      expect(listed(await recline([...lines, '--reduce', `${name}.parquet`]))).toEqual(expected(group))
    }))

  test('since a revision', async () => {
    await git('init', '-q')
    await commit(Object.fromEntries(groups.map((_, index) => [`${index}.rec`, filler.repeat(fillers)])))
    await forGroups(async (group, name) => {
      await files({ [name]: fileOf(group) })
      expect(listed(await recline([...lines, '--since', 'HEAD', name]))).toEqual(expected(group))
    })
    const changed = ofPage.filter(({ code }) => ofChanges.has(code))
    expect(changed.length).toBeGreaterThan(0)
    for (const { text, code } of changed) {
      const before = /^# Before: (.*)\n/.exec(text)![1]!
      await commit({ 'changed.rec': `${filler.repeat(fillers)}${before}\n` })
      await files({ 'changed.rec': filler.repeat(fillers) + text })
      const problems = listed(await recline([...lines, '--since', 'HEAD', 'changed.rec']))
      expect(problems.map(problem => problem.split(' ')[1])).toEqual([code])
    }
  })
})

describe('the editor', () => {
  let client: Client
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'recline-'))
    for (const [name, text] of Object.entries(ownFiles)) writeFileSync(join(folder, name), text)
    client = await startClient({
      folders: [pathToFileURL(folder).href],
      capabilities: { textDocument: { diagnostic: {} } },
      initializationOptions: { settings: { severity } },
    })
    // The answer needs all files of the workspace, as references do.
    await client.connection.sendRequest('workspace/symbol', { query: 'C-1' })
  })
  afterAll(async () => {
    await stopAll()
    rmSync(folder, { recursive: true })
  })

  const problemsIn = async (uri: string): Promise<string[]> => {
    const { items } = await client.connection.sendRequest<{
      items: { range: { start: { line: number } }; code: string; message: string }[]
    }>('textDocument/diagnostic', { textDocument: { uri } })
    return items.map(({ range: { start }, code, message }) => asLine(start.line, code, message)).sort()
  }

  test.each(groups.map((group, index) => ({ index, group })))('file $index, open and after a key', async each => {
    const { index, group } = each
    const uri = pathToFileURL(join(folder, `${index}.rec`)).href
    client.open(uri, fileOf(group))
    expect(await problemsIn(uri)).toEqual(expected(group))
    // Each line is changed, and the last letter of its word is written again.
    const all = fileOf(group).split('\n')
    let version = 2
    for (let line = fillers; line < all.length - 1; line++) {
      const end = all[line]!.length
      if (end === 0) continue
      client.change(uri, version++, { range: range(line, end - 1, line, end), text: '' })
      client.change(uri, version++, { range: range(line, end - 1, line, end - 1), text: all[line]!.slice(-1) })
    }
    expect(await problemsIn(uri)).toEqual(expected(group))
    client.close(uri)
  })
})
