import { beforeEach, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, read, recline, expectRun } = commandLine()

const descriptor = (version: string, fields: string, more = ''): string =>
  `{ "domain": "acme.fleet", "version": "${version}", "description": "A fleet.", "records": [{ "tag": "VEHICLE", ${more}"fields": [${fields}] }] }`
const old = descriptor('1.0', '{ "name": "rid", "type": "string" }, { "name": "plate_no", "type": "string" }')
const fields =
  '{ "name": "rid", "type": "string" }, { "name": "plate", "type": "string", "required": true, "renamedFrom": "plate_no" }'
const records = '@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | plate_no="A"\n@VEHICLE rid=V-2\n'
const command = 'migrate --from old.json --to new.json'

beforeEach(() =>
  files({ 'old.json': old, 'new.json': descriptor('2.0', fields), 'a.rec': records, 'b.rec': '@RX drug="a"\n' }),
)

test('shows the changes, and what is left to do', async () => {
  await expectRun(
    command,
    `
      --- a/a.rec
      +++ b/a.rec
      @@ -1,3 +1,3 @@
       @DOC domain=acme.fleet
      -@VEHICLE rid=V-1 | plate_no="A"
      +@VEHICLE rid=V-1 | plate="A"
       @VEHICLE rid=V-2
      ! Would change 1 file; --write writes the changes.
      ! a.rec:3: error missing-field: VEHICLE has no plate, which is required.
      ! 1 problem of the new version cannot be solved without you.
      exit 1`,
  )
  expect(await read('a.rec')).toBe(records)
})

test('says that both versions are the same, such as the newest one of a registry', () =>
  expectRun(
    'migrate --from new.json --to new.json',
    `
      ! recline: The old and the new version of acme.fleet are the same, 2.0; records of an older version need that one behind --from.
      ! Would change 0 files; --write writes the changes.
      exit 0`,
  ))

test('writes them, with the values that the descriptor gives records that lack a field', async () => {
  await files({ 'new.json': descriptor('2.0', fields, '"migrate": { "plate": "\\"P \\" + rid" }, ') })
  await expectRun(`${command} --check`, 'a.rec\n! Would change 1 file; --write writes the changes.\nexit 1')
  await expectRun(`${command} --write`, '! Changed a.rec.\n! Changed 1 file of 1.\nexit 0')
  expect(await read('a.rec')).toBe(
    '@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | plate="A"\n@VEHICLE rid=V-2 | plate="P V-2"\n',
  )
  await expectRun(`${command} --check`, '! Would change 0 files; --write writes the changes.\nexit 0')
})

test('what the new version does not have is removed only by force, after expressions have read it', async () => {
  const parts =
    '{ "name": "rid", "type": "string" }, { "name": "first", "type": "string" }, { "name": "last", "type": "string" }'
  const whole = '{ "name": "rid", "type": "string" }, { "name": "name", "type": "string" }'
  const join = '"migrate": { "name": "this[\\"first\\"] + \\" \\" + this[\\"last\\"]" }, '
  await files({ 'old.json': descriptor('1.0', parts), 'new.json': descriptor('2.0', whole, join) })
  const before = '@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | first="Ann" | last="Lee"\n'
  await files({ 'a.rec': before })
  const { stderr, code } = await recline([...command.split(' '), '--write'])
  expect(stderr).toContain('1 record has fields that the new version does not have; --force removes them')
  expect(code).toBe(1)
  expect(await read('a.rec')).toBe(before.replace('Lee"', 'Lee" | name="Ann Lee"'))
  await expectRun(`${command} --write --force`, '! Changed a.rec.\n! Changed 1 file of 1.\nexit 0')
  expect(await read('a.rec')).toBe('@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | name="Ann Lee"\n')
  await expectRun(`${command} --check --force`, '! Would change 0 files; --write writes the changes.\nexit 0')
})

test('a file whose numbers cannot be converted stays as it is, also by force', async () => {
  const time = (unit: string): string =>
    `{ "name": "rid", "type": "string" }, { "name": "time", "type": "int", "unit": "${unit}" }`
  const gone = `${time('min')}, { "name": "gone", "type": "string" }`
  await files({ 'old.json': descriptor('1.0', gone), 'new.json': descriptor('2.0', time('h')) })
  const text = '@DOC domain=acme.fleet@1.0\n@VEHICLE rid=V-1 | time:int=90 | gone="x"\n'
  await files({ 'a.rec': text })
  const { stderr, code } = await recline([...command.split(' '), '--write', '--force'])
  expect(stderr).toContain(
    'a.rec:2: VEHICLE.time was in min and is in h now, and this value cannot be converted exactly',
  )
  expect([await read('a.rec'), code]).toEqual([text, 1])
})

test.each([
  ['{ "plate": "nope + 1" }', 'The migrate expression of VEHICLE.plate cannot be used: '],
  ['{ "plate": "referrers(TRIP).count()" }', 'The migrate expression of VEHICLE.plate '],
])('an expression that cannot be used: %s', async (migrate, sentence) => {
  await files({ 'new.json': descriptor('2.0', fields, `"migrate": ${migrate}, `) })
  const { stderr, code } = await recline(command.split(' '))
  expect([stderr.includes(sentence), stderr.includes('Nothing was migrated.'), code], stderr).toEqual([true, true, 2])
})

test('nothing is written if a version or a file cannot be read, or a file has a conflict', async () => {
  expect(await recline(['migrate', '--from', 'none.json', '--to', 'new.json'])).toMatchObject({ code: 2 })
  await files({ 'a.rec': `<<<<<<< ours\n@VEHICLE rid=V-1 | plate_no="A"\n=======\n@VEHICLE rid=V-1\n>>>>>>> theirs\n` })
  const { stderr, code } = await recline([...command.split(' '), '--write', '--descriptors', 'old.json'])
  expect(
    [stderr.includes('a.rec has a merge conflict on line 1; resolve it first. Nothing was migrated.'), code],
    stderr,
  ).toEqual([true, 2])
})

test('two versions side by side are versions, and no descriptors of their folder', async () => {
  const versions = { 'v1.domain.json': old, 'v2.domain.json': descriptor('2.0', fields) }
  await files({
    ...versions,
    'recline.json': '{ "domains": { "**": ["acme.fleet"] } }',
    'a.rec': '@VEHICLE rid=V-1 | plate_no="A"\n',
  })
  for (const named of ['', ' --descriptors .', ' --descriptors *.domain.json', ' --descriptors v1.domain.json'])
    await expectRun(
      `migrate --from v1.domain.json --to ./v2.domain.json a.rec${named}`,
      `
      --- a/a.rec
      +++ b/a.rec
      @@ -1,1 +1,1 @@
      -@VEHICLE rid=V-1 | plate_no="A"
      +@VEHICLE rid=V-1 | plate="A"
      ! Would change 1 file; --write writes the changes.
      exit 0`,
    )
  const { stderr, stdout, code } = await recline(
    'descriptors breaking v2.domain.json --against v1.domain.json --records a.rec'.split(' '),
  )
  expect(stderr).not.toMatch(/incomplete|defined in/)
  expect(stdout).toContain('it breaks 1 of 1 record')
  expect(code).toBe(1)
})
