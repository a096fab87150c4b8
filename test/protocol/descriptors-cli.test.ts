import { describe, expect, test } from 'vitest'
import { typeNames } from '../../shared/domains/value-types/index.ts'
import { vehicleWith } from '../descriptor-files.ts'
import { commandLine, shown } from './command-line.ts'
import type { Run } from './run.ts'

const { files, read, recline: run } = commandLine()

/** Runs `recline descriptors` in the test's folder to its end. */
const recline = (args: readonly string[], input = ''): Promise<Run> => run(['descriptors', ...args], { input })

/** Runs it and compares all it says, as `shown` writes it. */
async function expectRun(args: readonly string[], expected: string): Promise<void> {
  expect(shown(await recline(args))).toBe(expected.replace(/^\n/, '').replace(/^ {6}/gm, ''))
}

const fleet = vehicleWith(
  '{ "name": "plate", "type": "string", "description": "Number plate,\\n as on the \\u001b[31mvehicle." }',
)

describe('recline descriptors check', () => {
  test('prints a line for each problem, and counts them', async () => {
    await files({
      'a.domain.json':
        '{\n  "domain": "acme.fleet", "version": "1.0", "description": "😀", "recordCount": 2,\r\n  "records": [{ "tag": "VEHICLE", "fields": [{ "name": "a" }] }]\n}\n',
      'sub/b.domain.json': vehicleWith(
        '{ "name": "node_ref", "type": "string", "ref": "core.infrastructure.NODES" }',
      ).replace('acme.fleet', 'acme.depot'),
    })
    await expectRun(
      ['check', '--format', 'lines', 'a.domain.json', 'sub'],
      `
      a.domain.json:2:80 warning descriptor-count recordCount is 2, and the number of records is 1; change it to 1 or leave it out.
      a.domain.json:3:46 error descriptor-schema VEHICLE.a has no type; add "type": "string".
      sub/b.domain.json:1:162 error descriptor-ref VEHICLE.node_ref refers to NODES, which core.infrastructure does not define; write a tag that exists, such as NODE.
      ! 2 files, 2 records: 2 errors, 1 warning.
      exit 1`,
    )
  })

  test('--exclude leaves files out, and --output writes the problems to a file', async () => {
    await files({ 'a.domain.json': fleet, 'old/b.domain.json': fleet, 'old/c.csv': 'a\n1\n', 'd.csv': 'b\n2\n' })
    await expectRun(
      ['check', '--exclude', 'old', '--output', 'problems.txt', '--format', 'lines'],
      `
      ! 1 file, 1 record: no problems.
      exit 0`,
    )
    expect(await read('problems.txt')).toBe('')
    const { stdout } = await recline(['draft', 'old/c.csv', 'd.csv', '--exclude', 'old'])
    expect((JSON.parse(stdout) as { records: { tag: string }[] }).records.map(({ tag }) => tag)).toEqual(['D'])
    expect((await recline(['check', '--exclude', '{'])).stderr).toContain('--exclude: The glob "{" has ')
  })

  test('files are known to each other', async () => {
    await files({
      'a.domain.json': fleet,
      'b.domain.json': fleet,
      'c.domain.json': vehicleWith('{ "name": "v", "type": "string", "ref": "acme.fleet.VEHICLE" }').replace(
        'acme.fleet',
        'acme.depot',
      ),
    })
    await expectRun(
      ['check', '--format', 'lines', '.'],
      `
      a.domain.json:1:13 error descriptor-duplicate acme.fleet is defined in b.domain.json too; keep one of the files, or rename the domain.
      b.domain.json:1:13 error descriptor-duplicate acme.fleet is defined in a.domain.json too; keep one of the files, or rename the domain.
      ! 3 files, 3 records: 2 errors.
      exit 1`,
    )
  })

  test('exits with 0 where there are only warnings, and with 2 where something could not be checked', async () => {
    await files({ 'a.domain.json': fleet.replace('"records"', '"recordCount": 5, "records"'), 'empty/a.json': '{}' })
    expect((await recline(['check', 'a.domain.json'])).code).toBe(0)
    await expectRun(
      ['check', '--format', 'lines', 'nowhere.domain.json', 'empty', '*.domain.json'],
      `
      a.domain.json:1:87 warning descriptor-count recordCount is 5, and the number of records is 1; change it to 1 or leave it out.
      ! recline: empty has no .domain.json file.
      ! recline: nowhere.domain.json could not be read: no such file or directory.
      ! 1 file, 1 record: 1 warning. The result is incomplete: see the messages above.
      exit 2`,
    )
  })

  test('reads standard input, and writes JSON', async () => {
    const { stdout, code } = await recline(['check', '-', '--format', 'json'], '{\n}x')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      files: [
        {
          file: '-',
          problems: [
            {
              code: 'descriptor-json',
              severity: 'error',
              message: 'This is not JSON: "x" has no place in JSON; put text in double quotes.',
              line: 2,
              column: 2,
              endLine: 2,
              endColumn: 3,
              domain: null,
              tag: null,
              field: null,
            },
          ],
        },
      ],
      summary: { files: 1, records: 0, error: 1, warning: 0, information: 0 },
    })
  })
})

