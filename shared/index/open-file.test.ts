import { expect, test } from 'vitest'
import { builtinRegistry, check } from '../../test/records.ts'
import { type CheckedFile, checkFile } from '../check/check.ts'
import { recordName } from '../domains/identity.ts'
import { edit, lengthOf, textOf } from '../syntax/tree.ts'
import type { RecordNames } from './indexed-file.ts'
import { OpenFile } from './open-file.ts'

const control = builtinRegistry.tagsNamed('CONTROL')[0]!.fullName
const uri = 'file:///a.rec'

/** The entries of the records that have an id or refer to it, and their ids. */
const naming = (file: OpenFile, id: string, holds: (names: RecordNames) => boolean = () => true): unknown[] =>
  [...file.recordsNaming(id, holds)].map(record => [record.tagPlace().start.line, record.tag.tag, record.id])

/** The file after an edit, with the same entries elsewhere. */
function edited(file: CheckedFile, find: string, text: string): CheckedFile {
  const start = textOf(file.tree).indexOf(find)
  expect(start, find).toBeGreaterThanOrEqual(0)
  return checkFile(edit(file.tree, start, start + find.length, text), file.context, file)
}

const finding = (id: string, control: string): string => `@FINDING rid=${id} | control_ref="${control}"\n`

test('the records of an id are in the order of the file, however often one asks and whatever changes', () => {
  let checked = check(
    `# x\n${finding('F-1', 'C-1')}@CONTROL rid=C-1\n@XYZZY rid=C-1\n${finding('C-1', 'C-1')}@CONTROL rid=C-2\n`,
  )
  const file = new OpenFile(uri, checked)
  const ids = ['C-1', 'C-2', 'F-1', 'C-9', 'undefined', '']
  const expectFresh = (): void => {
    for (let asked = 0; asked < 12; asked++) {
      const fresh = new OpenFile(uri, checked)
      for (const id of ids) expect(naming(file, id)).toEqual(naming(fresh, id))
    }
  }
  expectFresh()
  expect(naming(file, 'C-1')).toEqual([
    [1, 'FINDING', 'F-1'],
    [2, 'CONTROL', 'C-1'],
    [4, 'FINDING', 'C-1'],
  ])
  for (const [find, text] of [
    ['# x\n', finding('F-0', 'C-1')],
    ['@CONTROL rid=C-1\n', ''],
    ['@CONTROL rid=C-2', '@CONTROL rid=C-9'],
    ['rid=F-1', 'rid=C-2'],
    ['@FINDING rid=C-1', '@CONTROL rid=C-1\n@EVIDENCE'],
    [finding('F-0', 'C-1'), finding('C-2', 'C-9').repeat(12)],
    [finding('C-2', 'C-9').repeat(11), finding('C-2', 'C-9').repeat(120)],
    [finding('C-2', 'C-9').repeat(119), ''],
    [finding('C-2', 'C-9'), '\n'],
  ] as const) {
    checked = edited(checked, find, text)
    file.take(checked)
    expectFresh()
  }
})

test('only those of the records that are asked for', () => {
  const file = new OpenFile(uri, check(`@CONTROL rid=C-1\n${finding('F-1', 'C-1').repeat(20)}@CONTROL rid=C-2\n`))
  for (let asked = 0; asked < 12; asked++) {
    expect(naming(file, 'C-1', ({ definition }) => definition?.id === 'C-1')).toEqual([[0, 'CONTROL', 'C-1']])
    expect(naming(file, 'F-1', ({ references }) => references.length === 0)).toEqual([])
    expect(naming(file, 'C-2', ({ definition }) => definition !== undefined)).toEqual([[21, 'CONTROL', 'C-2']])
  }
})

test('a change tells the names of the records that go and come', () => {
  const before = check(`@CONTROL rid=C-1\n# x\n${finding('F-1', 'C-1')}@XYZZY a=1\n`)
  const file = new OpenFile(uri, before)
  const change = file.take(edited(before, finding('F-1', 'C-1'), finding('F-2', 'C-2')))
  const idsOf = (all: readonly RecordNames[]): unknown[] =>
    all.map(({ definition, references }) => [definition?.id, ...references.map(({ id }) => id)])
  expect([idsOf(change.gone), idsOf(change.come)]).toEqual([[['F-1', 'C-1']], [['F-2', 'C-2']]])
})

test('its length, the tags of its records, and the record on a line', () => {
  const text = `# x\n@CONTROL rid=C-1\n  | title="x"\n@XYZZY a=1\n${finding('F-1', 'C-1')}`
  const checked = check(text)
  const file = new OpenFile(uri, checked)
  expect([file.length, file.textLength, lengthOf(checked.tree)]).toEqual([4, text.length, text.length])
  expect([...file.tags]).toEqual(['core.compliance.CONTROL', 'core.compliance.FINDING'])
  expect([0, 1, 2, 3, 4].map(line => file.recordOnLine(line)?.id)).toEqual([undefined, 'C-1', 'C-1', undefined, 'F-1'])
  expect(new OpenFile(uri, check('@CONTROL rid=C-1\n')).recordOnLine(0)?.id).toBe('C-1')
  expect(new OpenFile(uri, check('')).recordOnLine(0)).toBeUndefined()
})

test('a record knows where its names stand', () => {
  const file = new OpenFile(uri, check(`# x\n${finding('F-1', 'C-1')}`))
  const record = file.recordAt(1)!
  const [reference] = record.identity.references
  const at = (start: number, end: number): object => ({
    uri,
    start: { line: 1, character: start },
    end: { line: 1, character: end },
  })
  expect(record.placeOf(record.identity.definition!)).toEqual(at(13, 16))
  expect(record.placeOf(reference!)).toEqual(at(32, 35))
  expect(record.tagPlace()).toEqual(at(0, 8))
  expect(reference).toMatchObject(recordName(control, 'C-1'))
})
