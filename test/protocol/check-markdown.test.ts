import { describe, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, read, recline, expectRun } = commandLine()

const page =
  '# é\n\n- item\n\n  ```rec\n  @FINDING rid=F-1 | control_ref="C-1" | severity="hi"\n  ```\n\n```text\n@CONTROL\n```\n'

test('the records in the fences of a page are checked at their places, with those of other files', async () => {
  await files({
    'a.compliance.rec': '@CONTROL rid=C-1\n',
    'docs/page.md': page,
    'docs/none.md': '@CONTROL maturity=9\n',
  })
  const wrong =
    'docs/page.md:6:51 error not-in-enum FINDING.severity is "hi"; it must be low, medium, high or critical.'
  await expectRun(
    'check --markdown --format lines --domain core.compliance .',
    `
      ${wrong}
      ! 3 files, 2 records: 1 error.
      exit 1`,
  )
  await expectRun(
    'check --format lines --domain core.compliance docs/page.md a.compliance.rec',
    `
      ${wrong}
      ! 2 files, 2 records: 1 error.
      exit 1`,
  )
  await expectRun(
    'check --format lines --domain core.compliance --rule dangling-reference=off --stdin-filename docs/page.md -',
    `
      ${wrong}
      ! 1 file, 1 record: 1 error.
      exit 1`,
    page,
  )
  await expectRun(
    'check --format lines .',
    `
      ! 1 file, 1 record: no problems.
      exit 0`,
  )
})

test('a page in another encoding is told', async () => {
  await files({ 'page.md': Buffer.from(page, 'utf16le') })
  expect(await recline(['check', 'page.md'])).toMatchObject({
    stderr: expect.stringContaining('page.md looks like UTF-16; save it as UTF-8.'),
    code: 2,
  })
})

test('a page is fixed in its fences alone, and the diff is that of the page', async () => {
  const wrong = page.replace('@FINDING', '@finding')
  await files({ 'page.md': wrong })
  await expectRun(
    'check --fix-dry-run --domain core.compliance page.md',
    `
      --- a/page.md
      +++ b/page.md
      @@ -3,7 +3,7 @@
       - item
       
         \`\`\`rec
      -  @finding rid=F-1 | control_ref="C-1" | severity="hi"
      +  @FINDING rid=F-1 | control_ref="C-1" | severity="hi"
         \`\`\`
       
       \`\`\`text
      ! --fix would change 1 file: 1 tag-case.
      exit 1`,
  )
  expect(await read('page.md')).toBe(wrong)
  const { stderr } = await recline(['check', '--fix', '--domain', 'core.compliance', 'page.md'])
  expect(stderr).toContain('Fixed page.md: 1 tag-case.')
  expect(await read('page.md')).toBe(page)
})

const control = (id: string): string => `@CONTROL rid=${id}\n`
const finding = (id: string, of: string): string => `@FINDING rid=${id} | control_ref="${of}" | severity="high"\n`
const fenced = (...records: readonly string[]): string => `# a\n\n\`\`\`rec\n${records.join('')}\`\`\`\n`
const missing = (place: string, id: string): string =>
  `${place} warning dangling-reference FINDING.control_ref is "${id}", but no CONTROL has that id; write an existing id, or add the record.`
const twice = (place: string, id: string, other: string): string =>
  `${place} error duplicate-rid CONTROL "${id}" exists twice; an id must be unique among the records of its tag, so change one of them. See ${other}.`
const settings = { domains: { '**': 'core.compliance' } }

const pages = {
  'a.rec': control('C-1') + finding('F-1', 'P-1'),
  'docs/one.md': fenced(control('P-1'), finding('F-2', 'P-1'), finding('F-3', 'C-1')),
  'docs/two.md': fenced(control('P-1'), control('C-1'), finding('F-2', 'P-2')),
  'z.rec': finding('F-9', 'C-1') + control('P-2'),
}

test('the ids of a page count in it only, and its references lead to the records of the folder too', async () => {
  await files({ ...pages, 'recline.json': JSON.stringify(settings) })
  await expectRun(
    'check --markdown --format lines .',
    `
      ${missing('a.rec:2:33', 'P-1')}
      ${twice('docs/two.md:5:14', 'C-1', 'a.rec:1')}
      ! 4 files, 10 records: 1 error, 1 warning.
      exit 1`,
  )
})

test('with "markdown" in the configuration, the pages of a folder are read with its records', async () => {
  await files({ ...pages, 'recline.json': JSON.stringify({ ...settings, markdown: true }) })
  const found = await recline(['check', '--format', 'lines', '.'])
  expect(found.stdout.split('\n').map(line => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'a.rec:1:14 error duplicate-rid',
    'docs/one.md:4:14 error duplicate-rid',
    'docs/one.md:5:14 error duplicate-rid',
    'docs/two.md:4:14 error duplicate-rid',
    'docs/two.md:5:14 error duplicate-rid',
    'docs/two.md:6:14 error duplicate-rid',
    '',
  ])
  // Named alone, a page has the same settings.
  expect((await recline(['check', '--format', 'lines', 'a.rec', 'docs/one.md'])).stdout).toBe('')
})