describe('recline descriptors draft', () => {
  test('reads schemas of other programs, and tells what it leaves out', async () => {
    await files({
      'a.sql': 'create table pets (name text not null, age int check (age > 3));',
      'a.yaml': 'classes: { Pet: { attributes: { name: { required: true }, owner: { range: Owner } } }, Owner: {} }\n',
      'b.yml': 'openapi: 3.1.0\ncomponents: { schemas: { Pet: { properties: { age: { type: integer } } } } }\n',
      'c.yaml': 'a: 1\n',
      'd.yaml': 'a: [',
      'e.csv': 'name\nx\n',
    })
    const sql = await recline(['draft', 'a.sql'])
    expect(JSON.parse(sql.stdout)).toMatchObject({ domain: 'own.a', records: [{ tag: 'PETS', fields: [{}, {}] }] })
    expect(sql).toMatchObject({ stderr: 'PETS.age: the check age > 3 is not read.\n', code: 0 })
    const linkMl = JSON.parse((await recline(['draft', 'a.yaml', '--domain', 'acme.pets'])).stdout)
    expect(linkMl).toMatchObject({ domain: 'acme.pets', records: [{ tag: 'PET' }, { tag: 'OWNER' }] })
    expect(linkMl.records[0].fields[1]).toEqual({ name: 'owner', type: 'string', ref: 'OWNER' })
    expect(JSON.parse((await recline(['draft', 'b.yml'])).stdout).records).toMatchObject([{ tag: 'PET' }])
    const refused = async (...args: string[]): Promise<string> => (await recline(['draft', ...args])).stderr
    expect(await refused('c.yaml')).toMatch(/^recline: c\.yaml: It is no schema of LinkML, and no JSON Schema/)
    expect(await refused('d.yaml')).toMatch(/^recline: d\.yaml: [^\n]* at line 1, column \d+\.\n$/)
    expect(await refused('a.sql', '--tag', 'PET')).toBe(
      'recline: --tag is for data, and a.sql is a schema; leave the option out.\n',
    )
    expect(await refused('a.sql', 'e.csv')).toMatch(/^recline: Some files are schemas and others data/)
  })

  const own = (fields: string): string => `{
  "domain": "own.health",
  "version": "1.0",
  "description": "What we add to core.health.",
  "extends": "core.health",
  "records": [
    {
      "tag": "RX",
      "fields": [
        ${fields}
      ]
    }
  ]
}
`

  test('prints what a domain lacks, and says why on standard error', async () => {
    await files({ 'rx.csv': 'drug,Co pay\na,5\nb,2.5\n', 'a.rec': '@RX drug="a" | copay=5\n' })
    const { stdout, stderr, code } = await recline(['draft', 'rx.csv', '--extends', 'health'])
    expect({ stdout, code }).toEqual({
      stdout: own('{ "name": "co_pay", "type": "float", "usual": true, "example": "5", "aliases": ["Co pay"] }'),
      code: 0,
    })
    expect(stderr).toMatch(
      /^RX.drug of core.health fits the column "drug".\nRX.co_pay: float, as all 2 values are one; /,
    )
    expect((await recline(['draft', 'a.rec'])).stdout).toBe(
      own('{ "name": "copay", "type": "int", "usual": true, "example": "5" }'),
    )
  })

  test('writes a new file, which is a descriptor', async () => {
    await files({ 'rx.csv': 'drug,copay\na,5\n' })
    const args = ['draft', 'rx.csv', '--extends', 'health', '--output', 'rx.domain.json']
    expect(await recline(args)).toMatchObject({ stdout: '', code: 0 })
    expect(await recline(['check', 'rx.domain.json'])).toMatchObject({ code: 0 })
    const first = await read('rx.domain.json')
    const again = await recline(args)
    expect(again.code).toBe(2)
    expect(again.stderr).toBe('recline: rx.domain.json already exists; add --force to replace it.\n')
    await files({ 'recline.json': '{}' })
    expect(await recline([...args, '--force'])).toMatchObject({ code: 0 })
    expect(await read('rx.domain.json')).toBe(first)
  })

  test('refuses what it cannot use', async () => {
    await files({ 'a.json': '[1]', 'b.csv': 'a\n1\n' })
    const refusals = [
      [['a.json'], 'a.json: Here is 1, and no record'],
      [['b.csv', '--extends', 'helth'], 'There is no domain "helth" to extend'],
      [['b.csv', '--domain', 'core.hr'], 'There is a domain core.hr already'],
      [['c.csv'], 'c.csv could not be read'],
    ] as const
    for (const [args, sentence] of refusals) {
      const { stderr, stdout, code } = await recline(['draft', ...args])
      expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
      expect(stderr).toContain(sentence)
    }
  })
})

