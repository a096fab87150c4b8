import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandLine, shown } from './command-line.ts'
import { gitIn } from './git.ts'

const { folder, files, read, paths, recline, expectRun } = commandLine()
const { git, commit } = gitIn(folder)

const before = `@CONTROL rid=C-1 | title="Access review" | status="tested"
@FINDING rid=F-1 | title="A finding" | control_ref="C-2" | remediation_due:ts=2999-01-01
@CONTROL rid=C-2 | title="Old"
`
const after = `@FINDING rid=F-1 | title="A finding" | control_ref="C-2" | remediation_due:ts=2001-01-01
@CONTROL rid=C-1 | title="Access review" | status="effective"
@CONTROL rid=C-3
`

describe('recline diff', () => {
  test('lists changes by record and field', async () => {
    await files({ 'a.rec': before, 'b.rec': after })
    await expectRun(
      'diff a.rec b.rec',
      `
      ~ FINDING F-1  A finding  (moved)
          remediation_due  2999-01-01 -> 2001-01-01
      - CONTROL C-2  Old
          rid  C-2
          title  Old
      ~ CONTROL C-1  Access review
          status  tested -> effective (forward)
      + CONTROL C-3
          rid  C-3

      1 added, 1 removed, 2 changed.
      exit 0`,
    )
    expect((await recline(['diff', '--exit-code', 'a.rec', 'b.rec'])).code).toBe(1)
    const where = async (condition: string): Promise<string> =>
      Object.values(await recline(['diff', '--where', condition, 'a.rec', 'b.rec'])).join()
    expect(await where('status == "effective"')).toContain('\n1 changed.\n')
    expect(await where('remediation_du < now')).toContain(
      'recline: --where: FINDING has no field remediation_du; remediation_due may be meant; for a field that it does not define, write this["remediation_du"].',
    )
    expect(await where('maturty > 1')).toContain(
      'recline: --where: CONTROL has no field maturty; maturity may be meant; for a field that it does not define, write this["maturty"].',
    )
    expect(await where('xyzzy == "x"')).toContain('recline: --where: FINDING has no field xyzzy; ')
    await expectRun('diff --exit-code a.rec a.rec', 'No changes.\nexit 0')
  })

  test('a condition reads the other records of the same version', async () => {
    const control = '@CONTROL rid=C-1 | owner="CISO"\n'
    const [open, closed] = ['open', 'closed'].map(
      status => `@FINDING rid=F-1 | control_ref="C-1" | status="${status}"\n`,
    ) as [string, string]
    await files({ 'o/a.rec': control, 'o/b.rec': open, 'n/a.rec': control.replace('CISO', 'CTO'), 'n/b.rec': closed })
    const found = async (condition: string, ...versions: string[]): Promise<string> =>
      shown(await recline(['diff', '--where', condition, ...versions]))
    const finding = 'b.rec\n~ FINDING F-1\n    status  open -> closed (forward)\n\n1 changed.\nexit 0'
    for (const condition of ['control_ref.owner == "CISO"', 'control_ref.owner == "CTO"', 'has(control_ref.owner)'])
      expect(await found(condition, 'o', 'n')).toBe(finding)
    expect(await found('status == "closed" && control_ref.owner == "CISO"', 'o', 'n')).toBe('No changes.\nexit 0')
    const referring = (tag: string, status: string): string =>
      `referrers("${tag}", "control_ref").exists(f, f.${status})`
    expect(await found(referring('FINDING', 'status == "closed"'), 'o', 'n')).toContain('~ CONTROL C-1 ')
    expect(await found(referring('FINDING', 'status == "in-progress"'), 'o', 'n')).toBe('No changes.\nexit 0')
    expect(await found(referring('FINDING', 'status == "open"'), 'o/a.rec', 'n/a.rec')).toBe(
      'No changes.\n! recline: These files have no FINDING record, so referrers finds none; name all files that the expressions read.\nexit 0',
    )
    expect(await found('control_ref.owner == "CISO"', 'o/b.rec', 'n/b.rec')).toBe(
      'No changes.\n! recline: References lead to 1 record that these files do not have, from n/b.rec:1; name all files that the expressions read, or correct the references.\nexit 0',
    )
  })

  test('refuses a tag that nothing has', async () => {
    await files({ 'a.rec': before, 'b.rec': `${before}@OWN rid=1\n` })
    await expectRun(
      'diff --tag CONTROLL a.rec b.rec',
      '! recline: --tag: There is no tag CONTROLL; CONTROL may be meant.\nexit 2',
    )
    await expectRun('diff --tag incident a.rec b.rec', 'No changes.\nexit 0')
    await expectRun('diff --tag own a.rec b.rec', '+ OWN 1\n    rid  1\n\n1 added.\nexit 0')
  })

  test('compares a file with the one of the same name in a folder', async () => {
    await files({ 'a.rec': '@CONTROL rid=C-1\n', 'old/a.rec': '@CONTROL rid=C-2\n', 'old/b.rec': '@CONTROL rid=C-1\n' })
    await expectRun('diff --exit-code old/a.rec old', 'No changes.\nexit 0')
    const { stdout } = await recline(['diff', 'a.rec', 'old/'])
    expect(stdout).toContain('- CONTROL C-1\n')
    expect(stdout).toContain('\n1 added, 1 removed.\n')
    expect((await recline(['diff', 'old', 'a.rec'])).stdout).toContain('+ CONTROL C-1\n')
    await expectRun('diff old/b.rec .', '! recline: ./b.rec could not be read: no such file or directory.\nexit 2')
  })

  test('names files outside of the working directory as in their folder', async () => {
    await files({ 'old/a.rec': '@CONTROL rid=C-1\n', 'new/a.rec': '@CONTROL rid=C-2\n' })
    const here = { cwd: join(folder(), 'new') }
    const { stdout } = await recline(['diff', '--format', 'patch', '../old/a.rec', '../new/a.rec'], here)
    expect(stdout).toMatch(/^--- a\/a.rec\n\+\+\+ b\/a.rec\n@@/)
    await git('init', '-q')
    await commit({ 'old/b.rec': '@CONTROL rid=C-3\n' })
    await files({ 'old/b.rec': '@CONTROL rid=C-4\n' })
    expect(await recline(['diff', '--format', 'patch', '--since', 'HEAD', '../old'], here)).toMatchObject({
      stdout: '',
      stderr:
        'recline: ../old/a.rec is outside of the working directory, so a patch cannot name it; work in a folder above it.\n',
      code: 2,
    })
  })

  test('tells in Markdown what became overdue as recline due does, without what is done', async () => {
    const finding = (id: string, status: string, day: string) =>
      `@FINDING rid=${id} | status="${status}" | remediation_due:ts=${day}\n`
    await files({
      'a.rec':
        finding('F-1', 'open', '2999-01-01') +
        finding('F-2', 'closed', '2001-01-01') +
        finding('F-3', 'open', '2001-01-01'),
      'b.rec':
        finding('F-1', 'closed', '2001-01-01') +
        finding('F-2', 'open', '2001-01-01') +
        finding('F-3', 'open', '2001-01-02') +
        '@POLICY rid=P-1 | status="effective" | next_review:ts=2001-01-01\n' +
        '@POLICY rid=P-2 | status="retired" | next_review:ts=2001-01-01\n',
    })
    const { stdout } = await recline(['diff', '--format', 'markdown', 'a.rec', 'b.rec'])
    expect(stdout.slice(stdout.indexOf('### Became'))).toBe(
      '### Became overdue\n\n- FINDING F-2: remediation_due 2001-01-01\n- POLICY P-1: next_review 2001-01-01\n',
    )
  })

  test('writes JSON, a summary in Markdown, and a patch that git applies', async () => {
    await files({ 'a.rec': before, 'b.rec': after })
    const { summary, changes } = JSON.parse((await recline(['diff', '--format', 'json', 'a.rec', 'b.rec'])).stdout)
    expect(summary).toEqual({ added: 1, removed: 1, changed: 2 })
    expect(changes.map(({ tag, id }: { tag: string; id: string }) => `${tag} ${id}`)).toContain('CONTROL C-3')
    const { stdout } = await recline(['diff', '--format', 'markdown', 'a.rec', 'b.rec'])
    expect(stdout).toContain('| changed | C-1 Access review | status: tested → effective (forward) |')
    expect(stdout).toContain('### Became overdue\n\n- FINDING F-1: remediation_due 2001-01-01\n')
    expect(stdout).toContain('### Refers to a removed record\n\n- FINDING F-1: control_ref C-2\n')
    expect(stdout).toContain('| removed | C-2 Old | rid: C-2<br>title: Old |')
    await files({ 'a.patch': (await recline(['diff', '--format', 'patch', 'a.rec', 'b.rec'])).stdout })
    await git('apply', 'a.patch')
    await expectRun('diff --exit-code a.rec b.rec', 'No changes.\nexit 0')
  })

  test('a patch has only the changes that the options leave', async () => {
    const one = '@CONTROL rid=A | title="1"\n@POLICY rid=B | title="1"\n'
    const changed = one.replaceAll('"1"', '"2"')
    await files({
      'a.rec': one,
      'b.rec': changed,
      'c.rec': one.replace(' | ', '  | '),
      'o/a.rec': one,
      'n/c.rec': changed,
    })
    const patchOf = async (...args: string[]): Promise<string> =>
      (await recline(['diff', '--format', 'patch', ...args])).stdout
    const [head, old, now] = ['--- a/a.rec\n+++ b/a.rec\n', '@POLICY rid=B | title="1"', '@POLICY rid=B | title="2"']
    const context = '@CONTROL rid=A | title="1"'
    expect(await patchOf('a.rec', 'b.rec', '--tag', 'POLICY')).toBe(
      `${head}@@ -1,2 +1,2 @@\n ${context}\n-${old}\n+${now}\n`,
    )
    expect(await patchOf('a.rec', 'b.rec', '--where', 'rid == "A"')).not.toContain('+@POLICY')
    expect(await patchOf('a.rec', 'c.rec', '--ignore-format')).toBe('')
    expect(await patchOf('o', 'n', '--tag', 'POLICY')).toBe(
      `${head}@@ -1,2 +1,1 @@\n ${context}\n-${old}\n--- /dev/null\n+++ b/c.rec\n@@ -0,0 +1,1 @@\n+${now}\n`,
    )
  })

  test('a renamed file is one change, and its records have not moved', async () => {
    const same = '@CONTROL rid=C-8\n@CONTROL rid=C-9\n'
    const changed = before.replace('tested', 'effective')
    await files({ 'o/a.rec': before, 'n/b.rec': changed, 'o/c.rec': same, 'n/d.rec': same })
    await expectRun(
      'diff --exit-code o n',
      `
      b.rec  (renamed from a.rec)
      ~ CONTROL C-1  Access review
          status  tested -> effective (forward)

      d.rec  (renamed from c.rec)

      1 changed, 2 files renamed.
      exit 1`,
    )
    const { stdout } = await recline(['diff', '--format', 'json', 'o', 'n'])
    expect(JSON.parse(stdout).renamed).toContainEqual({ before: 'c.rec', after: 'd.rec' })
    expect((await recline(['diff', '--format', 'markdown', 'o', 'n'])).stdout).toContain('- c.rec → d.rec\n')
    await expectRun('diff --exit-code --tag FINDING o n', 'No changes.\nexit 0')
    expect((await recline(['diff', '--ignore-order', 'o', 'n'])).stdout).toContain('\n1 changed.\n')
  })

  test('reads versions of git, and tells from which file a record came', async () => {
    await git('init', '-q')
    await commit({ 'audit/a.rec': before, 'audit/b.rec': '@CONTROL rid=C-9\n' })
    await commit({ 'audit/a.rec': after, 'audit/b.rec': '@CONTROL rid=C-9\n@CONTROL rid=C-2 | title="Old"\n' })
    const changes = '> CONTROL C-2  Old  (moved from audit/a.rec)'
    expect((await recline(['diff', '--since', 'HEAD~1', '.'])).stdout).toContain(changes)
    expect((await recline(['diff', 'HEAD~1:', 'HEAD:'])).stdout).toContain(changes)
    expect((await recline(['diff', 'HEAD~1:audit', 'audit'])).stdout).toContain('(moved from a.rec)')
    expect((await recline(['diff', 'HEAD:./audit/a.rec', 'audit/a.rec'])).stdout).toBe('No changes.\n')
    await expectRun('diff HEAD:x.rec audit/a.rec', '! recline: The revision HEAD has no file or folder x.rec.\nexit 2')
    await expectRun('diff HEAD:. .', 'No changes.\nexit 0')
    await expectRun(
      'diff . HEAD',
      `
      ! recline: There is no file HEAD; it is a revision, so write it before the paths.
      exit 2`,
    )
    await expectRun('diff HAED .', '! recline: HAED could not be read: no such file or directory.\nexit 2')
  })
})

