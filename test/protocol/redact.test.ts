import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, recline, read } = commandLine()

const domain = JSON.stringify({
  domain: 'acme.staff',
  version: '1.0',
  description: 'Staff.',
  records: [
    {
      tag: 'PERSON',
      fields: [
        { name: 'rid', type: 'string', required: true, sensitive: 'personal' },
        { name: 'name', type: 'string', sensitive: 'personal' },
        { name: 'born', type: 'ts', sensitive: 'personal' },
        { name: 'city', type: 'string' },
      ],
    },
    {
      tag: 'TRIP',
      fields: [
        { name: 'rid', type: 'string', required: true },
        { name: 'person_ref', type: 'string', ref: 'PERSON' },
      ],
    },
  ],
})

const records =
  '@PERSON rid=SECRET-1 | name="SECRET Kim" | born:ts=1981-SECRET | city=Bonn\n' +
  '@PERSON rid=SECRET-2 | Name="SECRET Lee" x SECRET | city=Rome\n' +
  '@TRIP rid=T-1 | person_ref=SECRET-1\n@TRIP rid=T-2 | person_ref=SECRET-2\n'

const workspace = (): Promise<void> =>
  files({
    'staff.json': domain,
    'recline.json': '{ "descriptors": ["staff.json"], "domains": { "*": "acme.staff" } }',
    'old/a.rec': records.replace('Kim', 'Kym'),
    'a.rec': records,
  })

const query = 'query a.rec --redact --tag PERSON'
const convert = 'convert a.rec --redact --to'

test.each([
  ...['table', 'json', 'ndjson', 'csv', 'markdown', 'rec'].map(format => `${query} --format ${format}`),
  `${query} --where city!="Rome" --sort name,born`,
  `${query} --count-by name --min born`,
  ...['json', 'ndjson', 'markdown', 'rec'].map(form => `${convert} ${form}`),
  `${convert} csv --tag PERSON`,
  ...['text', 'json', 'markdown'].map(format => `diff old/a.rec a.rec --redact --format ${format}`),
  'diff old/a.rec a.rec --redact --stat',
  'report a.rec --redact',
  'report a.rec --redact --to markdown',
])('no value of a sensitive field is in the output of %s', async line => {
  await workspace()
  const { stdout, stderr } = await recline(line.split(' '))
  expect(stdout).not.toBe('')
  expect(stdout + stderr).not.toContain('SECRET')
  expect(stderr).toMatch(/\d values of sensitive fields are withheld/)
})

test('ids and references have the same pseudonyms, so that joins hold', async () => {
  await workspace()
  const { stdout } = await recline(
    'query a.rec --redact --tag TRIP --select rid,person_ref,person_ref.city --format csv'.split(' '),
  )
  expect(stdout).toContain('T-1,PERSON-pseudonym-1,Bonn')
})

test('a changed value is told as a change, and unchanged ones are not', async () => {
  await workspace()
  const { stdout } = await recline('diff old/a.rec a.rec --redact'.split(' '))
  expect(stdout).toContain('name')
  expect(stdout).toContain('[withheld 2]')
  expect(stdout).toContain('1 changed')
})

test('the file stays as it is, and what cannot be withheld is refused', async () => {
  await workspace()
  await recline('convert a.rec --redact --to rec --output b.rec'.split(' '))
  expect(await read('a.rec')).toBe(records)
  expect(await read('b.rec')).not.toContain('SECRET')
  expect((await recline('diff old/a.rec a.rec --redact --format patch'.split(' '))).code).toBe(2)
  await files({ 'x.PERSON.csv': 'rid,name\nSECRET,SECRET\n' })
  const { code, stdout } = await recline('convert x.PERSON.csv --redact --to json'.split(' '))
  expect([code, stdout]).toEqual([2, ''])
})
