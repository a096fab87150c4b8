import { expect, test } from 'vitest'
import type { BulkEditAnswer, BulkEditParams } from '../../shared/protocol/bulk-edit.ts'
import { open } from '../../test/editor.ts'
import { builtinRegistry } from '../../test/records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { bulkEdit } from './bulk-edit.ts'

const now = Date.parse('2026-06-30T12:00:00Z')

async function* snapshots(texts: Readonly<Record<string, string>>): AsyncGenerator<Snapshot> {
  for (const [fileName, text] of Object.entries(texts)) yield await Promise.resolve(open(text, { fileName }).snapshot)
}

const answer = (
  params: Partial<BulkEditParams>,
  texts: Readonly<Record<string, string>> = {},
  isCancellationRequested = false,
): Promise<BulkEditAnswer | null> =>
  bulkEdit(
    () => snapshots(texts),
    builtinRegistry,
    { tag: 'CONTROL', set: [], unset: [], delete: false, now, ...params },
    { isCancellationRequested },
  )

test('the edits of each file, how many records they change, and the problems that they would add', async () => {
  const texts = {
    'a.rec': '@CONTROL rid=CTL-1 | maturity:int=5\n@CONTROL rid=CTL-2\n',
    'b.rec': '# c\n@CONTROL rid=CTL-3 | maturity:int=3\n',
  }
  const result = await answer({ set: ['maturity=maturity + 1'] }, texts)
  if (!result || 'refusal' in result) throw new Error('The edit was refused.')
  const listed = result.files.flatMap(({ uri, records }) =>
    records.map(({ name, line, edits }) => [uri.split('/').at(-1), name, line, ...edits.map(({ text }) => text)]),
  )
  expect(listed).toEqual([
    ['a.rec', 'CONTROL CTL-1', 0, '6'],
    ['b.rec', 'CONTROL CTL-3', 1, '4'],
  ])
  expect([result.found, result.edited, result.skipped]).toEqual([3, 2, 1])
  expect(result.problems.map(({ uri, line, code }) => `${uri.split('/').at(-1)}:${line} ${code}`)).toEqual([
    'a.rec:1 out-of-range',
  ])
})

test('a mistake is a refusal, also if the client only checks the expressions', async () => {
  const refusal = 'CONTROL has no field matrity; maturity may be meant'
  expect(await answer({ set: ['matrity=1'] })).toEqual({ refusal: `${refusal}.` })
  expect(await answer({ where: 'matrity == 1', delete: true, onlyCheck: true })).toEqual({
    refusal: `${refusal}; for a field that it does not define, write this["matrity"].`,
  })
  expect(await answer({ set: ['maturity=1'], onlyCheck: true }, { 'a.rec': '@CONTROL rid=CTL-1\n' })).toMatchObject({
    files: [],
    found: 0,
  })
})

test('only the records of one file are edited, and problems in the others count', async () => {
  const texts = { 'a.rec': '@CONTROL rid=CTL-1 | status="Tested"\n', 'b.rec': '@CONTROL rid=CTL-2 | status="Tested"\n' }
  const all = await answer({ mapValue: ['status:"Tested"="tested"'] }, texts)
  if (!all || 'refusal' in all) throw new Error('The edit was refused.')
  expect([all.files.length, all.wrong]).toEqual([2, 2])
  const one = await answer({ mapValue: ['status:"Tested"="tested"'], uri: all.files[1]!.uri }, texts)
  expect(one && 'files' in one && one.files.map(({ uri }) => uri)).toEqual([all.files[1]!.uri])
})

test('a cancelled request has no answer', async () =>
  expect(await answer({ delete: true }, { 'a.rec': '@CONTROL rid=CTL-1\n' }, true)).toBeNull())
