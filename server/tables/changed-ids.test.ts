import { expect, test } from 'vitest'
import type { CellValue, TableEditAnswer } from '../../shared/protocol/table/table-edit.ts'
import { editEntries } from '../../test/asked-tables.ts'
import { applyEdit, snapshotOf } from '../../test/editor.ts'
import { check } from '../../test/records.ts'
import { ArrangedTables } from './arranged-tables.ts'
import { withReferences } from './changed-ids.ts'

const fileName = 'a.compliance.rec'
const other = 'b.compliance.rec'
const text = `@CONTROL rid=CTL-1 | title="a"
@CONTROL rid=CTL-2
@FINDING rid=F-1 | control_ref="CTL-1"
`

/** The answer to an edit of a cell, and the texts of the file and of another one after it. */
async function edited(
  cell: CellValue,
  inOther = '@EVIDENCE control_ref="CTL-1, CTL-2"\n',
): Promise<{ answer: TableEditAnswer; texts: string[] }> {
  const snapshot = snapshotOf(text, { fileName, others: { [other]: inOther } })
  const otherFile = { file: check(inOther, { fileName: other }), version: null }
  const files = {
    snapshot: (uri: string) => (uri === snapshot.uri ? snapshot : undefined),
    readRecords: async (
      records: ReadonlyMap<string, unknown>,
      look: Parameters<Parameters<typeof withReferences>[0]['readRecords']>[1],
    ) => new Map([...records.keys()].map(uri => [uri, look(otherFile)])),
  }
  const alone = editEntries(new ArrangedTables().source(snapshot, 'core.compliance.CONTROL'), {
    kind: 'write',
    cells: [cell],
  })
  const answer = await withReferences(files, snapshot, cell, alone)
  const changes = 'refusal' in answer ? [] : answer.files
  const texts = [snapshot, { ...snapshot, uri: `file:///${other}`, file: otherFile.file }].map(({ uri, file }) => {
    const changed = changes.find(each => each.uri === uri)
    return applyEdit({ ...snapshot, uri, file }, { changes: { [uri]: [...(changed?.edits ?? [])] } })
  })
  return { answer, texts }
}

const write = (record: number, value: string | null, column = 'rid'): CellValue => ({ record, column, value })

test('a new id of a record takes its references along, in all files', async () => {
  const { answer, texts } = await edited(write(0, 'CTL-9'))
  expect(texts).toEqual([text.replaceAll('CTL-1', 'CTL-9'), '@EVIDENCE control_ref="CTL-9, CTL-2"\n'])
  expect(answer).toMatchObject({
    files: [{ version: 1 }, { version: null }],
    note: '2 records that refer to "CTL-1" changed too.',
  })
})

test('an id that another record of the tag has is refused, whether records refer to it or not', async () => {
  const refused = {
    refusal: 'There is already a record CONTROL "CTL-2", in a.compliance.rec, line 2; choose another id.',
  }
  expect((await edited(write(0, ' CTL-2'))).answer).toEqual(refused)
  expect((await edited(write(0, 'CTL-2'), '@CONTROL rid=CTL-1\n')).answer).toEqual(refused)
  expect((await edited(write(0, 'CTL-9'), '@CONTROL rid=CTL-9\n')).answer).toEqual({
    refusal: 'There is already a record CONTROL "CTL-9", in b.compliance.rec, line 1; choose another id.',
  })
  expect((await edited(write(0, 'F-1'))).answer).not.toHaveProperty('refusal')
  expect((await edited(write(0, 'CTL-1'))).answer).not.toHaveProperty('refusal')
})

test('references that cannot be changed are counted, and the cell alone is written', async () => {
  expect(await edited(write(0, 'a, b'))).toMatchObject({
    answer: {
      note: expect.stringMatching(/^2 records still refer to "CTL-1"\. .* a reference cannot hold the character ","/),
    },
    texts: [text.replace('CTL-1', '"a, b"'), '@EVIDENCE control_ref="CTL-1, CTL-2"\n'],
  })
  expect(await edited(write(0, null))).toMatchObject({ answer: { note: '2 records still refer to "CTL-1".' } })
})

test('other cells, and an id that others have too or that nothing refers to, are written alone', async () => {
  const alone = { answer: { files: [{ edits: [{}] }], note: '' } }
  expect(await edited(write(0, 'CTL-9', 'title'))).toMatchObject(alone)
  expect(await edited(write(0, 'CTL-9'), '@CONTROL rid=CTL-1\n')).toMatchObject(alone)
  expect(await edited(write(1, 'CTL-9'), '')).toMatchObject(alone)
  expect(await edited(write(2, 'F-9'))).toMatchObject(alone)
})
