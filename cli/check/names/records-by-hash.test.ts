import { expect, test } from 'vitest'
import { checkFile } from '../../../shared/check/check.ts'
import { recordName } from '../../../shared/domains/identity.ts'
import { integrityOfSome } from '../../../shared/index/integrity.ts'
import { NameHasher } from '../../../shared/scan/names.ts'
import { startOfFile } from '../../../shared/scan/part.ts'
import { parse } from '../../../shared/syntax/tree.ts'
import { ownFolder } from '../../../test/own-folder.ts'
import { builtinRegistry } from '../../../test/records.ts'
import { unreadFile } from '../file-state.ts'
import { PartReader } from '../parts/part-reader.ts'
import type { KeptPart } from '../parts/read-files.ts'
import { NameTable } from './name-table.ts'
import { RecordsByHash } from './records-by-hash.ts'

const { at, write } = ownFolder()
const hasher = new NameHasher({ low: 1, high: 2 })
const path = 'core.compliance.CONTROL'
const control = (id: string) => recordName({ path, domain: 'core.compliance', tag: 'CONTROL' }, id)

/** A part of a file that starts behind its first line, which is a comment. */
function partOf(file: string, text: string, number: number, bytes?: Uint8Array): KeptPart {
  const planned = { source: { file, path: at(file) }, settings: { severity: {}, settingDomains: [], format: {} } }
  const size = Buffer.byteLength(text) + 2
  const content = bytes ? { bytes, size } : { path: at(file), size }
  const range = { start: 2, end: size }
  const result = {
    bytes: range,
    before: { ...startOfFile, line: 1 },
    after: startOfFile,
    records: 0,
    counts: new Map(),
    tags: [],
    headers: [],
    undecided: [],
    directives: [],
    markers: [],
    openBlock: undefined,
    followed: [],
    writtenValues: undefined,
    hasProblems: false,
    problems: undefined,
  }
  return {
    file: { ...unreadFile(planned), number, content, parts: [], decidingCounts: undefined, hasFailed: false },
    number,
    range,
    result,
  }
}

/** The records of texts, as if all their names had the hash of `C-1`. Each line of a text is a record. */
function recordsIn(texts: readonly string[], isInMemory = true, isInOrder = true): RecordsByHash {
  const table = new NameTable(part => part)
  const { low, high } = hasher.of(control('C-1'))
  const parts = texts.map((text, number) => {
    let byte = 0
    const names = text.split(/(?<=\n)/).map((record, index) => {
      const start = byte
      byte += Buffer.byteLength(record)
      return [low, high, start, index + 1]
    })
    table.add(number, Int32Array.from((isInOrder ? names : names.toReversed()).flat()), new Int32Array())
    const file = `${'ba'[number] ?? number}.rec`
    if (!isInMemory) write({ [file]: `#\n${text}` })
    return partOf(file, text, number, isInMemory ? Buffer.from(`#\n${text}`) : undefined)
  })
  return new RecordsByHash(table, number => parts[number]!, builtinRegistry, hasher, new PartReader(), [
    'core.compliance.CONTROL',
  ])
}

const record = (id: string): string => `@CONTROL title="é 🙂" | rid=${id}\n`

test('a name is repeated if several records have it, and not only its hash', () => {
  expect(recordsIn([record('C-1'), record('C-1')]).isRepeated(control('C-1'))).toBe(true)
  expect(recordsIn([`${record('C-2')}${record('C-1')}`]).isRepeated(control('C-1'))).toBe(false)
  expect(recordsIn([record('C-1')]).isRepeated(control('C-1'))).toBe(false)
})

test('records of other names with the same hash do not count', () => {
  const others = `${record('C-2')}# rid=C-1\n`
  const records = recordsIn([`${others}${record('C-1')}`, record('C-1')])
  expect(records.count(control('C-1'))).toBe(2)
  expect(records.definitionsOf(control('C-1'))).toHaveLength(2)
  expect(recordsIn([`${record('C-1')}${record('C-1')}`]).count(control('C-1'))).toBe(2)
  expect(recordsIn([record('C-2')]).count(control('C-1'))).toBe(0)
})

