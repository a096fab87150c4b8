import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quote } from '../../shared/syntax/nodes.ts'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'
import { cli } from './run.ts'

const { folder, files, read, recline, expectRun, paths } = commandLine()
const root = join(cli, '../..')

const records = `@DOC domain=core.compliance
@CONTROL rid=C-1 | title="Access" | owner="CISO" | maturity:int=3
@FINDING rid=F-1 | control_ref="C-1" | severity="high" | remediation_due:ts=2026-05-31 | status="open"
@FINDING rid=F-2 | control_ref="C-1" | severity="low" | remediation_due:ts=2026-07-31 | status="open"
@FINDING rid=F-3 | control_ref="C-1" | severity="High" | remediation_due:ts=2026-05-30 | status="closed"
`
const template = `# Findings

{count FINDING} findings, {count FINDING where status == "open"} open. \`{count FINDING}\`

\`\`\`recline
tag FINDING
where remediation_due < now
  && status != "closed"   
select rid, control_ref, control_ref.owner
title Overdue
\`\`\`

Text behind it.

\`\`\`recline
tag FINDING
count-by severity
show bar
limit 2
\`\`\`

\`\`\`recline
tag CONTROL
avg maturity
show number
title average maturity
\`\`\`

\`\`\`recline
show problems
\`\`\`

\`\`\`
{count FINDING} in code
\`\`\`
`

test('a report in Markdown is the template with numbers and tables', async () => {
  await files({ 'a.rec': records, 't.md': template })
  await expectRun(
    'report --template t.md --to markdown --now 2026-06-30 a.rec',
    `<!-- recline report, as of 2026-06-30T00:00:00.000Z -->

# Findings

3 findings, 2 open. \`{count FINDING}\`

**Overdue**

| rid | control_ref | control_ref.owner |
| --- | --- | --- |
| F-1 | C-1 | CISO |

Text behind it.

\`\`\`mermaid
xychart-beta horizontal
  x-axis ["high", "low"]
  y-axis "count" 0 --> 1
  bar [1, 1]
\`\`\`

| severity | count |
| --- | --: |
| high | 1 |
| low | 1 |

*Shows 2 of 3 groups.*

**3** average maturity

| severity | code | problem | place |
| --- | --- | --- | --- |
| error | not-in-enum | FINDING.severity is "High"; it must be low, medium, high or critical. | a.rec:5 |
| information | rule/finding-remediation-overdue | The finding has the status open, but its remediation was due on 2026-05-31. | a.rec:3 |

\`\`\`
{count FINDING} in code
\`\`\`
exit 0`,
  )
})

test('a report in HTML needs nothing else, and ids lead to their records', async () => {
  await files({ 'a.rec': records, 't.md': template })
  const { stdout, stderr, code } = await recline('report --template t.md --now 2026-06-30 a.rec'.split(' '))
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(stdout).toContain('<title>Findings</title>')
  expect(stdout).toContain('<p>3 findings, 2 open. <code>{count FINDING}</code></p>')
  expect(stdout).toMatch(/<td><a href="#record-1">F-1<\/a><\/td><td>C-1<\/td><td>CISO<\/td>/)
  expect(stdout).toMatch(/<section class="record" id="record-1">\s*<h3>FINDING F-1 <span class="place">a\.rec:3</)
  expect(stdout).toMatch(/<svg class="chart"[^>]* role="img"[^]*<details><summary>Numbers<\/summary>\s*<table>/)
  expect(stdout).toContain('<p class="note">Shows 2 of 3 groups.</p>')
  expect(stdout).toContain('<p class="number"><strong>3</strong> average maturity</p>')
  expect(stdout).not.toMatch(/<script|https?:|src=/)
})

const ofMatrix = `\`\`\`recline
tag FINDING
rows control_ref.owner
columns severity
title Findings by owner
limit 1
\`\`\`
`

