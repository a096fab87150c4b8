import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, folder, expectRun, recline, read, paths } = commandLine()

const audit = `\
# Access management
@CONTROL rid=CTL-1 | title="Review, quarterly" | maturity:int=3
@FINDING rid=FND-1 | control_ref="CTL-1" | remediation_due:ts=2026-06-30
@CONTROL rid=CTL-2 | title="Leavers" | maturity:int=4 | weight:float=4.50
`
const withoutComment = audit.replace(/^#.*\n/, '')

describe('recline convert', () => {
  test('makes JSON, and records of it', async () => {
    await files({ 'a.compliance.rec': audit })
    await expectRun(
      'convert a.compliance.rec --output a.compliance.json',
      `
      ! 3 records in a.compliance.json.
      exit 0`,
    )
    expect(await read('a.compliance.json')).toBe(`[
{"$comment":"# Access management"},
{"$tag":"CONTROL","rid":"CTL-1","title":"Review, quarterly","maturity":3},
{"$tag":"FINDING","rid":"FND-1","control_ref":"CTL-1","remediation_due":"2026-06-30"},
{"$tag":"CONTROL","rid":"CTL-2","title":"Leavers","maturity":4,"weight":4.50}
]
`)
    await expectRun(
      'convert a.compliance.json --output b.compliance.rec',
      `
      ! 3 records in b.compliance.rec.
      exit 0`,
    )
    expect(await read('b.compliance.rec')).toBe(audit)
  })

  test('makes NDJSON of standard input, and records of it', async () => {
    const { stdout } = await recline(['convert', '-', '--from', 'rec', '--to', 'ndjson'], { input: audit })
    expect(stdout.split('\n', 2)[1]).toBe('{"$tag":"CONTROL","rid":"CTL-1","title":"Review, quarterly","maturity":3}')
    await expectRun('convert - --from ndjson', `${audit}exit 0`, stdout)
  })

  test('makes a CSV file for each tag, and records of them in their order', async () => {
    await files({ 'a.compliance.rec': audit })
    await expectRun(
      'convert a.compliance.rec --to csv --output tables',
      `
      ! recline: 1 comment is left out, because CSV cannot store it: a.compliance.rec:1.
      ! 3 records in tables/a.compliance.CONTROL.csv and 1 more.
      exit 0`,
    )
    expect(await read('tables/a.compliance.CONTROL.csv')).toBe(
      'rid,title,maturity,weight:float,$order\nCTL-1,"Review, quarterly",3,,1\nCTL-2,Leavers,4,4.50,3\n',
    )
    expect(await read('tables/a.compliance.FINDING.csv')).toBe(
      'rid,control_ref,remediation_due,$order\nFND-1,CTL-1,2026-06-30,2\n',
    )
    await expectRun(
      'convert tables/*.csv --to rec --output back/',
      `
      ! 3 records in back/a.compliance.rec.
      exit 0`,
    )
    expect(await read('back/a.compliance.rec')).toBe(withoutComment)
  })

  test('prints the CSV of one tag', async () => {
    await files({ 'a.compliance.rec': audit })
    const { stdout, code } = await recline(['convert', 'a.compliance.rec', '--to', 'csv', '--tag', 'FINDING'])
    expect([stdout, code]).toEqual(['rid,control_ref,remediation_due\nFND-1,CTL-1,2026-06-30\n', 0])
    await expectRun(
      'convert a.compliance.rec --to csv',
      `
      ! recline: A CSV file has the records of one tag, but these records have 2 tags; choose one with --tag (CONTROL, FINDING), or use a folder as --output.
      exit 2`,
    )
  })

  test('makes Markdown, and says what it does not show', async () => {
    await files({ 'a.rec': `${audit}some text\n@CONTROL rid=CTL-3 | title=\n` })
    await expectRun(
      'convert a.rec --to markdown',
      `
      ## CONTROL

      | rid | title | maturity | weight:float |
      | --- | --- | --: | --: |
      | CTL-1 | Review, quarterly | 3 |  |
      | CTL-2 | Leavers | 4 | 4.50 |
      | CTL-3 |  |  |  |

      ## FINDING

      | rid | control_ref | remediation_due |
      | --- | --- | --- |
      | FND-1 | CTL-1 | 2026-06-30 |
      ! recline: 1 comment is left out, because Markdown cannot store it: a.rec:1.
      ! recline: 1 line that is not a record is left out, because Markdown cannot store it: a.rec:5.
      ! recline: 1 record has content that Markdown does not show, such as a field without a value: a.rec:6.
      exit 1`,
    )
  })

  test('says what goes into a table in another way', async () => {
    await files({
      'a.rec':
        '@CONTROL rid=CTL-1 | title="=1+1"\n@CONTROL title="x" | rid=CTL-2\n@CONTROL rid=CTL-3 | title="open\n@CONTROL rid=CTL-4 | title="-x"\n',
    })
    await expectRun(
      'convert a.rec --to csv',
      `
      rid,title,$text
      CTL-1,=1+1,
      CTL-2,x,
      CTL-3,open,"@CONTROL rid=CTL-3 | title=""open"
      CTL-4,-x,
      ! recline: 1 record has its fields in another order than the columns, and this order is lost: a.rec:2.
      ! recline: 1 record has content that is not in its fields, so its text is in $text too: a.rec:3.
      ! recline: 3 cells start like a formula, and a spreadsheet can run them without --escape-formulas; the first is a.rec:1.
      exit 0`,
    )
    const { stdout } = await recline(['convert', 'a.rec', '--to', 'csv', '--escape-formulas'])
    expect(stdout).toContain("CTL-1,'=1+1,")
    await expectRun(
      'convert - --from csv --tag CONTROL',
      `
      @CONTROL rid=CTL-1 | title="=1+1"
      @CONTROL rid=CTL-2 | title="x"
      @CONTROL rid=CTL-3 | title="open
      @CONTROL rid=CTL-4 | title="-x"
      exit 0`,
      stdout,
    )
  })

  test('reads tables from elsewhere, with a tag and a domain', async () => {
    await files({
      'people.csv': 'rid;title;maturity\nC-1;"a ""b""";3\n',
      'many.CONTROL.csv': 'rid\nC-2\n',
      'q1/CERT.csv': 'rid\nC-3\n',
      'tabs.CONTROL.TSV': 'rid\ttitle\nC-4\t"a, b"\n',
    })
    await expectRun(
      'convert tabs.CONTROL.TSV',
      `
      @CONTROL rid=C-4 | title="a, b"
      exit 0`,
    )
    await expectRun(
      'convert people.csv',
      `
      ! recline: The tag of the records in people.csv is unknown; use --tag, or put the tag into the name of the file, such as audit.CONTROL.csv.
      exit 2`,
    )
    await expectRun(
      'convert people.csv --tag CONTROL --domain compliance',
      `
      @DOC domain=core.compliance
      @CONTROL rid=C-1 | title="a \\"b\\"" | maturity:int=3
      exit 0`,
    )
    await expectRun(
      'convert many.CONTROL.csv q1/CERT.csv',
      `
      @CONTROL rid=C-2
      @CERT rid=C-3
      exit 0`,
    )
  })

  test('converts files into a folder one by one', async () => {
    await files({ 'a.rec': '@A x="1"\n', 'sub/b.rec': '@A x="2"\n' })
    await expectRun(
      'convert . --to json --output out/',
      `
      ! 1 record in out/a.json.
      ! 1 record in out/sub/b.json.
      exit 0`,
    )
    expect(await paths()).toEqual(['a.rec', 'out/a.json', 'out/sub/b.json', 'sub/b.rec'])
    await files({ 'sub/deep/b.rec': '@A x="3"\n' })
    await expectRun(
      'convert a.rec sub --to csv --output tables',
      `
      ! 1 record in tables/a.A.csv.
      ! 1 record in tables/b.A.csv.
      ! 1 record in tables/deep/b.A.csv.
      exit 0`,
    )
    await files({ 'other/a.rec': '' })
    await expectRun(
      'convert a.rec other/a.rec --to json --output out/ --force',
      `
      ! recline: a.rec and other/a.rec would both become out/a.json; convert them one by one.
      exit 2`,
    )
  })

  test('keeps the domains of files apart that become one', async () => {
    await files({
      'a.compliance.rec': '@CONTROL rid=1\n',
      'b.health.rec': '# b\n@VITALS hr:int=60\n',
      'c.rec': '@OTHER\n',
      'd.rec': '@DOC domain=core.hr\n',
    })
    await expectRun(
      'convert a.compliance.rec b.health.rec c.rec d.rec --to rec',
      `
      @DOC domain=core.compliance
      @CONTROL rid=1
      # b
      @DOC domain=core.health
      @VITALS hr:int=60
      @DOC
      @OTHER
      @DOC domain=core.hr
      exit 0`,
    )
    await expectRun(
      'convert a.compliance.rec --to ndjson',
      `
      {"$tag":"CONTROL","rid":"1"}
      ! recline: Only the name of a.compliance.rec gives the records the domain core.compliance; add --domain core.compliance when you convert them back.
      exit 0`,
    )
  })

  test('a folder of many files gets each message once, and a table whose name lacks the tag says so', async () => {
    await files({
      'in/recline.json': '{ "domains": { "*.rec": ["core.compliance", "core.hr"] } }',
      'in/a.rec': '# a\n# b\n@CONTROL rid=1\n',
      'in/b.rec': '@CONTROL rid=2\n',
      'in/c.rec': '# c\n@CONTROL rid=3\n',
    })
    await expectRun(
      'convert in --to csv --output out/',
      `
      ! recline: Only recline.json gives the records of 3 files the domains core.compliance and core.hr; add --domain core.compliance --domain core.hr when you convert them back.
      ! recline: 3 comments are left out, because CSV cannot store them; the first is in/a.rec:1.
      ! 1 record in out/a.CONTROL.csv.
      ! 1 record in out/b.CONTROL.csv.
      ! 1 record in out/c.CONTROL.csv.
      exit 0`,
    )
    await expectRun(
      'convert in/b.rec --output x.csv --domain core.compliance',
      `
      ! recline: Only --domain gives the records the domain core.compliance; add --domain core.compliance when you convert them back.
      ! recline: x.csv does not tell the tag of its records; call it x.CONTROL.csv, or add --tag CONTROL when you convert it back.
      ! 1 record in x.csv.
      exit 0`,
    )
  })
})

test('a table or JSON of a domain that is not known says which values become texts', async () => {
  await files({
    'a.json': `[
{"$tag":"DOC","domain":"acme.w"},
{"$tag":"W","rid":"1","at":"2026-01-01","n":3},
{"$tag":"W","rid":"2","at":"soon"}
]`,
    'a.W.csv': 'rid,at,ok\n1,2026-01-01T10:00:00Z,\n2,,true\n3,,\n',
    'own/w.domain.json': JSON.stringify({
      domain: 'acme.w',
      version: '1.0',
      description: 'W.',
      records: [
        {
          tag: 'W',
          description: 'W.',
          fields: [
            { name: 'at', type: 'ts' },
            { name: 'ok', type: 'bool' },
          ],
        },
      ],
    }),
  })
  await expectRun(
    'convert a.json',
    `
      @DOC domain=acme.w
      @W rid=1 | at="2026-01-01" | n:int=3
      @W rid=2 | at="soon"
      ! recline: a.json:2: "acme.w" is not a known domain; add its descriptor with --descriptors.
      ! recline: 1 record has values such as dates that become texts, because no domain in force defines its tag (--descriptors or --domain adds one): a.json:3.
      exit 0`,
  )
  await expectRun(
    'convert a.W.csv',
    `
      @W rid=1 | at="2026-01-01T10:00:00Z"
      @W rid=2 | ok="true"
      @W rid=3
      ! recline: 2 records have values such as dates that become texts, because no domain in force defines their tags (--descriptors or --domain adds one); the first is a.W.csv:2.
      exit 0`,
  )
  await expectRun(
    'convert a.W.csv --descriptors own',
    `
      @W rid=1 | at:ts=2026-01-01T10:00:00Z
      @W rid=2 | ok:bool=true
      @W rid=3
      exit 0`,
  )
})

test('a table from another folder is read by the domain and the descriptors of the place that is written to', async () => {
  const fleet = (domain: string, type: string): string =>
    JSON.stringify({
      domain,
      version: '1.0',
      description: 'x',
      records: [
        {
          tag: 'CAR',
          fields: [
            { name: 'rid', type: 'string' },
            { name: 'seats', type },
          ],
        },
      ],
    })
  await files({
    'Downloads/k.csv': 'rid,seats\nC-1,5\n',
    'Downloads/recline.json': '{ "domains": { "**": ["acme.wrong"] } }',
    'Downloads/wrong.domain.json': fleet('acme.wrong', 'string'),
    'project/recline.json': '{ "domains": { "**/*.fleet.rec": ["acme.fleet"] } }',
    'project/fleet.domain.json': fleet('acme.fleet', 'int'),
  })
  const cwd = join(folder(), 'project')
  const expected = '@CAR rid=C-1 | seats:int=5\n'
  const run = (args: string, surroundings = {}) =>
    recline(['convert', '--tag', 'CAR', ...args.split(' ')], surroundings)
  expect(await run('../Downloads/k.csv', { cwd })).toMatchObject({ stdout: expected, code: 0 })
  for (const [args, output, surroundings] of [
    ['../Downloads/k.csv --output a.fleet.rec', 'a', { cwd }],
    ['Downloads/k.csv --output project/b.fleet.rec', 'b', {}],
    ['Downloads/*.csv --output project/c.fleet.rec', 'c', {}],
    ['- --from csv --output project/d.fleet.rec', 'd', { input: 'rid,seats\nC-1,5\n' }],
  ] as const) {
    expect(await run(args, surroundings)).toMatchObject({ stderr: expect.stringMatching(/^1 record in /), code: 0 })
    expect(await read(`project/${output}.fleet.rec`)).toBe(expected)
  }
})

test('a .rec file that is replaced is said to lack what it had', async () => {
  await files({
    'c.rec': '# Mine\n@CONTROL rid=C-1 | title="a" | owner=kim\n@CONTROL rid=C-2\n',
    'c.csv': 'rid,title\nC-1,b\n',
  })
  await expectRun(
    'convert c.csv --tag CONTROL --output c.rec --force',
    `
      ! recline: c.rec had 1 record, 1 field and 1 comment that it lacks now; "recline import" changes records and keeps the rest.
      ! 1 record in c.rec.
      exit 0`,
  )
  await expectRun(
    'convert c.csv --tag CONTROL --output c.rec --force',
    `
      ! 1 record in c.rec.
      exit 0`,
  )
})

test('a .rec file that cannot be read is replaced, and the losses are said to be uncounted', async () => {
  await files({ 'c.rec': Buffer.from('@CONTROL title="\xe9"\n', 'latin1'), 'c.csv': 'rid,title\nC-1,b\n' })
  await expectRun(
    'convert c.csv --tag CONTROL --output c.rec --force',
    `
      ! recline: What was lost when the file was replaced is not counted: c.rec is not UTF-8 on line 1; save it as UTF-8.
      ! 1 record in c.rec.
      exit 0`,
  )
})
