import { expect, test } from 'vitest'
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

test('a page is not changed, and not compared with a revision', async () => {
  await files({ 'page.md': page })
  for (const option of ['--fix', '--fix-dry-run'])
    expect((await recline(['check', option, 'page.md'])).stderr).toBe(
      'recline: --fix does not work with Markdown, such as page.md; leave it out.\n',
    )
  expect((await recline(['check', '--since', 'HEAD', 'page.md'])).stderr).toMatch(/--since does not work with Markdown/)
  expect((await recline(['check', '--markdown', '--since', 'HEAD', '.'])).code).toBe(2)
  expect(await read('page.md')).toBe(page)
})
