import { expect, test } from 'vitest'
import { namesOf } from './facts-in-columns.ts'

const row = { file: 'a.rec', part: 0, entry: 0, domain: 'core.compliance', tag: 'CONTROL', id: 'A B' }

test('names tell where they start, all alike or each', () => {
  const same = namesOf({ ...row, start: 13, data: { entries: '0 1' } }, 'definitions')
  expect([same?.start, same?.id.at(1), same?.data.starts]).toEqual([13, 'B', undefined])
  const each = namesOf({ ...row, data: { entries: '0 1', starts: '13 14' } }, 'definitions')
  expect([each?.start, each?.data.starts?.numberAt(1)]).toEqual([undefined, 14])
  expect(namesOf({ ...row, data: { entries: '0 1' } }, 'definitions')).toBeUndefined()
  expect(namesOf({ ...row, start: 13, data: { entries: '0' } }, 'definitions')).toBeUndefined()
})

test('bytes are packed once if one of the last facts has the same', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text)
  const data = { entries: bytes('0 1') }
  const one = namesOf({ ...row, id: bytes('A B'), start: 1, data }, 'definitions')!
  const other = namesOf({ ...row, id: bytes('A B'), start: 1, data: { entries: bytes('0 2') } }, 'definitions')!
  expect(other.id).toBe(one.id)
  expect(other.data.entries.toString()).toBe('0 2')
  expect(namesOf({ ...row, id: bytes('A C'), start: 1, data }, 'definitions')!.id.toString()).toBe('A C')
})

test.each(['é B', 'A B\n', 'A  B', ' A', ''])('the bytes of %j are no ids', text => {
  const id = Buffer.from(text)
  expect(namesOf({ ...row, id, start: 1, data: { entries: '0 1' } }, 'definitions')).toBeUndefined()
})
