import { expect, test } from 'vitest'
import { graphOfFiles, graphOfTags } from '../../../shared/views/graph/graph.ts'
import { snapshotOf } from '../../../test/editor.ts'
import { summaryOf } from './summary.ts'

const summary = (text: string): string => {
  const { index, uri } = snapshotOf(text, { fileName: 'a.compliance.rec' })
  return summaryOf(graphOfFiles(index, [uri]))
}

test('of tags, the references between their records are counted', () => {
  const { index, uri } = snapshotOf(
    '@CONTROL rid=CTL-1\n@EVIDENCE rid=E-1 | control_ref="CTL-1"\n@EVIDENCE rid=E-2 | control_ref="CTL-1, CTL-9"\n',
    { fileName: 'a.compliance.rec' },
  )
  expect(summaryOf(graphOfTags(index, [uri], 2)!)).toBe(
    '3 references between the records of 2 tags. Choose a tag to see its records.',
  )
})

test('an id that no record has is not counted as a record', () => {
  const text = '@CONTROL rid=CTL-1\n@EVIDENCE rid=E-1 | control_ref="CTL-1"\n@CONTROL rid=CTL-2\n'
  const alone = '1 record without references is not shown.'
  expect(summary(text)).toBe(`2 records and 1 reference. ${alone}`)
  expect(summary(`${text}@EVIDENCE rid=E-2 | control_ref="CTL-9"\n`)).toBe(
    `3 records and 2 references. 1 id has no record. ${alone}`,
  )
  expect(summary(`${text}@EVIDENCE rid=E-2 | control_ref="CTL-8, CTL-9"\n`)).toContain('2 ids have no record.')
  expect(summary('@CONTROL rid=CTL-1\n')).toMatch(/^None of the 1 record refers to another one; write the id /)
  expect(summary('')).toMatch(/^There are no records yet. Type @ /)
})