test('recline diff --output writes the changes to a file', async () => {
  await files({ 'a.rec': '@CONTROL rid=C-1\n', 'b.rec': '@CONTROL rid=C-2\n' })
  await expectRun('diff a.rec b.rec --stat --output changes.txt --color always', 'exit 0')
  expect(await read('changes.txt')).toContain('b.rec')
  await expectRun(
    'diff a.rec b.rec --output a.rec/changes.txt',
    `
      ! recline: a.rec/changes.txt could not be written: not a directory.
      exit 2`,
  )
})

describe('recline diff with revisions', () => {
  const one = '@CONTROL rid=C-1 | status="tested"\n'
  const two = one.replace('tested', 'effective')
  const diff = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await recline(['diff', ...args])
    return stdout.replace(/^ {4}.*\n/gm, '') + stderr
  }

  test('compares the work tree with one, two with each other, and by default with the last commit', async () => {
    await git('init', '-q')
    await commit({ 'a.rec': one, 'sub/b.rec': '@CONTROL rid=C-2\n', 'gone.rec': '@CONTROL rid=C-4\n' })
    await git('checkout', '-q', '-b', 'side')
    await commit({ 'a.rec': two })
    await git('rm', '-q', 'gone.rec')
    await files({ 'sub/b.rec': '@CONTROL rid=C-3\n' })
    const ofFile = 'a.rec\n~ CONTROL C-1\n'
    const ofWork = 'gone.rec\n- CONTROL C-4\n\nsub/b.rec\n- CONTROL C-2\n+ CONTROL C-3\n'
    expect(await diff()).toBe(`${ofWork}\n1 added, 2 removed.\n`)
    expect(await diff('sub')).toBe('sub/b.rec\n- CONTROL C-2\n+ CONTROL C-3\n\n1 added, 1 removed.\n')
    expect(await diff('gone.rec')).toContain('There is no file, folder or revision gone.rec.\n')
    expect(await diff('HEAD', 'gone.rec')).toBe('gone.rec\n- CONTROL C-4\n\n1 removed.\n')
    expect(await diff('HEAD~1')).toBe(`${ofFile}\n${ofWork}\n1 added, 2 removed, 1 changed.\n`)
    for (const revisions of [['HEAD~1', 'HEAD'], ['HEAD~1..HEAD'], ['HEAD~1..'], ['HEAD~1...side']])
      expect(await diff(...revisions)).toBe(`${ofFile}\n1 changed.\n`)
    expect(await diff('HEAD', 'HEAD~1', 'sub')).toBe('No changes.\n')
    expect(await diff('HEAD~1', 'HEAD', 'nowhere')).toContain('There is no file, folder or revision nowhere.\n')
    expect(await diff('--exclude', 'sub', '--exclude', 'gone.rec', 'HEAD~1')).toBe(`${ofFile}\n1 changed.\n`)
    expect(await diff('--since', 'HEAD~1')).toBe(`${ofFile}\n${ofWork}\n1 added, 2 removed, 1 changed.\n`)
    expect(await diff('a.rec', 'sub', '.')).toContain('write it before them, such as HEAD.\n')
    await git('branch', 'sub')
    expect(await diff('sub')).toContain('write ./sub for the path, or sub~0 for the revision.\n')
    expect(await diff('./sub')).toContain('+ CONTROL C-3')
  })

  test('--stat counts the changes of each file, and of all', async () => {
    await files({ 'o/a.rec': before, 'o/c.rec': one, 'n/a.rec': after, 'n/longer-name.rec': one, 'x.rec': two })
    await expectRun(
      'diff --stat o n',
      `
      a.rec                                | 1 added, 1 removed, 2 changed
      longer-name.rec (renamed from c.rec) | no changes of records
      2 files: 1 added, 1 removed, 2 changed, 1 file renamed
      exit 0`,
    )
    await expectRun('diff --stat o/c.rec x.rec', 'x.rec | 1 changed\n1 file: 1 changed\nexit 0')
    await expectRun('diff --stat --exit-code o o', 'No changes.\nexit 0')
  })
})

