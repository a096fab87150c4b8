import { expect, test } from 'vitest'
import { type CheckedFile, checkFile, problemsOf } from '../shared/check/check.ts'
import { checkIntegrity, type Integrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import type { List } from '../shared/syntax/list.ts'
import { edit } from '../shared/syntax/tree.ts'
import { stepsOf } from './count-steps.ts'
import { check } from './records.ts'

const uri = 'file:///a.rec'

/** A file of records, of which one in a hundred has a problem. */
function records(count: number): string {
  let text = '@DOC domain=compliance\n'
  for (let number = 0; number < count; number++)
    text += number % 100 === 0 ? `@CONTROL rid=${number} | maturity=9\n` : `@CONTROL rid=${number} | title="Title"\n`
  return text
}

/** How many items of a list are not in chunks that it shares with another one. */
function copied<Item>(before: List<Item>, after: List<Item>): number {
  const shared = new Set(before.chunks)
  return after.chunks.reduce((sum, chunk) => sum + (shared.has(chunk) ? 0 : chunk.length), 0)
}

/** What a key in the middle of a file costs. */
function costOfKey(count: number, text = records(count)) {
  const index = new WorkspaceIndex()
  let file = check(text)
  let integrity: Integrity | undefined
  const take = (next: CheckedFile): void => {
    file = next
    index.update(uri, file)
    integrity = checkIntegrity(uri, file, index, integrity)
    problemsOf(file, integrity.problems)
  }
  take(file)
  const at = text.indexOf('Title', text.length / 2)
  // The first searches for names go through the file, before there is a table of them.
  for (let key = 0; key < 8; key++) take(checkFile(edit(file.tree, at, at, 'x'), file.context, file))
  const before = file
  const steps = stepsOf(() => take(checkFile(edit(file.tree, at, at, 'x'), file.context, file)))
  const known = new Set<unknown>([...before.tree.entries, ...before.entries])
  return {
    steps,
    parsed: file.tree.entries.filter(entry => !known.has(entry)).length,
    checked: file.entries.filter(entry => !known.has(entry)).length,
    copied:
      copied(before.tree.list, file.tree.list) + copied(before.list, file.list) + copied(before.marks, file.marks),
  }
}

test('a key costs what it changes, in a large file too', () => {
  const { steps, parsed, checked, copied } = costOfKey(20_000)
  expect({ parsed, checked }).toEqual({ parsed: 1, checked: 1 })
  expect(copied).toBeLessThan(2000)
  expect(steps).toBeLessThan(20_000)
}, 300_000)

test('a key costs no more where ids and values stand twice, and the key changes such a value', () => {
  const count = 20_000
  const twice = '@CONTROL rid=R | framework="F" | title="T"\n'.repeat(2)
  const withKeys = records(count).replaceAll(/(rid=\d+) \| title="/g, '$1 | framework="$1" | title="')
  const { steps } = costOfKey(count, `${withKeys}${twice}`)
  expect(steps).toBeLessThan(count)
}, 300_000)

test('the next id after a key costs what the key changes', () => {
  const count = 20_000
  const text = `${records(count)}@CONTROL rid=`
  const index = new WorkspaceIndex()
  let file = check(text)
  index.update(uri, file)
  const tag = { domain: 'compliance', tag: 'CONTROL', path: file.entries.at(-1)!.tag!.fullName.path }
  const next: (string | undefined)[] = []
  const change = (start: number, end: number, typed: string): number =>
    stepsOf(() => {
      file = checkFile(edit(file.tree, start, end, typed), file.context, file)
      index.update(uri, file)
      next.push(index.nextIdOf(tag))
    })
  // The greatest id is typed, and removed again.
  const steps = [...'45678'].map((key, at) => change(text.length + at, text.length + at, key))
  for (let end = text.length + 5; end > text.length; end--) steps.push(change(end - 1, end, ''))
  const last = '20000'
  expect(next).toEqual([last, last, last, last, '45679', last, last, last, last, last])
  expect(Math.max(...steps)).toBeLessThan(count / 2)
}, 300_000)
