import { expect, test } from 'vitest'
import { snapshotOf } from '../../test/editor.ts'
import { completion } from '../features/completion.ts'
import { dataOfReference, recordOfReference, withDetails } from './reference-details.ts'

test('an entry for a reference tells the title, the state and the owner of its record when it is asked', () => {
  const snapshot = snapshotOf(
    '@CONTROL rid=CTL-1 | title="Access" | status="tested" | owner="Ana"\n@FINDING rid=F-1 | control_ref=""\n',
    { fileName: 'a.compliance.rec', others: {} },
  )
  const [item] = completion(snapshot, { line: 1, character: 32 })?.items ?? []
  const data = dataOfReference(item!)
  const record = data && recordOfReference(snapshot, item!, data)
  expect(withDetails(snapshot, item!, record!, snapshot.file).documentation).toMatchObject({
    value: expect.stringContaining('  | title="Access"\n  | status="tested"\n  | owner="Ana"'),
  })
  expect(dataOfReference({ label: 'x', data: { uri: 1 } })).toBeUndefined()
  expect(recordOfReference(snapshot, { label: 'CTL-9' }, { uri: '', path: 'core.compliance.CONTROL' })).toBeUndefined()
})