describe('recline diff --format markdown', () => {
  test('withholds values of sensitive fields, and titles that may be one', async () => {
    await files({
      'a.rec': '@PATIENT rid=P-1 | mrn="SECRET-1" | gender="female"\n@PATIENT rid=P-3 | mrn="SECRET-3" x | age=3\n',
      'b.rec': '@PATIENT rid=P-1 | mrn="SECRET-2" | gender="male"\n@PATIENT rid=P-2 | diagnosis="SECRET"\n',
    })
    const { stdout } = await recline(['diff', '--format', 'markdown', 'a.rec', 'b.rec'])
    expect(stdout).not.toContain('SECRET')
    expect(stdout).toContain('mrn: \\[withheld\\] → \\[withheld\\]<br>gender: female → male')
  })

  test('stays short: it folds, cuts and counts, and names files', async () => {
    const many = (count: number, of: (at: number) => string): string =>
      Array.from({ length: count }, (_, at) => of(at)).join('')
    await files({
      'o/a.rec': '',
      'n/a.rec':
        many(1234, at => `@CONTROL rid=C-${at}\n`) +
        many(60, at => `@FINDING rid=F-${at} | title="${'x|'.repeat(900)}"\n`) +
        many(60, at => `@POLICY rid=P-${at} | title="${'<'.repeat(900)}"\n`) +
        many(60, at => `@RISK rid=R-${at} | title="${'y'.repeat(900)}"\n`) +
        '@AUDIT rid=A-1\n',
    })
    const { stdout } = await recline(['diff', '--format', 'markdown', 'o', 'n'])
    expect(stdout.length).toBeLessThan(60_000)
    expect(stdout).toContain('**1,415 added**\n\n### CONTROL\n\n<details>\n<summary>1,234 added</summary>\n\n')
    expect(stdout.match(/^\| added \| C-/gm)).toHaveLength(50)
    expect(stdout).toContain('| added | C-0 | rid: C-0 | a.rec |\n')
    expect(stdout).toContain('\nand 1,184 more: 1,184 added\n\n</details>\n')
    const shownRecords = stdout.match(/^\| added \|/gm)!.length
    const counted = Array.from(stdout.matchAll(/^(?:and|No room for) ([\d,]+) more/gm), ([, n]) =>
      Number(n!.replace(',', '')),
    )
    expect(shownRecords + counted.reduce((sum, n) => sum + n, 0)).toBe(1415)
  })

  test('shows the fields of records without an id', async () => {
    await files({ 'a.rec': '', 'b.rec': '@EVIDENCE control_ref="C|1" | collected:ts=2026-06-30\n' })
    const { stdout } = await recline(['diff', '--format', 'markdown', 'a.rec', 'b.rec'])
    expect(stdout).toContain('| added | *no id* | control_ref: C\\|1<br>collected: 2026-06-30 |')
  })
})

