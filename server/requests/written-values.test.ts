import { expect, test } from 'vitest'
import type { WrittenValues } from '../../shared/protocol/bulk-edit.ts'
import { open } from '../../test/editor.ts'
import { taskRegistry } from '../../test/expressions.ts'
import { builtinRegistry } from '../../test/records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { writtenValues } from './written-values.ts'

async function* snapshots(texts: readonly string[]): AsyncGenerator<Snapshot> {
  for (const text of texts) yield await Promise.resolve(open(text).snapshot)
}

const valuesOf = (field: string, ...texts: readonly string[]): Promise<WrittenValues | null> =>
  writtenValues(
    snapshots(texts),
    builtinRegistry,
    { tag: 'core.compliance.FINDING', field },
    { isCancellationRequested: false },
  )

test('each text has its number and its problem; those that are not allowed come first', async () => {
  const found = await valuesOf(
    'severity',
    '@FINDING severity="High"\n@FINDING severity=low\n@FINDING severity="low"\n@FINDING severity="Moderate"\n@FINDING severity=\n',
    '@FINDING severity="High" | severity="low"\n@CONTROL severity="xyz"\n@FINDING title="x"\n',
  )
  expect(found?.values).toEqual([
    {
      text: 'High',
      count: 2,
      problem: expect.stringContaining('FINDING.severity is "High"; it must be'),
      meant: 'high',
    },
    { text: 'Moderate', count: 1, problem: expect.stringContaining('"Moderate"'), meant: null },
    { text: 'low', count: 2, problem: null, meant: null },
  ])
  expect([found?.choices, found?.left]).toEqual([['low', 'medium', 'high', 'critical'], 0])
})

test('a field that the tag does not define has texts without problems, and no choices', async () => {
  const found = await valuesOf('vendor', '@FINDING vendor="a"\n@FINDING vendor="b"\n@FINDING vendor="b"\n')
  expect(found).toEqual({
    values: [
      { text: 'b', count: 2, problem: null, meant: null },
      { text: 'a', count: 1, problem: null, meant: null },
    ],
    left: 0,
    choices: [],
  })
})

test('of other types, the value that is meant is known if its form tells it', async () => {
  const found = await valuesOf(
    'remediation_due',
    '@FINDING remediation_due="2026-1-2"\n@FINDING remediation_due="soon"\n',
  )
  expect(found?.values.map(({ text, meant }) => [text, meant])).toEqual([
    ['2026-1-2', '2026-01-02'],
    ['soon', null],
  ])
})

test('of a list, the values are its items', async () => {
  async function* tasks(): AsyncGenerator<Snapshot> {
    const { snapshot } = open('')
    const { checkFile } = await import('../../shared/check/check.ts')
    const { parse } = await import('../../shared/syntax/tree.ts')
    const text = '@TASK days="mon, Tue"\n@TASK days=[mon, mon]\n'
    yield {
      ...snapshot,
      file: checkFile(parse(text), { registry: taskRegistry, fileName: 'a.rec', settingDomains: [] }),
    }
  }
  const params = { tag: 'acme.work.TASK', field: 'days' }
  const found = await writtenValues(tasks(), taskRegistry, params, { isCancellationRequested: false })
  expect(found?.values.map(({ text, count, meant }) => [text, count, meant])).toEqual([
    ['Tue', 1, 'tue'],
    ['mon', 2, null],
  ])
})

test('a cancelled request has no answer', async () => {
  const params = { tag: 'core.compliance.FINDING', field: 'severity' }
  expect(
    await writtenValues(snapshots(['@FINDING\n']), builtinRegistry, params, { isCancellationRequested: true }),
  ).toBeNull()
})