describe('recline descriptors list, show and search', () => {
  test('fit into 80 columns, with something on every line', async () => {
    for (const args of [['list'], ['show', 'core.health'], ['show', 'security', 'SIEM_ALERT'], ['search', 'date']]) {
      const { stdout, stderr, code } = await recline(args)
      expect([stderr, code]).toEqual(['', 0])
      expect(stdout.split('\n').filter(line => line.length > 80 || /\s$|\t/.test(line))).toEqual([])
      expect(stdout.split('\n').length).toBeGreaterThan(20)
    }
  })

  test('list has every domain, those of the user too', async () => {
    await files({ 'fleet.domain.json': fleet })
    const { stdout } = await recline(['list', '--descriptors', '*.json'])
    expect(stdout).toMatch(
      /^acme\.fleet 1\.0 {16}1 tag, 1 field\n {2}A fleet\.\ncore\.compliance 1\.0 {11}6 tags, 36 fields\n/,
    )
    expect(stdout.match(/^[a-z.]+ /gm)).toHaveLength(23)
    const json = JSON.parse((await recline(['list', '--format', 'json'])).stdout) as unknown[]
    expect(json).toHaveLength(23)
    expect(json[1]).toEqual({
      domain: 'core.compliance',
      version: '1.0',
      description: expect.any(String) as string,
      tags: 6,
      fields: 36,
    })
  })

  test('the domains are those that the recline.json of the folder names, unless others are named', async () => {
    await files({ 'recline.json': '{ "descriptors": ["domains/*.json"], "x": 1 }', 'domains/fleet.json': fleet })
    const names = async (...args: string[]): Promise<{ own: boolean; stderr: string; code: number | null }> => {
      const { stdout, stderr, code } = await recline(['list', '--format', 'json', ...args])
      return { own: stdout.includes('acme.fleet'), stderr, code }
    }
    const warning = 'recline: recline.json:1:38: The configuration has "x", which is not known; remove it.\n'
    expect(await names()).toEqual({ own: true, stderr: warning, code: 0 })
    await files({ 'other.json': fleet.replace('acme.fleet', 'acme.depot') })
    expect(await names('--descriptors', 'other.json')).toEqual({ own: false, stderr: warning, code: 0 })
  })

  test('show shows a tag with its fields; what would steer the terminal is escaped', async () => {
    await files({ 'fleet.domain.json': fleet })
    await expectRun(
      ['show', 'acme.fleet', 'vehicle', '--descriptors', '.'],
      `
      acme.fleet VEHICLE

        plate  string
               Number plate, as on the \\u001b[31mvehicle.
      exit 0`,
    )
    const json = JSON.parse((await recline(['show', 'compliance', 'CONTROL', '--format', 'json'])).stdout) as unknown
    expect(json).toMatchObject({
      domain: 'core.compliance',
      tag: 'CONTROL',
      fields: [{ name: 'rid', required: true }, {}, {}, {}, {}, {}],
    })
  })

  test('search finds what has all words', async () => {
    await files({ 'fleet.domain.json': fleet })
    await expectRun(
      ['search', 'VEHICLE', 'plate', '--descriptors', 'fleet.domain.json'],
      `
      acme.fleet VEHICLE.plate
        Number plate, as on the \\u001b[31mvehicle.
      practice.insurance VEHICLE.plate
        Registration number on the plate, as it is written there.
      exit 0`,
    )
    await expectRun(
      ['search', 'xyzzy'],
      `
      ! recline: No domain, tag or field has these words in its name or description: xyzzy.
      exit 0`,
    )
    expect((await recline(['search', 'xyzzy', '--format', 'json'])).stdout).toBe('[]\n')
  })

  test('what there is not is said, with what may be meant', async () => {
    await files({ 'a.json': '{"domain":"acme.depot"}', 'b.json': fleet.replace('"string"', '"text"') })
    await expectRun(
      ['show', 'complaince'],
      `
      ! recline: There is no domain complaince. Did you mean compliance?
      exit 2`,
    )
    await expectRun(
      ['show', 'control'],
      `
      ! recline: control is a tag, not a domain; "recline descriptors show core.compliance CONTROL" shows it.
      exit 2`,
    )
    const { stdout } = await recline(['show', 'core.health', 'LAB'])
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/ corrected [^()]*\(then amended or cancelled\)/)
    await expectRun(
      ['show', 'hr', 'EMPLOYE'],
      `
      ! recline: core.hr has no tag EMPLOYE. Did you mean EMPLOYEE?
      exit 2`,
    )
    await expectRun(
      ['show', 'hr', 'xyzzy'],
      `
      ! recline: core.hr has no tag xyzzy. "recline descriptors show core.hr" lists its tags.
      exit 2`,
    )
    await expectRun(
      ['show', 'acme.fleet', '--descriptors', 'a.json', '--descriptors', 'b.json'],
      `
      acme.fleet 1.0
      A fleet.

      Tags
        VEHICLE
      ! recline: a.json:1:1: The descriptor has no version; add "version": "1.0".
      ! recline: a.json:1:1: The descriptor has no description; add "description": "Vehicles, trips and maintenance of a company fleet.".
      ! recline: a.json:1:1: The descriptor has no records; add "records": […].
      ! recline: b.json:1:142: The type of VEHICLE.plate is "text"; it must be ${typeNames.slice(0, -1).join(', ')} or ${typeNames.at(-1)}.
      exit 2`,
    )
  })
})
