import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeActionKind } from 'vscode-languageserver-types'
import { applyEdit, open } from '../../test/editor.ts'
import { refactorings } from '../features/refactorings.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const descriptors = [
  {
    domain: 'acme.fleet',
    version: '1.0',
    description: 'A fleet.',
    records: [
      {
        tag: 'VEHICLE',
        fields: [
          { name: 'status', type: 'string', enum: ['active', 'reviewed'] },
          { name: 'next_review', type: 'ts', due: { until: 'status == "reviewed"' }, interval: 'P3M' },
          { name: 'brake_test_due', type: 'ts', due: { until: 'status == "reviewed"' }, interval: 'P1Y' },
        ],
      },
    ],
  },
] as const

/** The titles of the actions at the cursor that write a next day. */
function offered(text: string, triggerKind: 1 | 2, only?: string[]): { title: string; kind: string; after: string }[] {
  const { snapshot, position } = open(text, { descriptors })
  const context = { diagnostics: [], triggerKind, ...(only && { only }) }
  return refactorings(snapshot, { start: position, end: position }, context)
    .filter(({ title }) => title.startsWith('Next'))
    .map(({ title, kind, edit }) => ({ title, kind: kind!, after: applyEdit(snapshot, edit!) }))
}

const vehicle = (status: string, day: string): string => `# é\n@VEHICLE status="${status}$0" | next_review:ts=${day}\n`

test('a record that is done has a quick fix for the next day, wherever the cursor is in it', () => {
  expect(offered(vehicle('reviewed', '2026-11-30'), 2)).toEqual([
    {
      title: 'Next review on 2027-02-28',
      kind: CodeActionKind.QuickFix,
      after: vehicle('reviewed', '2027-02-28').replace('$0', ''),
    },
  ])
  expect(offered('@VEHICLE status="reviewed" | brake_test_due="2026-01-05T08:00:00Z$0"', 2)).toEqual([
    {
      title: 'Next brake test on 2027-01-05',
      kind: CodeActionKind.QuickFix,
      after: '@VEHICLE status="reviewed" | brake_test_due="2027-01-05T08:00:00Z"',
    },
  ])
})

test('without a state that ends the day, the action is there on request', () => {
  expect(offered(vehicle('active', '2026-11-01'), 2)).toEqual([])
  expect(offered(vehicle('active', '2026-11-01'), 1)).toMatchObject([
    { title: 'Next review on 2027-02-01', kind: 'refactor.rewrite.next' },
  ])
  expect(offered(vehicle('active', '2026-11-01'), 1, [CodeActionKind.QuickFix])).toEqual([])
  expect(offered(vehicle('reviewed', '2026-11-30'), 1, [CodeActionKind.Refactor])).toEqual([])
  // The day is already the next one.
  expect(offered(vehicle('reviewed', '2027-02-28'), 2)).toEqual([])
})

test('a record without such a day has none', () => {
  expect(offered('@VEHICLE status="reviewed$0"', 1)).toEqual([])
  expect(offered('@VEHICLE status="reviewed" | next_review="soon$0"', 1)).toEqual([])
})
