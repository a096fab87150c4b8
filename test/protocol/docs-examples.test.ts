import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ParseError, parseTree } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

/**
 * The examples of the pages that are text: each output is what a run prints, each command is one that there is, and
 * each JSON can be read. Pages with a test of their own for all that they show are in `ownTests`.
 */
const { files, recline } = commandLine()

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = ['README.md', ...['docs', 'docs/editors'].flatMap(pagesIn)]
const ownTests: Readonly<Record<string, readonly string[]>> = {
  'docs/evidence-register.md': ['sh', 'text', 'csv'],
  'docs/nightly-feed.md': ['sh', 'text', 'csv'],
  'docs/laboratory-export.md': ['sh', 'text', 'csv'],
  'docs/registers.md': ['sh', 'text', 'csv'],
  // What stands behind a command of the first half hour; the rest needs a web server.
  'docs/registry.md': ['sh', 'text'],
  // The rules of the built-in domains, written by `npm run generate` and checked as examples of their descriptors.
  'docs/rules.md': ['text'],
  'docs/convert.md': ['csv', 'markdown'],
  'docs/library.md': ['js', 'jsx'],
  // Spark is too large to be had in a test: nothing runs this example.
  'docs/scale.md': ['python'],
  // Records, checked by the descriptor of the page.
  'docs/custom-domains.md': ['text'],
}

function pagesIn(folder: string): string[] {
  return readdirSync(`${root}${folder}`)
    .filter(name => name.endsWith('.md'))
    .map(name => `${folder}/${name}`)
}

/** The fences of a page in a language. */
const fencesIn = (page: string, language: string): string[] =>
  [
    ...readFileSync(`${root}${page}`, 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\\b[^\\n]*\\n([^]*?)^\`\`\`$`, 'gm'),
    ),
  ].map(([, text]) => text!)

const header = '@DOC domain=core.compliance\n'
const maturity = { 'audit/2026-q1.compliance.rec': `${header}@CONTROL rid=CTL-0001 | maturity:int=9\n` }
const finding = { 'a.compliance.rec': '@FINDING rid=FND-1 | severity="high"\n' }

/** An output that a page shows, with the files and the arguments that print it. */
interface ShownOutput {
  readonly page: string
  readonly language: string
  /** The start of its first line. */
  readonly start: string
  readonly files: Readonly<Record<string, string>>
  readonly args: readonly string[]
  /** Whether it is a part of what is printed. */
  readonly isPart?: true
}

const control = (status: string, owner: string): string =>
  `@CONTROL rid=CTL-1 | status="${status}" | owner="${owner}"\n`

const imported = {
  'audit/findings.rec': fencesIn('docs/import.md', 'rec')[0]!,
  'july.csv': fencesIn('docs/import.md', 'csv')[0]!,
}
const importOfPage = ['import', 'july.csv', '--tag', 'FINDING', '--into', 'audit/']

