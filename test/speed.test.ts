import { describe, expect, test, vi } from 'vitest'
import { type CheckedFile, checkFile, problemsOf } from '../shared/check/check.ts'
import { ClosedFile } from '../shared/index/closed-file.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { compareNames } from '../shared/index/match.ts'
import { packFile } from '../shared/index/packed-file.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { edit, textOf } from '../shared/syntax/tree.ts'
import { check } from './records.ts'

// What keeps the editor fast, told without a clock: what is not looked at again.

const uri = 'file:///a.rec'

/** A file of controls and of findings that refer to them; some records have a problem. */
function textWith(records: number): string {
  const lines = ['@DOC domain=core.compliance | title="Register"']
  for (let number = 1; number <= records; number++) {
    const status = number % 49 === 0 ? 'unheard-of' : 'tested'
    lines.push(
      number % 2 === 1
        ? `@CONTROL rid=CTL-${number} | framework="ISO/IEC 27001:2022" | title="Access review ${number}" | status="${status}" | owner="CISO" | maturity:int=3`
        : `@FINDING rid=FND-${number} | control_ref="CTL-${number - 1}" | severity="high" | description="Rights of ${number}" | status="open"`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** The file after the first appearance of some text was replaced, as the editor checks it. */
function retyped(file: CheckedFile, found: string, replacement: string): CheckedFile {
  const start = textOf(file.tree).indexOf(found)
  return checkFile(edit(file.tree, start, start + found.length, replacement), file.context, file)
}

/** How many things of a list another has not. */
const newIn = (after: readonly unknown[], before: readonly unknown[]): number => {
  const known = new Set(before)
  return after.filter(thing => !known.has(thing)).length
}

describe('after a key', () => {
  const file = check(textWith(1_000))

  test.each([
    ['in a text', 'Access review 501', 'Access reviews 501', 1],
    ['in an id', 'rid=CTL-501', 'rid=CTL-5011', 1],
    ['in a reference', 'control_ref="CTL-501"', 'control_ref="CTL-50"', 1],
    ['that makes two records of one', ' | description="Rights of 502"', '\n@FINDING description="Rights of 502"', 2],
    ['that puts a line between records', '@FINDING rid=FND-502', '\n@FINDING rid=FND-502', 1],
    [
      'that takes a line away',
      '@FINDING rid=FND-502 | control_ref="CTL-501" | severity="high" | description="Rights of 502" | status="open"\n',
      '',
      0,
    ],
    ['in the header, which names the same domain', 'title="Register"', 'title="Registers"', 1],
  ])('%s, only the records that it touches are read and checked again', (_, found, replacement, changed) => {
    const after = retyped(file, found, replacement)
    expect(newIn(after.tree.entries, file.tree.entries)).toBe(changed)
    // Blank lines share what was found in them.
    expect(newIn(after.entries, file.entries)).toBeLessThanOrEqual(changed)
    expect(problemsOf(after).length).toBeGreaterThan(5)
  })

  test('the problems among records are the same objects where no id has come or gone', () => {
    const broken = retyped(file, 'control_ref="CTL-1"', 'control_ref="CTL-0"')
    const index = new WorkspaceIndex()
    index.update(uri, broken)
    const before = checkIntegrity(uri, broken, index)
    const after = retyped(broken, 'Rights of 502', 'All rights of 502')
    index.update(uri, after)
    const { problems } = checkIntegrity(uri, after, index, before)
    expect([problems.length, newIn(problems, before.problems)]).toEqual([1, 0])
  })
})

test('a search among many records makes none of them but those that match', () => {
  const index = new WorkspaceIndex()
  index.update(uri, packFile(check(textWith(20_000))))
  const made = vi.spyOn(ClosedFile.prototype, 'recordAt')
  const find = (query: string): number =>
    index.search({ query }, (one, other) => compareNames(one.id ?? '', other.id ?? ''), 200).found.length
  expect([find('fnd-19998'), find('rights of 19998'), find('no such thing')]).toEqual([38, 1, 0])
  expect(made.mock.calls.length).toBe(39)
  made.mockRestore()
})
