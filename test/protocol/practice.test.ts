import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, recline, expectRun, read } = commandLine()

const result = '@LAB name="Troponin T" | loinc_code="6598-7" | comparator="<" | value:float=0.01 | unit="ug/L"\n'

test('an extension that comes with Recline counts where a recline.json asks for it, and nowhere else', async () => {
  await files({
    'a/a.rec': result,
    'a/b.health.rec': result,
    'a/c.rec': `@DOC domain=core.health\n${result}`,
    'a/recline.json': '{ "extensions": { "core.health": "practice.health" } }',
    'b/a.rec': result,
    'b/recline.json': '{}',
  })
  const { stdout } = await recline(['check', '--format', 'lines'])
  expect(stdout.replace(/, which .*/g, '')).toBe(
    'b/a.rec:1:48 warning unknown-field comparator is not a field of LAB\n',
  )
})

test('an option names it too, and what is converted comes back', async () => {
  await files({ 'a.rec': result })
  expect((await recline(['check', '--format', 'lines', '--domain', 'practice.health'])).stdout).not.toContain('unknown')
  const { stdout } = await recline(['convert', '--to', 'csv', '--tag', 'LAB', '--domain', 'practice.health', 'a.rec'])
  await files({ 'b.csv': stdout })
  const back = await recline(['convert', '--to', 'rec', '--tag', 'LAB', '--domain', 'practice.health', 'b.csv'])
  expect(back.stdout).toContain('| comparator="<"')
})

test('an extension of one of them has all that it has', async () => {
  await files({
    'a.rec': `${result}@PATIENT rid=PAT-1 | ward="3"\n`,
    'acme.domain.json':
      '{ "domain": "acme.health", "version": "1.0", "description": "Ours.", "extends": "practice.health@1", "records": [{ "tag": "PATIENT", "fields": [{ "name": "ward", "type": "string", "description": "Ward." }] }] }',
  })
  const { stdout } = await recline(['check', '--format', 'lines'])
  expect(stdout).not.toContain('unknown-field')
})

test('init puts it in force, and its first records are right', async () => {
  await recline(['init', 'records', '--domain', 'practice.hr', '--yes'])
  expect(JSON.parse(await read('records/recline.json'))).toEqual({
    domains: { '*.rec': 'core.hr' },
    extensions: { 'core.hr': 'practice.hr' },
  })
  await expectRun(
    'check --format lines records',
    `
      ! 1 file, 2 records: no problems.
      exit 0`,
  )
})

test('it can be looked up where nothing asks for it', async () => {
  const { stdout } = await recline(['descriptors', 'show', 'practice.health', 'IMMUNIZATION'])
  expect(stdout).toContain('lot_number')
  const found = await recline(['descriptors', 'search', 'vaccination'])
  expect(found.stdout).toContain('practice.health IMMUNIZATION')
  const search = await recline(['descriptors', 'search', 'interpretation'])
  expect(search.stdout).not.toContain('practice.')
})