const outputs: readonly ShownOutput[] = [
  { page: 'docs/import.md', language: 'text', start: '--- a', files: imported, args: importOfPage, isPart: true },
  { page: 'docs/import.md', language: 'text', start: '2 rows', files: imported, args: importOfPage, isPart: true },
  {
    page: 'docs/command-line.md',
    language: 'text',
    start: 'audit/2026-q1.compliance.rec\n',
    files: maturity,
    args: ['check'],
  },
  {
    page: 'docs/command-line.md',
    language: 'text',
    start: 'audit/2026-q1.compliance.rec:2:38',
    files: maturity,
    args: ['check', '--format', 'lines'],
  },
  {
    page: 'docs/command-line.md',
    language: 'json',
    start: '{\n  "files"',
    files: maturity,
    args: ['check', '--format', 'json'],
  },
  {
    page: 'docs/command-line.md',
    language: 'text',
    start: 'records/archive',
    files: {
      'recline.json': '{}',
      'records/recline.json':
        '{ "domains": { "*.rec": "compliance", "**/*.rec": "compliance" }, "files": { "exclude": ["archive/**"] }, "severity": { "notation": "off" } }',
    },
    args: ['config', 'records/archive/2025.rec'],
  },
  {
    page: 'docs/edit.md',
    language: 'text',
    start: 'recline: status has no value',
    files: finding,
    args: ['edit', '--tag', 'FINDING', '--set', 'status="done"'],
  },
  {
    page: 'docs/query.md',
    language: 'text',
    start: 'recline: FINDING has no field',
    files: finding,
    args: ['query', '--tag', 'FINDING', '--where', 'severty == "high"'],
  },
  {
    page: 'docs/query.md',
    language: 'text',
    start: 'recline: Read 1 file',
    files: {
      'audit/f.compliance.rec': `@FINDING rid=F-1 | remediation_due:ts=2026-01-01
@FINDING rid=F-2
@FINDING rid=F-3 | remediation_due="soon"
@CONTROL rid=C-1
no record
@FINDNG rid=F-4
`,
    },
    args: ['query', 'audit/', '--tag', 'FINDING', '--where', 'remediation_due < now', '--explain'],
    isPart: true,
  },
  {
    page: 'docs/query.md',
    language: 'text',
    start: 'recline: 2 values of',
    files: {
      'claims.rec':
        '@DOC domain=core.insurance\n@CLAIM rid=C-1 | amount_paid:float=5\n@CLAIM rid=C-2 | amount_paid="1,000"\n@CLAIM rid=C-3 | amount_paid="$5"\n',
    },
    args: ['query', '--tag', 'CLAIM', '--sum', 'amount_paid'],
    isPart: true,
  },
  {
    page: 'docs/convert.md',
    language: 'text',
    start: 'recline: 7 comments',
    files: {
      'audit.rec': `${'# note\n'.repeat(7)}${[
        'CONTROL',
        'FINDING',
        'EVIDENCE',
        'POLICY',
        'RISK_ASSESSMENT',
        'AUDIT',
        'FRAMEWORK',
      ]
        .flatMap(tag => Array.from({ length: 4 }, (_, index) => `@${tag} rid=${tag[0]}-${index}\n`))
        .join('')}`,
    },
    args: ['convert', 'audit.rec', '--to', 'csv', '--output', 'tables/'],
  },
  {
    page: 'docs/version-control.md',
    language: 'text',
    start: '<<<<<<< ours',
    files: {
      'base.rec': control('open', 'Ann'),
      'ours.rec': control('tested', 'Ann'),
      'theirs.rec': control('closed', 'Bob'),
    },
    args: ['merge', 'base.rec', 'ours.rec', 'theirs.rec'],
    isPart: true,
  },
]

test.each(outputs)(
  '$page shows what a run prints: $start',
  async ({ page, language, start, args, isPart, ...more }) => {
    const [shown, ...others] = fencesIn(page, language).filter(text => text.startsWith(start))
    expect([shown !== undefined, others]).toEqual([true, []])
    await files(more.files)
    const { stdout, stderr } = await recline(args)
    const said = stdout === '' ? stderr : stdout
    if (language === 'json') expect(JSON.parse(said)).toEqual(JSON.parse(shown!))
    else if (isPart) expect(`${stdout}${stderr}`).toContain(shown)
    else expect(said).toBe(shown)
  },
)

const diff = {
  'old.rec': `@FINDING rid=F-2 | title="Backups are not tested"
@CONTROL rid=CTL-1 | title="Access review" | status="tested" | owner="Ann"
@CONTROL rid=CTL-2 | title="Backup"
`,
  'new.rec': `@CONTROL rid=CTL-1 | title="Access review" | status="effective" | owner="Bob"
@CONTROL rid=CTL-2 | title="Backup"
@FINDING rid=F-2 | title="Backups are not tested"
@FINDING rid=F-4 | title="Shared password" | severity="high"
`,
}

test('a console shows what the command in its first line prints', async () => {
  await files(diff)
  const [shown] = fencesIn('docs/command-line.md', 'console')
  const [, args, output] = /^\$ recline (.*)\n([^]*)$/.exec(shown!)!
  expect((await recline(args!.split(' '))).stdout).toBe(output)
})

