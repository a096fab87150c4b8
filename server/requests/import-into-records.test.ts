import { expect, test } from 'vitest'
import type { DataToImport } from '../../shared/import/data-to-import.ts'
import type { ImportedInto } from '../../shared/protocol/import.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import { open } from '../../test/editor.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { importIntoRecords } from './import-into-records.ts'

const files = {
  'a.hr.rec': '# Ask Kim.\n@EMPLOYEE rid=E-1 | role="Cook" | location="Bonn"\n@EMPLOYEE rid=E-2\n',
  'b.hr.rec': '@EMPLOYEE rid=E-3 | role="Baker"\n',
}

async function imported(data: string, choices: Partial<DataToImport> = {}): Promise<Refusal | ImportedInto> {
  const snapshots = Object.entries(files).map(([fileName, text]) => open(text, { fileName }).snapshot)
  const answer = await importIntoRecords(
    {
      snapshot: snapshots[0]!,
      all: (async function* (): AsyncGenerator<Snapshot> {
        for (const snapshot of snapshots) yield await Promise.resolve(snapshot)
      })(),
      nameOf: uri => uri.split('/').at(-1)!,
    },
    { line: 0, data, tag: 'EMPLOYEE', fields: [], into: 'file', ...choices },
    { isCancellationRequested: false },
  )
  return answer ?? { refusal: 'There was no answer.' }
}

/** The changes, a line for each value, below the counts; or the refusal. */
async function outcome(data: string, choices?: Partial<DataToImport>): Promise<string> {
  const answer = await imported(data, choices)
  if ('refusal' in answer) return answer.refusal
  const values = answer.files.flatMap(({ uri, records }) =>
    records.flatMap(({ name, fields }) =>
      fields.map(
        field => `${uri.split('/').at(-1)} ${name} ${field.name}: ${field.before ?? '-'} -> ${field.after ?? '-'}`,
      ),
    ),
  )
  return [answer.counts, ...values, ...answer.notes].join('\n')
}

test('rows change the records of the file with their ids, and others are added, each for itself', async () =>
  expect(await outcome('RID,Role\nE-1,Chef\nE-3,Baker\nE-4,Cook\n')).toBe(
    `3 rows: 1 record matched; 1 changed (E-1); 2 added (E-3, E-4); 1 gone, kept (E-2); 0 unchanged.
a.hr.rec EMPLOYEE E-1 role: Cook -> Chef
a.hr.rec EMPLOYEE E-3 rid: - -> E-3
a.hr.rec EMPLOYEE E-3 role: - -> Baker
a.hr.rec EMPLOYEE E-4 rid: - -> E-4
a.hr.rec EMPLOYEE E-4 role: - -> Cook`,
  ))

test('rows change the records of all files, and what is gone is deleted or changed', async () => {
  expect(await outcome('rid,role\nE-1,Cook\nE-3,Chef\n', { into: 'workspace', gone: 'delete' })).toBe(
    `2 rows: 2 records matched; 1 changed (E-3); 0 added; 1 gone, deleted (E-2); 1 unchanged.
a.hr.rec EMPLOYEE E-2 : @EMPLOYEE rid=E-2 -> -
b.hr.rec EMPLOYEE E-3 role: Baker -> Chef`,
  )
  expect(await outcome('rid,role\nE-1,Cook\n', { gone: 'location="gone"' })).toContain(
    'a.hr.rec EMPLOYEE E-2 location: - -> gone',
  )
})

test('other fields can tell which record a row belongs to', async () =>
  expect(await outcome('role,location\nCook,Berlin\n', { key: ['role'] })).toBe(
    `1 row: 1 record matched; 1 changed (Cook); 0 added; 0 gone; 0 unchanged.
a.hr.rec EMPLOYEE E-1 location: Bonn -> Berlin
1 record without a key: no row can belong to it, so nothing changes there.`,
  ))

test('problems that other files would have are told', async () => {
  const answer = await imported('rid,role\nE-3,Cook\n')
  expect('problems' in answer && answer.problems.map(({ uri, code }) => [uri.split('/').at(-1), code])).toEqual([
    ['a.hr.rec', 'duplicate-rid'],
    ['b.hr.rec', 'duplicate-rid'],
  ])
})

test.each([
  ['rid,role\n', {}, 'There are no records to import.'],
  [
    'rid,role\n,Cook\n',
    {},
    'Line 2: The row has no rid, so no record can be found for it; choose other fields that identify a record under Find records by, or let a column become rid.',
  ],
  [
    'rid,role\nE-1,Cook\nE-1,Chef\n',
    {},
    'Line 3: The row has the same key as line 2: "E-1"; take one of them out, or choose other fields that identify a record under Find records by.',
  ],
  ['rid\nE-1\n', { gone: 'status' }, 'status is no fields with values; write a value such as status="withdrawn".'],
  [
    '[{"$tag":"EMPLOYEE","rid":"E-1"},{"$tag":"LEAVE","rid":"L-1"}]',
    {},
    'The data have records of EMPLOYEE, LEAVE; import one tag at a time.',
  ],
])('%j is refused', async (data, choices, refusal) => expect(await outcome(data, choices)).toBe(refusal))

test('what was changed by hand since the last table is told and kept', async () => {
  const base = 'rid,role,location\nE-1,Chef,Bonn\nE-2,,\n'
  expect(await outcome('rid,role,location\nE-1,Baker,Kiel\n', { base, gone: 'delete' })).toBe(
    `1 row: 1 record matched; 1 changed (E-1); 0 added; 1 gone, deleted (E-2); 0 unchanged. 1 value changed by hand is kept.
a.hr.rec EMPLOYEE E-1 location: Bonn -> Kiel
a.hr.rec EMPLOYEE E-2 : @EMPLOYEE rid=E-2 -> -
a.hr.rec:2: E-1: role was changed by hand, from "Chef" to "Cook", and the table has "Baker"; the record keeps its value.`,
  )
  expect(await outcome('rid,role\nE-1,Baker\n', { base: 'rid,role\n' })).toBe(
    'The last table cannot be compared: it has no records of EMPLOYEE.',
  )
})
