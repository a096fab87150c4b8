import { beforeEach, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const { folder, files, recline, expectRun } = commandLine()
const { git, commit } = gitIn(folder)

const field = (name: string, more = ''): string => `{ "name": "${name}", "type": "string"${more} }`
const fleet = (version: string, ...fields: string[]): string =>
  `{ "domain": "acme.fleet", "version": "${version}", "description": "A fleet.",
  "records": [{ "tag": "VEHICLE", "fields": [
    ${fields.join(',\n    ')}
  ] }] }\n`

const old = fleet(
  '1.0',
  field('rid', ', "required": true'),
  field('plate_no'),
  field('status', ', "enum": ["active", "sold"]'),
)
const now = fleet(
  '2.0',
  field('rid', ', "required": true'),
  field('plate', ', "renamedFrom": "plate_no"'),
  field('status', ', "enum": ["active"]'),
  field('color', ', "required": true'),
)
const records = `@DOC domain=acme.fleet
@VEHICLE rid=V-1 | plate_no="A"
@VEHICLE rid=V-2 | status="sold"
@VEHICLE rid=V-3 | status="lost"
`

beforeEach(async () => {
  await git('init', '-q')
  await commit({ 'fleet.domain.json': old, 'recline.json': '{}' })
  await files({ 'fleet.domain.json': now })
})

test('diff lists the changes, whom each breaks, and its id', async () => {
  await expectRun(
    'descriptors diff HEAD:./fleet.domain.json fleet.domain.json',
    `
      acme.fleet 1.0 -> 2.0: 3 changes; the new version needs a higher first number.
        breaks records and readers: VEHICLE.plate_no is called plate now. [field-renamed:VEHICLE.plate]
        breaks records: VEHICLE.status does not allow "sold" any more. [enum-narrowed:VEHICLE.status]
        breaks records: VEHICLE.color is new and required. [required-added:VEHICLE.color]
      exit 0`,
  )
  await expectRun('descriptors diff fleet.domain.json fleet.domain.json', 'acme.fleet 2.0 -> 2.0: no changes.\nexit 0')
  const { stdout } = await recline(['descriptors', 'diff', 'HEAD:.', '.', '--format', 'json'])
  expect(JSON.parse(stdout)).toMatchObject([
    { domain: 'acme.fleet', before: '1.0', after: '2.0', step: 'major', changes: [{ was: 'plate_no' }, {}, {}] },
  ])
  const markdown = await recline(['descriptors', 'diff', 'HEAD:.', '.', '--format', 'markdown'])
  expect(markdown.stdout).toContain(
    '| VEHICLE.color is new and required. | breaks records | `required-added:VEHICLE.color` |',
  )
})

test('breaking lists them as problems of the new descriptor', async () => {
  await expectRun(
    'descriptors breaking --against HEAD --format lines',
    `
      fleet.domain.json:4:15 error field-renamed VEHICLE.plate_no is called plate now; it breaks records, and it breaks readers.
      fleet.domain.json:5:15 error enum-narrowed VEHICLE.status does not allow "sold" any more; it breaks records.
      fleet.domain.json:6:15 error required-added VEHICLE.color is new and required; it breaks records.
      ! 1 file, 1 record: 3 errors.
      exit 1`,
  )
  await expectRun(
    'descriptors breaking fleet.domain.json --against HEAD:./fleet.domain.json --for readers --format lines',
    `
      fleet.domain.json:4:15 error field-renamed VEHICLE.plate_no is called plate now; it breaks readers.
      ! 1 file, 1 record: 1 error.
      exit 1`,
  )
  expect((await recline(['descriptors', 'breaking', '--against', 'HEAD', '--format', 'sarif'])).stdout).toContain(
    '"ruleId":"field-renamed"',
  )
})

test('records decide what breaks', async () => {
  await files({ 'a.rec': records })
  await expectRun(
    'descriptors breaking --against HEAD --records . --for records --format lines',
    `
      fleet.domain.json:4:15 error field-renamed VEHICLE.plate_no is called plate now; it breaks 1 of 3 records, the first one in a.rec:2.
      fleet.domain.json:5:15 error enum-narrowed VEHICLE.status does not allow "sold" any more; it breaks 1 of 3 records, the first one in a.rec:3.
      fleet.domain.json:6:15 error required-added VEHICLE.color is new and required; it breaks 2 of 3 records, the first one in a.rec:2.
      ! recline: 1 record had a problem before; only the others are counted.
      ! recline: References, and rules that read several records, are not compared: what they may break is listed as such.
      ! 1 file, 1 record: 3 errors.
      exit 1`,
  )
  await files({ 'a.rec': '@CONTROL rid=C-1 | title="x"\n' })
  await expectRun(
    'descriptors breaking --against HEAD --records . --format lines',
    `
      fleet.domain.json:4:15 error field-renamed VEHICLE.plate_no is called plate now; it breaks none of 1 record, and it breaks readers.
      ! recline: References, and rules that read several records, are not compared: what they may break is listed as such.
      ! 1 file, 1 record: 1 error.
      exit 1`,
  )
})

test('what single records do not tell stays what it is, and each change has its own count', async () => {
  const [rid, more] = [field('rid', ', "required": true'), field('trip_ref')]
  const status = (rest: string): string => field('status', `, ${rest}`)
  await commit({ 'fleet.domain.json': fleet('1.0', rid, more, status('"enum": ["active", "sold", "lost"]')) })
  await files({
    'fleet.domain.json': fleet(
      '2.0',
      rid,
      field('trip_ref', ', "ref": "VEHICLE"'),
      status('"enum": ["active", "gone", "away"], "renamedValues": { "sold": "gone", "lost": "away" }'),
    ),
    'a.rec':
      '@DOC domain=acme.fleet@1.0\n@VEHICLE rid=V-1 | status="sold"\n@VEHICLE rid=V-2 | status="sold"\n@VEHICLE rid=V-3 | status="lost"\n',
  })
  const { stdout, code } = await recline(
    'descriptors breaking --against HEAD --records . --for records --format lines'.split(' '),
  )
  expect(
    stdout
      .replace(/^.*?:\d+:\d+ /gm, '')
      .trim()
      .split('\n')
      .sort(),
  ).toEqual([
    'error value-renamed "lost" of VEHICLE.status is called "away" now; it breaks 1 of 3 records, the first one in a.rec:4.',
    'error value-renamed "sold" of VEHICLE.status is called "gone" now; it breaks 2 of 3 records, the first one in a.rec:2.',
    'warning ref-added VEHICLE.trip_ref refers to VEHICLE now; it may break records.',
  ])
  expect(code).toBe(1)
})

test('what the descriptor allows is not listed, and an exception for nothing is', async () => {
  const allowed =
    '"allowedChanges": { "field-renamed:VEHICLE.plate": "Nobody reads it.", "tag-removed:CAR": "Gone." }, "records"'
  await files({ 'fleet.domain.json': now.replace('"records"', allowed) })
  const { stdout } = await recline(['descriptors', 'breaking', '--against', 'HEAD', '--format', 'lines'])
  expect(stdout).not.toContain('field-renamed')
  expect(stdout).toContain(
    'fleet.domain.json:2:74 warning unused-exception allowedChanges allows tag-removed:CAR, and there is no such change; remove it.',
  )
})

test('a registry has the newest versions, and domains of others are left out', async () => {
  await files({
    'team/fleet.domain.json': old,
    'team/depot.domain.json': old.replace('acme.fleet', 'acme.depot'),
  })
  expect((await recline(['descriptors', 'publish', 'registry', 'team'])).stderr).toBe('')
  await expectRun(
    'descriptors breaking fleet.domain.json --against registry --for readers --format lines',
    `
      fleet.domain.json:4:15 error field-renamed VEHICLE.plate_no is called plate now; it breaks readers.
      ! 1 file, 1 record: 1 error.
      exit 1`,
  )
  const { stdout } = await recline(['descriptors', 'diff', 'registry/acme/fleet/1.0.json', 'fleet.domain.json'])
  expect(stdout).toMatch(/^acme\.fleet 1\.0 -> 2\.0: 3 changes;/)
  await recline(['descriptors', 'yank', 'registry', 'acme.fleet@1.0', '--notice', 'Wrong.'])
  expect((await recline('descriptors breaking fleet.domain.json --against registry'.split(' '))).stderr).not.toContain(
    'error',
  )
})

test('what cannot be compared never reads as "nothing breaks"', async () => {
  await files({ 'new.domain.json': fleet('1.0', field('a')).replace('fleet', 'depot') })
  await expectRun('descriptors breaking new.domain.json --against HEAD', '! 1 file, 1 record: no problems.\nexit 0')
  for (const [against, sentence] of [
    ['nope', 'There is no commit nope in this repository; fetch it first, or use another one.'],
    ['HEAD:./other.json', 'The revision HEAD has no file or folder ./other.json.'],
  ] as const) {
    const { stderr, code } = await recline(['descriptors', 'breaking', '--against', against])
    expect([stderr.includes(sentence), code], stderr).toEqual([true, 2])
  }
  await files({ 'fleet.domain.json': now.replace('"string", "renamedFrom"', '"text", "renamedFrom"') })
  const { stderr, code } = await recline(['descriptors', 'breaking', '--against', 'HEAD'])
  expect([stderr.includes('fleet.domain.json cannot be compared, because it has an error: '), code]).toEqual([true, 2])
})