test('rows and columns of a block make a matrix with totals', async () => {
  const more = '@CONTROL rid=C-2 | owner="<b>"\n@FINDING rid=F-4 | control_ref="C-2" | severity="low"\n'
  await files({ 'a.rec': records + more, 't.md': ofMatrix })
  await expectRun(
    'report --template t.md --to markdown --now 2026-06-30 a.rec',
    `<!-- recline report, as of 2026-06-30T00:00:00.000Z -->

**Findings by owner**

| control_ref.owner | High | high | low | all |
| --- | --: | --: | --: | --: |
| \\<b\\> | 0 | 0 | 1 | 1 |
| all | 1 | 1 | 2 | 4 |

*Shows 1 of 2 rows; "all" counts the records of all rows.*
exit 0`,
  )
  const { stdout } = await recline('report --template t.md --now 2026-06-30 a.rec'.split(' '))
  expect(stdout).toContain('<table class="matrix">')
  expect(stdout).toContain('<th scope="row">&#60;b&#62;</th><td class="numeric">0</td>')
  expect(stdout).toContain('<tr><th scope="row">all</th><td class="numeric">1</td>')
})

test('a matrix is no chart, and needs rows and columns', async () => {
  const block = (...lines: string[]): string => `\`\`\`recline\ntag FINDING\n${lines.join('\n')}\n\`\`\`\n`
  await files({
    'a.rec': records,
    't.md': block('rows severity', 'columns status', 'show bar') + block('rows severity'),
  })
  const { stderr, code } = await recline('report --template t.md a.rec'.split(' '))
  expect(stderr).toContain('A matrix of rows and columns is a table, and no bar.')
  expect(stderr).toContain('--rows needs --columns')
  expect(code).toBe(2)
})

/** What could become markup, code or another text somewhere. */
const dangerous = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</td></table><h1>x</h1>',
  '</svg><svg onload=alert(1)>',
  '</style><style>*{display:none}</style>',
  '"><b onclick="alert(1)">',
  "' onmouseover='alert(1)",
  '[x](javascript:alert(1))',
  '![x](https://example.com/x.png)',
  '<https://example.com>',
  '**bold** _it_ `code` ~~no~~ # h',
  '| a | b |',
  '{count FINDING}',
  '```recline\nshow problems\n```',
  '&lt;b&gt; &#60;',
  '\u202eright\u2066 \u0007bell \u001b[31m',
  '<!-- x -->',
  '$&$1',
]

