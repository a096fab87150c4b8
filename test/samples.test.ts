import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CheckedFile, problemsOf } from '../shared/check/check.ts'
import type { Problem } from '../shared/check/problem.ts'
import { rules } from '../shared/check/rules/index.ts'
import type { Tag } from '../shared/domains/registry.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { isHeader } from '../shared/syntax/nodes.ts'
import { positionAt, positionIn, textOf } from '../shared/syntax/tree.ts'
import { accept, completionsAt, snapshotOf } from './editor.ts'
import { builtinRegistry, check } from './records.ts'

const everyProblem = 'every-problem.rec'
const domains = [...builtinRegistry.domains.values()]

/** The samples by name, checked as one workspace: ids are unique over all of them. */
const samples = checkFolder(join(import.meta.dirname, '..', 'samples'))

test.each(domains.map(({ path }) => path))('there is one sample of %s', path => {
  expect([...samples.keys()].filter(name => domainOf(name)?.path === path)).toHaveLength(1)
})

describe.each([...samples].filter(([name]) => name !== everyProblem))('%s', (name, file) => {
  const tags = tagsOf(file)

  test('has no problem', () => expect(problemsIn(name).map(problem => tell(file, problem))).toEqual([]))

  test('has 20 to 40 records, all of its domain', () => {
    expect(tags.length).toBeGreaterThanOrEqual(20)
    expect(tags.length).toBeLessThanOrEqual(40)
    expect(tags.filter(tag => tag?.domain !== domainOf(name))).toEqual([])
  })

  // Each place for a new record, a new field and a value, outside of quotes.
  test('accepting a completion takes no word of a sentence behind it', () => {
    const text = textOf(file.tree)
    const places = [...text.matchAll(/^(?=@)|(?<=\| )(?=\w+[:=])|(?<==)(?=\w)/gm)].map(({ index }) => index)
    for (const place of places) {
      const typed = { '': '@', '\n': '@', ' ': '', '=': '' }[text[place - 1] ?? '']!
      const sentence = 'quarterly access reviews'
      const changed = text.slice(0, place) + typed + sentence + text.slice(place)
      const snapshot = snapshotOf(changed, { fileName: name })
      const position = positionAt(snapshot.file.tree, place + typed.length)
      for (const item of completionsAt(snapshot, position)) expect(accept(snapshot, item)).toContain(sentence)
    }
  })

  test('uses every tag of its domain', () => {
    expect(new Set(tags.map(tag => tag?.name))).toEqual(new Set(domainOf(name)?.tags.keys()))
  })
})

describe(everyProblem, () => {
  const file = samples.get(everyProblem)!

  test('has each code exactly once', () => {
    expect(
      problemsIn(everyProblem)
        .map(({ code }) => code)
        .sort(),
    ).toEqual(
      rules
        .map(({ code }) => code)
        // With a merge conflict, nothing could fix the file or format it. A lifecycle problem needs an earlier version,
        // and the built-in domains have nothing that is deprecated, no formats, and no fields with files.
        .filter(
          code =>
            !['merge-conflict', 'lifecycle', 'deprecated', 'invalid-format', 'missing-file', 'changed-file'].includes(
              code,
            ),
        )
        .sort(),
    )
  })

  test('explains each problem in a comment above, with no blank line between', () => {
    const { entries } = file.tree
    const isExplained = ({ code, entry }: Problem): boolean => {
      const gap = entries.findLastIndex(({ kind }, index) => index < entry && kind === 'blank')
      return entries
        .slice(gap + 1, entry)
        .some(({ kind, text }) => kind === 'comment' && text.startsWith(`# ${code}: `))
    }
    expect(
      problemsIn(everyProblem)
        .filter(problem => !isExplained(problem))
        .map(problem => tell(file, problem)),
    ).toEqual([])
  })
})

function checkFolder(folder: string): ReadonlyMap<string, CheckedFile> {
  const names = readdirSync(folder).filter(name => name.endsWith('.rec'))
  return new Map(names.map(fileName => [fileName, check(readFileSync(join(folder, fileName), 'utf8'), { fileName })]))
}

function problemsIn(name: string): readonly Problem[] {
  const index = new WorkspaceIndex()
  for (const [other, file] of samples) index.update(other, file)
  return problemsOf(samples.get(name)!, checkIntegrity(name, samples.get(name)!, index).problems)
}

const tell = ({ tree }: CheckedFile, { entry, start, code, message }: Problem): string =>
  `line ${positionIn(tree, entry, start).line + 1}: ${code}: ${message}`

/** The domain that a file is named after, as in `chest-pain.health.rec`. */
const domainOf = (fileName: string) =>
  domains.find(({ path }) => fileName.endsWith(`.${path.slice(path.indexOf('.') + 1)}.rec`))

/** The tags of a file's records in order, without the headers. */
const tagsOf = ({ tree, entries }: CheckedFile): (Tag | undefined)[] =>
  entries.flatMap(({ tag }, index) => {
    const entry = tree.entries[index]!
    return entry.kind === 'record' && !isHeader(entry) ? [tag] : []
  })