/** The commands of Recline in lines for a shell, each in its words. A word in quotes is one. */
function commandsIn(script: string): string[][] {
  const lines = script.replaceAll('\\\n', ' ').split('\n')
  return lines.flatMap(line => {
    const [, command] =
      /(?:^|[|] *|run: )recline((?: +(?:'[^']*'|"[^"]*"|[^\s'"#|>;&]|\S(?<![#|>;&]))+)+)/.exec(line.trim()) ?? []
    const words = command
      ?.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)
      ?.map(word => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'))
    return words ? [words] : []
  })
}

/** What a run says of a command that there is not, and of an expression that is wrong. */
const misuse =
  /unknown (?:option|command)|is invalid\.|missing required|too many arguments|cannot be used|has no field|There is no function|^ +\^/m

const languagesWithCommands = ['sh', 'yaml', 'groovy']
const commands = pages.flatMap(page =>
  languagesWithCommands
    .filter(language => !ownTests[page]?.includes(language))
    .flatMap(language => fencesIn(page, language).flatMap(commandsIn))
    // These wait for a peer, or ask the network.
    .filter(words => !['lsp', 'mcp', 'completions'].includes(words[0]!) && !/--watch|https?:/.test(words.join(' ')))
    .map(words => ({ page, words })),
)

test('the pages have commands of most kinds', () => {
  expect(commands.length).toBeGreaterThan(70)
  expect(new Set(commands.map(({ words }) => words[0])).size).toBeGreaterThan(10)
})

const records = `${header}@CONTROL rid=CTL-0007 | title="Backup"
@FINDING rid=FND-1 | severity="high" | status="open" | control_ref="CTL-0007"
@EVIDENCE rid=EVD-1 | control_ref="CTL-0007"
`

test.each(commands)('$page has a command that there is: $words', async ({ words }) => {
  await files({ 'audit/2026-q1.compliance.rec': records })
  const { stderr } = await recline(words)
  expect(misuse.exec(stderr)?.[0], stderr).toBe(undefined)
})

/** A fence whose commands a reader runs one after the other, with the files that they read. */
interface Recipe {
  readonly page: string
  /** A text that only this fence of the page has. */
  readonly about: string
  readonly files: Readonly<Record<string, string>>
  /** What the last command prints. */
  readonly last: string
}

const orderSchema = '{ "$schema": "https://json-schema.org/draft/2020-12/schema", "properties": { "id": {} } }'
const recipes: readonly Recipe[] = [
  {
    page: 'docs/custom-domains.md',
    about: 'draft airports.csv',
    files: {
      'airports.csv': 'ident,name\nEDDB,Berlin\nEDDF,Frankfurt\n',
      'runways.csv': 'airport_ident,length\nEDDB,3600\nEDDF,4000\n',
      'kev.json': '[{ "cve_id": "CVE-2026-0001", "vendorProject": "Acme" }]',
      'records/2026.rec': '@TRIP rid=T-1 | km:int=5\n',
    },
    last: '"tag": "TRIP"',
  },
  {
    page: 'docs/custom-domains.md',
    about: 'draft lab.csv',
    files: { 'lab.csv': 'Sample No,Result\nS-1,4\nS-2,n/a\n' },
    last: '1 file, 2 records: no problems.',
  },
  {
    page: 'docs/custom-domains.md',
    about: 'draft purchase-order.schema.json',
    files: {
      'purchase-order.schema.json': orderSchema,
      'openapi.yaml': 'openapi: 3.1.0\ncomponents: { schemas: { Pet: { properties: { age: { type: integer } } } } }\n',
      'model.yaml': 'classes: { Pet: { attributes: { name: { required: true } } } }\n',
      'schema.sql': 'create table pets (name text not null);\n',
    },
    last: '"tag": "PETS"',
  },
]

test.each(recipes)(
  '$page has commands that run one after the other: $about',
  async ({ page, about, last, ...more }) => {
    const [script, ...others] = fencesIn(page, 'sh').filter(text => text.includes(about))
    expect([script !== undefined, others]).toEqual([true, []])
    await files(more.files)
    let printed = ''
    for (const words of commandsIn(script!)) {
      const { stdout, stderr, code } = await recline(words)
      expect({ words, stderr, code }).toEqual({ words, stderr, code: 0 })
      printed = stdout + stderr
    }
    expect(printed).toContain(last)
  },
)

// The page of codes has JSON that is wrong, and a test of its own.
const examplesOfJson = pages
  .filter(page => page !== 'docs/codes.md')
  .flatMap(page => fencesIn(page, 'json').map((text, index) => ({ page, number: index + 1, text })))

test.each(examplesOfJson)('JSON $number of $page can be read', ({ text }) => {
  const errors: ParseError[] = []
  // A page can show one property of an object.
  const isProperty = /^\s*"[^"]+":/.test(text)
  parseTree(isProperty ? `{${text}}` : text, errors, { allowTrailingComma: true })
  expect([text, errors]).toEqual([text, []])
})
