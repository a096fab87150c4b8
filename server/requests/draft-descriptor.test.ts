import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { draftedDescriptor } from './draft-descriptor.ts'

const fieldsOf = (text: string): string[] =>
  (JSON.parse(text) as { records: { tag: string; fields: { name: string; type: string }[] }[] }).records.flatMap(
    ({ tag, fields }) => fields.map(({ name, type }) => `${tag}.${name} ${type}`),
  )

test('files of text and rows of Parquet become a draft', () => {
  const rows = {
    names: ['a', 'b'],
    looks: ['int', 'list'] as const,
    rows: [
      ['1', '[x, y]'],
      ['2', null],
    ],
    unreadable: [],
  }
  const draft = draftedDescriptor(
    {
      files: [
        { name: 'beds.parquet', data: rows },
        { name: 'rx.csv', data: 'drug,copay\na,5\n' },
      ],
      extends: 'core.health',
    },
    builtinRegistry,
  )
  expect(draft).toMatchObject({ fileName: 'health.domain.json', problems: [] })
  expect(fieldsOf(draft.text)).toEqual(['BED.a int', 'BED.b string', 'RX.copay int'])
  expect(draft.reasons).toContain('RX.drug of core.health fits the column "drug".')
})

test('records extend their domain', () => {
  const files = [{ name: 'a.rec', data: '@RX drug="a" | copay=5\n' }]
  const { text } = draftedDescriptor({ files, extends: null }, builtinRegistry)
  expect(JSON.parse(text)).toMatchObject({ domain: 'own.health', extends: 'core.health' })
})

test('a file that cannot be read is told', () =>
  expect(draftedDescriptor({ files: [{ name: 'a.json', data: '{' }], extends: null }, builtinRegistry)).toMatchObject({
    text: '',
    problems: [expect.stringMatching(/^a\.json: This is not JSON/)],
  }))
