import { expect, test } from 'vitest'
import { open } from '../../test/editor.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { workspaceFixes } from './workspace.ts'

test('only files with safe fixes are listed, with the number of problems that they fix', async () => {
  const texts = [
    '@CONTROL rid=CTL-1 | title=Reviews | maturity=3\n',
    '@CONTROL rid=CTL-2 | color="red"\n',
    '@CONTROL rid=CTL-3\n',
  ]
  const fixes = await workspaceFixes(snapshots(texts), { isCancellationRequested: false })
  expect(fixes?.map(({ problems, records }) => ({ problems, records }))).toEqual([
    {
      problems: 2,
      records: [
        {
          name: 'CONTROL CTL-1',
          title: 'Reviews',
          line: 0,
          fields: [
            { name: 'title', before: 'title=Reviews', after: 'title="Reviews"' },
            { name: 'maturity', before: 'maturity=3', after: 'maturity:int=3' },
          ],
          edits: [{ start: 27, end: 45, text: '"Reviews" | maturity:int' }],
        },
      ],
    },
  ])
})

test('a cancelled request has no answer', async () =>
  expect(await workspaceFixes(snapshots(['@CONTROL rid=CTL-1\n']), { isCancellationRequested: true })).toBeNull())

async function* snapshots(texts: readonly string[]): AsyncGenerator<Snapshot> {
  for (const text of texts) yield await Promise.resolve(open(text).snapshot)
}