test('rules about several records see the records of the folder from a page, and no page from there', async () => {
  await files({
    'a.rec':
      '@CONTROL rid=C-1 | status="not-started"\n@FINDING rid=F-1 | control_ref="P-1" | severity="low" | status="closed"\n',
    'page.md': fenced(
      '@CONTROL rid=P-1 | status="not-started"\n',
      '@FINDING rid=F-2 | control_ref="C-1" | severity="low" | status="closed"\n',
    ),
  })
  const codes = async (): Promise<string[]> =>
    (await recline(['check', '--markdown', '--format', 'lines', '--quiet', '.'])).stdout.split('\n')
  const rule = 'rule/finding-closed-control-is-started'
  const found = async (): Promise<string[]> =>
    (await codes()).filter(line => line.includes(rule)).map(line => line.split(':')[0]!)
  await files({ 'recline.json': JSON.stringify({ ...settings, severity: { [rule]: 'error' } }) })
  expect(await found()).toEqual(['page.md'])
  await files({ 'recline.json': JSON.stringify({ ...settings, markdown: true, severity: { [rule]: 'error' } }) })
  expect(await found()).toEqual(['a.rec', 'page.md'])
})

test('facts are not made of a page whose ids count in it only', async () => {
  await files({ 'page.md': fenced(control('C-1')), 'recline.json': JSON.stringify(settings) })
  const { stderr, code } = await recline(['check', '--map', 'page.md'])
  expect(stderr).toContain('page.md is Markdown whose ids count only in it')
  expect(code).toBe(2)
})

describe('commands that write records', () => {
  const included = { 'recline.json': JSON.stringify({ ...settings, markdown: true }) }

  test('an import adds records to the fence of a page that has records of their tag', async () => {
    await files({ ...included, 'page.md': fenced(control('C-1')), 'new.csv': 'rid,title\nC-1,Keys\nC-2,Logs\n' })
    await recline(['import', 'new.csv', '--into', '.', '--tag', 'CONTROL', '--write'])
    expect(await read('page.md')).toBe(fenced('@CONTROL rid=C-1 | title="Keys"\n', '@CONTROL rid=C-2 | title="Logs"\n'))
  })

  test('a record that would stand outside of the fences is refused', async () => {
    const other = fenced('@EVIDENCE rid=E-1 | control_ref="C-1" | type="log"\n')
    await files({ ...included, 'page.md': other, 'new.csv': 'rid,title\nC-2,Logs\n' })
    const wanted = ['import', 'new.csv', '--into', 'page.md', '--tag', 'CONTROL', '--force']
    for (const args of [wanted, [...wanted, '--write']]) {
      const { stderr, code } = await recline(args)
      expect(stderr).toContain('page.md is unchanged: a record would stand outside of its rec fences')
      expect(code).toBe(2)
      expect(await read('page.md')).toBe(other)
    }
  })

  test('an edit and a rename change the fences, with the references of other files', async () => {
    const text = `@CONTROL maturity=9\n\n${fenced(control('C-1'))}`
    await files({ ...included, 'page.md': text, 'a.rec': finding('F-1', 'C-1') })
    await recline(['edit', '--tag', 'CONTROL', '--set', 'title="Keys"', '--write', '.'])
    await recline(['rename', 'C-1', 'C-7', '--in', '.', '--write'])
    expect(await read('page.md')).toBe(`@CONTROL maturity=9\n\n${fenced('@CONTROL rid=C-7 | title="Keys"\n')}`)
    expect(await read('a.rec')).toBe(finding('F-1', 'C-7'))
  })

  test('a check fixes the pages of the folder as its files', async () => {
    await files({ ...included, 'page.md': fenced('@control rid=C-1\n'), 'a.rec': '@control rid=C-2\n' })
    const { stderr, code } = await recline(['check', '--fix', '.'])
    expect(stderr).toContain('Fixed 2 files: 2 tag-case.\n')
    expect(code).toBe(0)
    expect([await read('page.md'), await read('a.rec')]).toEqual([fenced(control('C-1')), control('C-2')])
  })

  test('a page is not formatted and not converted', async () => {
    await files({ ...included, 'page.md': fenced('@CONTROL  rid=C-1\n'), 'a.rec': control('C-2') })
    const left = 'recline: page.md is left out, because this command does not read the records in Markdown.\n'
    expect((await recline(['format', '--check', '.'])).stderr).toContain(left)
    expect((await recline(['convert', '--to', 'json', '.'])).stderr).toContain(left)
    expect(await recline(['format', '--write', 'page.md'])).toMatchObject({
      stderr: expect.stringContaining('page.md is Markdown, which is not formatted; leave it out.'),
      code: 2,
    })
    expect(await read('page.md')).toBe(fenced('@CONTROL  rid=C-1\n'))
  })
})