test('no text of a record becomes markup', async () => {
  const evil = dangerous
    .map(
      text =>
        `@CONTROL rid=${quote(text)} | title=${quote(text)} | owner=${quote(text)} | status=${quote(text)}\n` +
        `@FINDING rid=${quote(text)} | control_ref=${quote(text)} | remediation_due:ts=2026-07-01\n`,
    )
    .join('')
  const block = (lines: string): string => `\`\`\`recline\ntag CONTROL\n${lines}\n\`\`\`\n\n`
  const asked = [
    'select rid, title, owner, this["<i>x"]\ntitle <b>all</b> [x](javascript:1)',
    'count-by title\nshow bar',
    'count-by title\nshow line',
    'count-by owner\nmax maturity',
    'where true\nshow graph',
  ].map(block)
  const due = block('show timeline').replace('CONTROL', 'FINDING')
  await files({
    'a.compliance.rec': evil,
    't.md': `# <b>T</b>\n\n<script>alert(1)</script> ![p](https://example.com/p.png) [l](javascript:alert(1))\n\n${asked.join('')}${due}${block('show graph').replace('CONTROL', 'FINDING')}\`\`\`recline\nshow problems\n\`\`\`\n`,
  })
  const { stdout: page, stderr } = await recline(['report', '--template', 't.md', '--now', '2026-06-30'])
  expect(stderr).toBe('')
  const allowed =
    /^(?:\/?(?:html|head|body|title|style|main|div|h1|h2|h3|p|figure|figcaption|table|caption|thead|tbody|tr|th|td|svg|text|details|summary|section|span|a|footer|strong|rect|path|circle|meta)|!doctype)$/
  const elements = [...page.matchAll(/<([^\s>]+)([^>]*)>/g)]
  expect(elements.map(([, name]) => name!).filter(name => !allowed.test(name))).toEqual([])
  expect(elements.filter(([, , attributes]) => /\son\w+=|javascript:|style=/i.test(attributes!))).toEqual([])
  expect(page.match(/ href="[^"]*"/g)!.filter(link => !/^ href="#record-\d+"$/.test(link))).toEqual([])
  expect(page).not.toMatch(/[\u202e\u2066\u0007\u001b]/)
  expect(page.match(/<h1>/g)).toHaveLength(1)
  for (const text of ['&#60;script&#62;alert(1)', '[x](javascript:alert(1))', '{count FINDING}'])
    expect(page).toContain(text)

  const { stdout: markdown } = await recline([
    'report',
    '--template',
    't.md',
    '--to',
    'markdown',
    '--now',
    '2026-06-30',
  ])
  const { seen } = await import('../markdown.ts')
  const own = markdown.slice(markdown.indexOf('**\\<b\\>'))
  const pictures = /^```mermaid\n([^]*?)\n```\n/gm
  const kinds = new Set(seen(own.replaceAll('<br>', ' ').replaceAll(pictures, '')).parts)
  for (const kind of [
    'html_block',
    'html_inline',
    'link_open',
    'image',
    'code_inline',
    'heading_open',
    'fence',
    's_open',
  ])
    expect(kinds, kind).not.toContain(kind)
  const lines = [...own.matchAll(pictures)].flatMap(([, picture]) => picture!.split('\n'))
  expect(lines.length).toBeGreaterThan(20)
  // Between quotes are letters, digits and the numbers of characters.
  const text = String.raw`"(?:[\p{L}\p{N} .,:/_-]|#\d+;|<br/>)*"`
  const line = new RegExp(
    `^(?:flowchart LR|xychart-beta(?: horizontal)?|  (?:x-axis \\[${text}(?:, ${text})*\\]|y-axis ${text} [-\\d.]+ --> [-\\d.]+|(?:bar|line) \\[[-\\d., ]+\\]|r\\d+\\[${text}\\]:::\\w+|r\\d+ -->\\|${text}\\| r\\d+|classDef [\\w #:,-]+))$`,
    'u',
  )
  expect(lines.filter(one => !line.test(one))).toEqual([])
})

test('--check compares the report with the records, at the time of the report', async () => {
  await files({ 'a.rec': records, 't.md': template })
  const report = 'report a.rec --template t.md --output out/r.html'
  expect(await recline(`${report} --now 2026-06-30`.split(' '))).toMatchObject({ code: 0, stdout: '' })
  const written = await read('out/r.html')
  expect(await recline(`${report} --check`.split(' '))).toEqual({ code: 0, stdout: '', stderr: '' })
  await files({ 'a.rec': records.replace('"open"', '"closed"') })
  expect(await recline(`${report} --check`.split(' '))).toEqual({
    code: 1,
    stdout: '',
    stderr: 'recline: out/r.html is not what the records say; write it again without --check.\n',
  })
  expect(await read('out/r.html')).toBe(written)
  expect((await recline('report a.rec --check'.split(' '))).stderr).toMatch(/--check needs --output/)
})

test('mistakes of a template are told with their line, and nothing is written', async () => {
  await files({
    'a.rec': records,
    't.md': `{count FINDING where stat == "open"} {count} {count FINDING

\`\`\`recline
tag FINDING
tga X
show pie
limit few
\`\`\`

\`\`\`recline
show bar
tag FINDINGS
\`\`\`

- \`\`\`recline
  show problems
  \`\`\`
`,
  })
  await expectRun(
    'report a.rec --template t.md --output r.html',
    `! recline: t.md:1: "{count}" is no number; write {count FINDING} or {count FINDING where status == "open"}, in one line.
! recline: t.md:1: "{count FINDING" is no number; write {count FINDING} or {count FINDING where status == "open"}, in one line.
! recline: t.md:1: FINDING has no field stat; status may be meant; for a field that it does not define, write this["stat"].
!   stat == "open"
!   ^^^^
! recline: t.md:5: "tga X" starts with no word of a block; did you mean tag?
! recline: t.md:6: A block cannot show "pie"; write table, number, bar, line, timeline, graph, problems, changes.
! recline: t.md:7: limit needs a whole number, such as limit 20.
! recline: t.md:10: A bar chart needs groups; write a line such as count-by status.
! recline: t.md:12: There is no tag FINDINGS; FINDING may be meant.
! recline: t.md:15: A recline block stands in a list or a quote; put it behind that.
exit 2`,
  )
  expect(await paths()).toEqual(['a.rec', 't.md'])
})

test('a number in the text tells what it could not follow', async () => {
  await files({
    'a.rec': records.replaceAll('"C-1"', '"C-9"'),
    't.md': '{count FINDING where control_ref.owner == "CISO"}\n',
  })
  const { stdout } = await recline('report a.rec --template t.md'.split(' '))
  expect(stdout).toMatch(/<p>0<\/p>\s*<p class="note">References lead to 1 record that these files do not have/)
})

test('a chart tells which groups have no number', async () => {
  await files({
    'a.rec':
      '@DOC domain=core.compliance\n@CONTROL rid=C-1 | owner="A" | maturity:int=2\n@CONTROL rid=C-2 | owner="B"\n',
    't.md': '```recline\ntag CONTROL\ncount-by owner\nmax maturity\nshow bar\n```\n',
  })
  const { stdout } = await recline('report a.rec --template t.md'.split(' '))
  expect(stdout.match(/<rect /g)).toHaveLength(1)
  expect(stdout).toContain('<p class="note">The chart leaves out 1 group without a number.</p>')
})

test('a report that lacks records is not written', async () => {
  await files({ 'a.rec': records })
  const { code, stderr } = await recline('report a.rec gone.rec --output r.html'.split(' '))
  expect(code).toBe(2)
  expect(stderr).toMatch(/gone\.rec[^]*The report is not written/)
  expect(await paths()).toEqual(['a.rec'])
})

test('without a template, a report is an overview', async () => {
  await files({ 'a.rec': records })
  await expectRun(
    'report a.rec --to markdown --now 2026-06-30',
    `<!-- recline report, as of 2026-06-30T00:00:00.000Z -->

# Overview

| Tag | Records |
| --- | --: |
| FINDING | 3 |
| CONTROL | 1 |

## Overdue or due within 30 days

**FINDING by remediation_due**

| rid | remediation_due | severity | status |
| --- | --- | --- | --- |
| F-1 | 2026-05-31 | high | open |

## States

**FINDING by status**

\`\`\`mermaid
xychart-beta horizontal
  x-axis ["open", "closed"]
  y-axis "count" 0 --> 2
  bar [2, 1]
\`\`\`

| status | count |
| --- | --: |
| open | 2 |
| closed | 1 |

**CONTROL by status**

\`\`\`mermaid
xychart-beta horizontal
  x-axis ["no value"]
  y-axis "count" 0 --> 1
  bar [1]
\`\`\`

| status | count |
| --- | --: |
|  | 1 |

## Problems

| severity | code | problem | place |
| --- | --- | --- | --- |
| error | not-in-enum | FINDING.severity is "High"; it must be low, medium, high or critical. | a.rec:5 |
| information | rule/finding-remediation-overdue | The finding has the status open, but its remediation was due on 2026-05-31. | a.rec:3 |
exit 0`,
  )
})

test('the sample of a report is what its records say', async () => {
  const folder = join(root, 'samples/reports')
  const args =
    'report ../controls-2026.compliance.rec --template overdue-findings.md --output overdue-findings.html --check'
  expect(await recline(args.split(' '), { cwd: folder })).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(join(folder, 'overdue-findings.html'), 'utf8')).toContain('<h1>Findings of the audit</h1>')
})

