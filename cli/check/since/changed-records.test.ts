import { expect, test } from 'vitest'
import { ownFolder } from '../../../test/own-folder.ts'
import type { Details, PlacedProblem } from '../../output/file-result.ts'
import { type Plan, planSources } from '../../plan/plan.ts'
import { problemsOfChanges } from './changed-records.ts'

const { at, write } = ownFolder()

type Files = Readonly<Record<string, string | Uint8Array>>

/** A plan for files below a folder, by the names that they have in both versions. */
function planOf(files: Files, folder: string): Promise<Plan> {
  write(Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content])))
  const sources = Object.keys(files).map(file => ({ file, path: at(`${folder}/${file}`) }))
  return planSources(sources, { descriptors: [], domain: [], rule: {} })
}

/** The problems of the changes between two versions, by file. */
async function changes(before: Files, after: Files, details: Details = {}): Promise<Record<string, PlacedProblem[]>> {
  const now = await planOf(after, 'now')
  const problemsOf = await problemsOfChanges(await planOf(before, 'before'), now, at('now'))
  return Object.fromEntries(
    now.files.map(file => [
      file.source.file,
      problemsOf(file, details).flatMap(({ placed }) => (placed ? [placed] : [])),
    ]),
  )
}

const node = (id: string, status: string): string => `@NODE rid=${id} | status="${status}"\n`

const places = (found: Record<string, PlacedProblem[]>): string[] =>
  Object.entries(found).flatMap(([file, problems]) => problems.map(({ line, code }) => `${file}:${line} ${code}`))

test('a state that cannot follow the one before is a problem of the record as it is now', async () => {
  const found = await changes(
    { 'a.rec': `${node('N-1', 'terminated')}${node('N-2', 'running')}${node('N-3', 'terminated')}` },
    {
      'a.rec': `# new\n${node('N-2', 'stopped')}${node('N-1', 'running')}\n${node('N-3', 'terminated')}${node('N-9', 'stopped')}`,
    },
    { identities: true },
  )
  expect(found['a.rec']).toMatchObject([
    {
      code: 'lifecycle',
      severity: 'warning',
      message: 'NODE.status changed from "terminated" to "running"; after "terminated", no other state can follow.',
      line: 3,
      column: 24,
      endColumn: 33,
      identity: { record: 'core.infrastructure.NODE N-1', value: 'running' },
    },
  ])
})

test('a record is the same in another file, whether its file is new, changed, gone or moved', async () => {
  const found = await changes(
    { 'a.rec': node('N-1', 'terminated'), 'b.rec': node('N-2', 'terminated'), 'c.rec': '# c\n', 'd.rec': '# d\n' },
    { 'b.rec': '', 'c.rec': `# c\n${node('N-1', 'running')}`, 'd.rec': '# d\n', 'e.rec': node('N-2', 'running') },
  )
  expect(places(found)).toEqual(['c.rec:2 lifecycle', 'e.rec:1 lifecycle'])
})

test('a file that cannot be read in one of the versions has no records there', async () => {
  const foreign = Buffer.from('@NODE rid="\xe9"\n', 'latin1')
  const old = { 'a.rec': node('N-1', 'terminated'), 'b.rec': foreign, 'c.rec': node('N-3', 'terminated') }
  const found = await changes(old, { ...old, 'a.rec': foreign, 'b.rec': node('N-1', 'running') })
  expect(places(found)).toEqual(['b.rec:1 lifecycle'])
})

test('only the definition that the whole file gives a record counts', async () => {
  const records = (header: string, status: string): string => `@DOC domain=${header}\n${node('N-1', status)}`
  const file = (header: string) =>
    changes({ 'a.rec': records(header, 'terminated') }, { 'a.rec': records(header, 'running') })
  expect(places(await file('core.infrastructure'))).toEqual(['a.rec:2 lifecycle'])
  expect(places(await file('core.legal'))).toEqual([])
})

test('standard input and text that is no record have no changes', async () => {
  const before = await planOf({ 'a.rec': `${node('N-1', 'terminated')}x\n` }, 'before')
  const now = await planSources(
    [
      { file: 'a.rec', path: undefined },
      { file: 'b.rec', path: undefined },
    ],
    { descriptors: [], domain: [], rule: {} },
  )
  const problemsOf = await problemsOfChanges(before, now, at())
  expect(now.files.map(file => problemsOf(file, {}))).toEqual([[], []])
})