describe('recline patch', () => {
  test('applies a patch to a file whose records moved and changed', async () => {
    await files({ 'a.rec': before, 'b.rec': after })
    const { stdout } = await recline(['diff', '--format', 'patch', 'a.rec', 'b.rec'])
    const changed = `@CONTROL rid=C-8\n\n${before.replace('review"', 'review" | owner="Ann"')}`
    await files({ 'a.patch': stdout, 'a.rec': changed })
    const shown = await recline(['patch', 'a.patch'])
    expect(shown.stdout).toContain('+@CONTROL rid=C-1 | title="Access review" | owner="Ann" | status="effective"\n')
    expect([shown.stderr, shown.code]).toEqual(['The patch applies to a.rec.\n--write writes the changes.\n', 0])
    await expectRun(
      'patch --check a.patch',
      'a.rec\n! The patch applies to a.rec.\n! --write writes the changes.\nexit 1',
    )
    expect(await read('a.rec')).toBe(changed)
    await expectRun('patch --write a.patch', '! The patch was applied to a.rec.\nexit 0')
    const text = await readFile(join(folder(), 'a.rec'), 'utf8')
    expect(text).toContain('@CONTROL rid=C-1 | title="Access review" | owner="Ann" | status="effective"')
    expect(text).not.toContain('rid=C-2')
  })

  test('applies a patch only once', async () => {
    const more = `${before}@CONTROL rid=C-7 | title="New"\n@EVIDENCE title="New"\n`
    await files({ 'a.rec': before, 'b.rec': more })
    await files({ 'a.patch': (await recline(['diff', '--format', 'patch', 'a.rec', 'b.rec'])).stdout })
    await expectRun('patch --write a.patch', '! The patch was applied to a.rec.\nexit 0')
    await expectRun('patch --check a.patch', '! The patch was already applied to a.rec.\nexit 0')
    await expectRun('patch --write a.patch', '! The patch was already applied to a.rec.\nexit 0')
    expect(await read('a.rec')).toBe(more)
    await files({ 'a.rec': `@CONTROL rid=C-7 | title="Other"\n${before}` })
    await expectRun('patch --write a.patch', '! The patch was applied to a.rec, with 1 conflict.\nexit 1')
    expect((await read('a.rec')).match(/rid=C-7 .*|title="New"$/gm)).toHaveLength(3)
  })

  test('changes all files of a patch, or none', async () => {
    const [old, now] = ['@CONTROL rid=C-1 | owner="Ann"\n', '@CONTROL rid=C-1 | owner="Bob"\n']
    const [same, gone, more] = [old, old.replace('C-1', 'C-2'), old.replace('C-1', 'C-3')]
    await files({ 'o/a.rec': same, 'o/b.rec': gone, 'o/c.rec': more, 'o/d.rec': old.replace('C-1', 'C-4') })
    await files({
      'n/a.rec': now,
      'n/c.rec': more.replace('Ann', 'Bob'),
      'n/d.rec': '\n',
      'n/e/e.rec': '@CONTROL rid=C-5\n',
    })
    const { stdout } = await recline(['diff', '--format', 'patch', 'o', 'n'])
    await files({ 'a.patch': stdout, 'a.rec': same, 'b.rec': gone })
    const missing = ['c.rec', 'd.rec'].map(
      name => `! recline: ${name} does not exist, so the patch cannot be applied to it.\n`,
    )
    await expectRun('patch --check a.patch', `${missing.join('')}exit 2`)
    await expectRun('patch --write a.patch', `${missing.join('')}! recline: No file was changed.\nexit 2`)
    expect([await read('a.rec'), await read('b.rec')]).toEqual([same, gone])
    await files({ 'c.rec': more, 'd.rec': await read('o/d.rec'), 'twice.patch': stdout + stdout })
    const lines = (verb: string): string =>
      ['a.rec', 'b.rec', 'c.rec', 'd.rec', 'e/e.rec'].map(name => `! The patch ${verb} ${name}.\n`).join('')
    const would = 'a.rec\nb.rec\nc.rec\nd.rec\ne/e.rec\n'
    await expectRun('patch --check a.patch', `${would}${lines('applies to')}! --write writes the changes.\nexit 1`)
    await expectRun('patch --write twice.patch', `${lines('was applied to')}exit 0`)
    await expectRun('patch --write a.patch', `${lines('was already applied to')}exit 0`)
    expect(await paths()).not.toContain('b.rec')
    expect(await read('e/e.rec')).toBe('@CONTROL rid=C-5\n')
  })

  test('refuses what is no patch, and files outside of the folder', async () => {
    await files({ 'a.patch': 'text\n', 'b.patch': '--- a/../x.rec\n+++ b/../x.rec\n@@ -1 +1 @@\n-a\n+b\n' })
    await expectRun('patch a.patch', '! recline: a.patch has no changes of files.\nexit 2')
    await expectRun(
      'patch b.patch',
      '! recline: ../x.rec is outside of the working directory, so the patch was not applied to it.\nexit 2',
    )
  })
})