test('a block over time has a row for each period and a line for each group, and stays right later', async () => {
  let date = ''
  const { git, commit } = gitIn(folder, () => ({ GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date }))
  const block = (look: string, more = ''): string =>
    `\`\`\`recline\ntag FINDING\nevery month\nsince 2026-01\nshow ${look}\n${more}\`\`\`\n`
  const markdown = `${block('table')}\n${block('line', 'count-by severity\ntitle By severity\n')}`
  await git('init', '-q')
  date = '2026-02-10T12:00:00Z'
  await commit({ 'a.rec': records, 't.md': markdown, '.gitignore': 'cache\n' })
  const env = { XDG_CACHE_HOME: join(folder(), 'cache') }
  const report = 'report a.rec --template t.md --to markdown'.split(' ')
  const now = ['--now', '2026-04-15T12:00:00Z']
  const { stdout, stderr, code } = await recline([...report, ...now], { env })
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  const what =
    '*Each row counts the last commit of its day, with the descriptors and recline\\.json of today; what is not committed does not count\\.*'
  const empty = '*2026\\-01\\-31: There is no commit yet, so the row is empty\\.*'
  expect(stdout.replaceAll('\\', '')).toBe(
    `<!-- recline report, as of 2026-04-15T12:00:00.000Z -->

| day | count |
| --- | --: |
| 2026-01-31 |  |
| 2026-02-28 | 3 |
| 2026-03-31 | 3 |
| 2026-04-15 | 3 |

${what}

${empty}

**By severity**

| day | High | high | low |
| --- | --: | --: | --: |
| 2026-01-31 |  |  |  |
| 2026-02-28 | 1 | 1 | 1 |
| 2026-03-31 | 1 | 1 | 1 |
| 2026-04-15 | 1 | 1 | 1 |

${what}

${empty}
`.replaceAll('\\', ''),
  )
  const { stdout: page } = await recline(['report', 'a.rec', '--template', 't.md', ...now], { env })
  expect(page.match(/<path class="line line-\d" d="M60 [^h"]*L[^h"]*">/g)).toHaveLength(3)
  expect(page).toMatch(/h24"><\/path><text [^>]*>High<\/text>/)
  expect(page).toContain('The chart leaves out 1 day without a number.')
  await recline([...report, ...now, '--output', 'r.md'], { env })
  date = '2026-04-15T18:00:00Z'
  await commit({ 'a.rec': records.replace('open', 'closed').replace('low', 'high') })
  expect(await recline([...report, '--output', 'r.md', '--check'], { env })).toMatchObject({ code: 0, stderr: '' })
  await files({ 't.md': `${block('bar')}${block('table', 'limit 3\n')}${block('table').replace('2026-01', 'May')}` })
  expect((await recline([...report, ...now], { env })).stderr).toBe(
    `recline: t.md:1: Numbers over time are a table or a line, and no bar.
recline: t.md:7: --every gives a row for each period, in their order; leave out --limit.
recline: t.md:14: --since May is no day, month or year; write it as 2026-01-31, 2026-01 or 2026.
`,
  )
})

test('an overview tells the states at the ends of the last twelve periods, and a template says so itself', async () => {
  const { git, commit } = gitIn(folder, () => ({
    GIT_COMMITTER_DATE: '2026-02-10T12:00:00Z',
    GIT_AUTHOR_DATE: '2026-02-10T12:00:00Z',
  }))
  await git('init', '-q')
  await commit({ 'a.rec': records, 't.md': '# Report\n', '.gitignore': 'cache\n' })
  const env = { XDG_CACHE_HOME: join(folder(), 'cache') }
  const report = 'report a.rec --to markdown --now 2026-04-15 --every month'.split(' ')
  const { stdout, stderr, code } = await recline(report, { env })
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  const [, told = ''] = stdout.replaceAll('\\', '').split('## Numbers over time\n')
  expect(told.split('\n## ')[0]).toContain(`**FINDING by status at the end of each month**

| day | closed | open |
| --- | --: | --: |
| 2025-05-31 |  |  |
`)
  expect(told.match(/^\| 20\d\d-\d\d-\d\d \|/gm)).toHaveLength(24)
  expect(await recline([...report, '--template', 't.md'], { env })).toMatchObject({
    code: 2,
    stderr: 'recline: --every is for an overview; write "every month" into a block of the template instead.\n',
  })
})

const blockOf = (lines: string): string => `\`\`\`recline\n${lines}\n\`\`\`\n`

test('due days are a table and a picture, the earliest first, without what is done', async () => {
  await files({ 'a.rec': records, 't.md': blockOf('tag FINDING\nshow timeline\ntitle Due') })
  await expectRun(
    'report --template t.md --to markdown --now 2026-06-30 a.rec',
    `<!-- recline report, as of 2026-06-30T00:00:00.000Z -->

**Due**

| day | due | record | title | field |
| --- | --- | --- | --- | --- |
| 2026-05-31 | overdue | F-1 |  | remediation_due |
| 2026-07-31 | later | F-2 |  | remediation_due |

*1 record has no day by which something is due.*
exit 0`,
  )
  const { stdout } = await recline('report --template t.md --now 2026-06-30 a.rec'.split(' '))
  expect(stdout.match(/<circle class="(?:over|due)"/g)).toEqual(['<circle class="over"', '<circle class="due"'])
  expect(stdout).toMatch(/aria-label="Due; the table below has its days"[^]*<summary>Days<\/summary>/)
  expect(stdout).toContain('<td><a href="#record-1">F-1</a></td>')
  await files({ 't.md': blockOf('tag FINDING\nshow timeline\nlimit 1') })
  expect((await recline('report --template t.md --to markdown --now 2026-06-30 a.rec'.split(' '))).stdout).toMatch(
    /\| 2026-05-31 \|.*\n\n\*Shows 1 of 2 days\.\*/,
  )
})

test('references are a table and a picture', async () => {
  const more = '@CONTROL rid=C-2 | title="Alone"\n@FINDING rid=F-9 | severity="low"\n'
  await files({ 'a.rec': records + more, 't.md': blockOf('tag FINDING\nshow graph\nwhere rid != "F-3"') })
  await expectRun(
    'report --template t.md --to markdown --now 2026-06-30 a.rec',
    `<!-- recline report, as of 2026-06-30T00:00:00.000Z -->

\`\`\`mermaid
flowchart LR
  r0["FINDING F-1"]:::domain0
  r1["CONTROL C-1"]:::domain0
  r2["FINDING F-2"]:::domain0
  r0 -->|"control_ref"| r1
  r2 -->|"control_ref"| r1
  classDef domain0 fill:#cfe2f3,color:#000,stroke:#555
  classDef dangling fill:#fff,color:#b00020,stroke:#b00020,stroke-dasharray:4
\`\`\`

| record | field | refers to |
| --- | --- | --- |
| FINDING F-1 | control_ref | CONTROL C-1 |
| FINDING F-2 | control_ref | CONTROL C-1 |

*1 record has no reference to or from these records.*
exit 0`,
  )
  const { stdout } = await recline('report --template t.md --now 2026-06-30 a.rec'.split(' '))
  expect(stdout.match(/<rect class="box"/g)).toHaveLength(3)
  expect(stdout.match(/<path class="arrow"/g)).toHaveLength(2)
})

test('a picture of many references has some of them, and says so', async () => {
  const many = Array.from({ length: 90 }, (_, id) => `@FINDING rid=G-${id} | control_ref="D-${id}"\n`).join('')
  await files({
    'a.rec': `@DOC domain=core.compliance\n${many}`,
    't.md': blockOf('tag FINDING\nshow graph') + blockOf('tag FINDING\nshow graph\nlimit 3'),
  })
  const { stdout } = await recline('report --template t.md a.rec'.split(' '))
  expect(stdout).toContain('The picture leaves out 60 references; the table has all of them.')
  expect(stdout).toContain('Shows 3 of 90 records.')
})

test('with --since, an overview tells what changed since a revision', async () => {
  const { git, commit } = gitIn(folder)
  await git('init', '-q')
  await commit({ 'a.rec': records })
  await files({
    'a.rec': records
      .replace('owner="CISO"', 'owner="COO"')
      .replace(/@FINDING rid=F-3.*\n/, '@FINDING  rid=F-4 | severity="low"\n'),
  })
  const { stdout, code } = await recline('report a.rec --to markdown --now 2026-06-30 --since HEAD'.split(' '))
  expect(code).toBe(0)
  expect(stdout).toContain(`## Changes

**Changes since HEAD**

| change | record | fields | place |
| --- | --- | --- | --- |
| changed | CONTROL C-1 | owner: CISO → COO | a.rec:2 |
| removed | FINDING F-3 |  | a.rec:5 |
| added | FINDING F-4 |  | a.rec:5 |
`)
  const { stdout: redacted } = await recline('report a.rec --to markdown --since HEAD --redact'.split(' '))
  expect(redacted).toContain('| changed | CONTROL C-1 |')
  expect(await recline('report a.rec --since nowhere'.split(' '))).toMatchObject({ code: 2, stdout: '' })
  await files({ 't.md': blockOf('show changes\ntag CONTROL\ntitle Controls') })
  expect((await recline('report a.rec --template t.md --to markdown --since HEAD'.split(' '))).stdout).toMatch(
    /\*\*Controls\*\*\n\n.*\n.*\n\| changed \| CONTROL C-1 \|.*\n$/,
  )
  expect((await recline('report a.rec --template t.md'.split(' '))).stderr).toBe(
    'recline: t.md:1: A block of changes needs the option --since of recline report, such as --since main.\n',
  )
  await files({ 't.md': `${blockOf('show changes\ntag CONTROLS')}${blockOf('show problems\ntag CONTROLS')}` })
  expect(await recline('report a.rec --template t.md --since HEAD'.split(' '))).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^(recline: t\.md:\d+: There is no tag CONTROLS; CONTROL may be meant\.\n){2}$/),
  })
})

test('problems of standard input are in a report that withholds values', async () => {
  const line = 'report - --stdin-filename a.compliance.rec --to markdown --redact --now 2026-06-30'
  const { stdout } = await recline(line.split(' '), { input: '@CONTROL rid=C-1 | maturity:int=9\n' })
  expect(stdout).toContain('| error | out-of-range | \\[withheld\\] | a.compliance.rec:1 |')
})