test('a name that no record has is nowhere', () => {
  const records = recordsIn([record('C-1')])
  expect(records.count(control('C-9'))).toBe(0)
  expect(records.definitionsOf(control('C-9'))).toEqual([])
  expect(records.isElsewhere(control('C-9'))).toBe(false)
  expect(records.isAbove(control('C-9'), 5)).toBe(false)
})

test('the places of ids are in the order of the names of the files, and then of the lines', () => {
  const texts = [`${record('C-1')}${record('C-1')}`, record('C-1')]
  const records = recordsIn(texts)
  const place = (uri: string, line: number) => ({
    uri,
    start: { line, character: 28 },
    end: { line, character: 31 },
  })
  expect(records.definitionsOf(control('C-1'))).toEqual([place('a.rec', 1), place('b.rec', 1), place('b.rec', 2)])
  expect(recordsIn(texts, true, false).definitionsOf(control('C-1'))).toEqual(records.definitionsOf(control('C-1')))
  expect(records.definitionsOf(control('C-1'), 1)).toEqual([place('a.rec', 1)])
  expect(records.definitionsOf(control('C-1'), 0)).toEqual([])
})

test('questions about two names in turn get their own answers', () => {
  const records = recordsIn([`${record('C-1')}${record('C-1')}`])
  const both = ['C-1', 'C-2', 'C-1'].map(control)
  expect(both.map(name => records.count(name))).toEqual([2, 0, 2])
  expect(both.map(name => records.definitionsOf(name).length)).toEqual([2, 0, 2])
})

test('a name can be in one file or in several, and in a part above', () => {
  expect(recordsIn([`${record('C-1')}${record('C-1')}`]).isElsewhere(control('C-1'))).toBe(false)
  const records = recordsIn([record('C-1'), record('C-1')])
  expect(records.isElsewhere(control('C-1'))).toBe(true)
  expect([0, 1, 2].map(part => records.isAbove(control('C-1'), part))).toEqual([false, true, true])
})

test('of a file that is gone, no record is found', () => {
  const records = recordsIn([record('C-1'), record('C-1')], false)
  expect(records.definitionsOf(control('C-1')).map(({ uri }) => uri)).toEqual(['a.rec', 'b.rec'])
  const gone = recordsIn([record('C-1')], false)
  write({ 'b.rec': '' })
  expect(gone.count(control('C-1'))).toBe(0)
})

test('the tags that may have an id are those with its hash', () => {
  const records = recordsIn([record('C-1')])
  expect(records.tagsWithId('C-1')).toEqual([path])
  expect(records.tagsWithId('C-9')).toEqual([])
})

test('a record that was checked is not read again', () => {
  const records = recordsIn([record('C-1'), record('C-1')], false)
  const checked = checkFile(parse(`#\n${record('C-1')}`), {
    registry: builtinRegistry,
    fileName: '',
    settingDomains: [],
  })
  records.take(partOf('b.rec', record('C-1'), 0), checked, 1)
  write({ 'a.rec': '', 'b.rec': '' })
  expect(records.definitionsOf(control('C-1')).map(({ uri }) => uri)).toEqual(['b.rec'])
})

test('a record whose hash no other one has is not read again, to know that its id is unique', () => {
  const table = new NameTable(part => part)
  const { low, high } = hasher.of(control('C-1'))
  table.add(0, Int32Array.of(low, high, 0, 1), new Int32Array())
  const noPart = (): never => expect.unreachable('A record is read again.')
  const records = new RecordsByHash(table, noPart, builtinRegistry, hasher, new PartReader(), [path])
  const checked = checkFile(parse(record('C-1')), { registry: builtinRegistry, fileName: '', settingDomains: [] })
  expect(integrityOfSome('b.rec', checked, 0, records, () => false)).toEqual([])
})

test('ids for fixes are unknown', () => {
  const records = recordsIn([record('C-1')])
  expect([...records.idsOf()]).toEqual([])
  expect(records.nextIdOf()).toBeUndefined()
})
