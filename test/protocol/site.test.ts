import { linkSync, symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quote } from '../../shared/syntax/nodes.ts'
import { hostileValues } from '../hostile-values.ts'
import { elementsIn, expectLinks } from '../site/site-links.ts'
import { commandLine } from './command-line.ts'

const { folder, files, read, recline, paths } = commandLine()

const records = `@DOC domain=core.compliance
@CONTROL rid=C-1 | title="Access" | owner="CISO" | maturity:int=3
@FINDING rid=F-1 | control_ref="C-1" | severity="High" | description="No log" | status="open"
@FINDING rid=F-2 | control_ref="C-2" | severity="low" | remediation_due:ts=2026-06-12 | status="open"
`

const site = async (line: string): Promise<{ stdout: string; stderr: string; code: number | null }> =>
  recline(`site ${line} --now 2026-06-30`.split(' '))

/** The files of a site that was written. */
async function writtenSite(name = 'public'): Promise<Map<string, string>> {
  const written = (await paths()).filter(path => path.startsWith(`${name}/`))
  return new Map(await Promise.all(written.map(async path => [path.slice(name.length + 1), await read(path)] as const)))
}

/** What a reader sees of a page, in one line. */
const textOfPage = (page: string): string =>
  page
    .split('<main')[1]!
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

test('a site has an overview, a table for each tag and a page for each record', async () => {
  await files({ 'audit/a.rec': records })
  expect(await site('audit --output public')).toEqual({
    stdout: expect.stringMatching(/^Wrote \d+ pages\. Open public\/index\.html\n$/) as string,
    stderr: '',
    code: 0,
  })
  const written = await writtenSite()
  expect([...written.keys()].filter(file => !file.startsWith('domains/'))).toEqual([
    'domains.html',
    'index.html',
    'record-table.js',
    'records/core.compliance.control/c-1.html',
    'records/core.compliance.control/index.html',
    'records/core.compliance.finding/f-1.html',
    'records/core.compliance.finding/f-2.html',
    'records/core.compliance.finding/index.html',
    'search-index.js',
    'search-records.js',
    'site.js',
    'style.css',
  ])
  expectLinks(written)
  const overview = written.get('index.html')!
  expect(overview).toContain('<td><a href="records/core.compliance.finding/index.html">FINDING</a></td>')
  expect(overview).toContain('<a href="records/core.compliance.finding/f-1.html">audit/a.rec:3</a>')
  expect(textOfPage(overview)).toContain('3 records of 1 file, as of 2026-06-30 00:00 UTC.')
  const control = written.get('records/core.compliance.control/c-1.html')!
  expect(textOfPage(control)).toMatch(/CONTROL C-1 Access 1 record of CONTROL · CONTROL · audit\/a\.rec:2 rid C-1 /)
  expect(control).toContain('<a href="../../domains/core.compliance.html#CONTROL.owner">owner</a>')
  expect(control.split('Referred to by')[1]).toContain(
    '<tr><td>FINDING</td><td><a href="../../records/core.compliance.finding/f-1.html">F-1</a></td><td>No log</td><td>control_ref</td></tr>',
  )
  const finding = written.get('records/core.compliance.finding/f-1.html')!
  expect(finding).toContain('<td><a href="../../records/core.compliance.control/c-1.html">C-1</a></td>')
  expect(textOfPage(finding)).toMatch(/Problems .* error not-in-enum FINDING\.severity is .* audit\/a\.rec:3/)
  expect(written.get('records/core.compliance.finding/f-2.html')).toContain('<td>C-2</td>')
  expect(written.get('domains/core.compliance.html')).toContain(
    '<a href="../records/core.compliance.finding/index.html">2 records</a>',
  )
  expect(written.get('search-records.js')).toContain(
    '["record","C-1","core.compliance.CONTROL","CISO · 3","records/core.compliance.control/c-1.html",["Access"]]',
  )
})

test('a table has the fields that records have, those of the tag first, and each row leads to its record', async () => {
  await files({ 'a.rec': '@CONTROL rid=C-1 | own="x" | maturity:int=3\n@CONTROL rid=C-2 | title="Logs" | own="y"\n' })
  await site('a.rec --output public')
  const table = (await writtenSite()).get('records/core.compliance.control/index.html')!
  expect([...table.matchAll(/<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]*)/g)].map(match => match[1])).toEqual([
    'rid',
    'title',
    'maturity',
    'own',
  ])
  expect(table).toContain(
    '<tr><td><a href="../../records/core.compliance.control/c-1.html">C-1</a></td><td></td><td class="numeric">3</td><td>x</td></tr>',
  )
  expect(table).toContain('<th scope="col"><a href="../../domains/core.compliance.html#CONTROL.title">title</a></th>')
})

test('the same records give the same bytes, in any order of runs', async () => {
  await files({ 'audit/a.rec': records, 'audit/b.rec': records.replaceAll('-1', '-3') })
  await site('audit --output public')
  await site('audit --output other')
  const first = await writtenSite()
  expect(await writtenSite('other')).toEqual(first)
  expect((await site('audit --output public')).stderr).toBe('')
  expect(await writtenSite()).toEqual(first)
})

test('without records, the site is that of the domains', async () => {
  await files({ 'empty/a.rec': '# nothing yet\n', 'none/x.txt': '' })
  expect(await recline(['site', '--output', 'public'])).toMatchObject({ stderr: '', code: 0 })
  const domains = await writtenSite()
  expect([...domains.keys()].filter(file => !file.startsWith('domains/'))).toEqual([
    'index.html',
    'search-index.js',
    'site.js',
    'style.css',
  ])
  expectLinks(domains)
  expect(await recline(['descriptors', 'site', 'named'])).toMatchObject({ stderr: '', code: 0 })
  expect(await writtenSite('named')).toEqual(domains)
  for (const paths of ['empty', 'none']) {
    expect(await site(`${paths} --output ${paths}-site`)).toMatchObject({
      stderr: 'recline: There are no records, so the site has only the pages of the domains.\n',
      code: 0,
    })
    expect(await writtenSite(`${paths}-site`)).toEqual(domains)
  }
})

test('what is left out is told on the overview and on standard error', async () => {
  await files({
    'audit/a.rec': '@CONTROL title="No id"\n@CONTROL rid="" | title="Empty id"\n@FROG rid=1 | legs:int=4\n@ x=1\n',
    'audit/b.rec': '@BEGIN note\ntext\n@END note\n@CONTROL rid=C-1\n',
    'audit/c.rec': Buffer.from('@CONTROL rid="\xff"\n', 'latin1'),
    'audit/old/d.rec': records,
    'audit/old/e.rec': records,
  })
  const { stderr, code } = await site('audit --exclude d.rec --exclude e.rec --output public')
  const sentences = [
    'audit/c.rec is not UTF-8 on line 1; save it as UTF-8.',
    'audit/old/d.rec and 1 more are left out: --exclude excludes them.',
    '2 records without an id are named by their places.',
    '2 records have tags that no domain defines, so their ids and references are not known.',
    '1 block between records is not shown.',
  ]
  expect(stderr).toBe(sentences.map(sentence => `recline: ${sentence}\n`).join(''))
  expect(code).toBe(2)
  const written = await writtenSite()
  const overview = textOfPage(written.get('index.html')!)
  for (const sentence of sentences) expect(overview).toContain(sentence)
  expectLinks(written)
  expect([...written.keys()].filter(file => file.startsWith('records/'))).toEqual([
    expect.stringMatching(/^records\/core\.compliance\.control\/audit-a-rec-1~[0-9a-f]{12}\.html$/),
    expect.stringMatching(/^records\/core\.compliance\.control\/audit-a-rec-2~[0-9a-f]{12}\.html$/),
    'records/core.compliance.control/c-1.html',
    'records/core.compliance.control/index.html',
    expect.stringMatching(/^records\/frog\/audit-a-rec-3~[0-9a-f]{12}\.html$/),
    'records/frog/index.html',
    expect.stringMatching(/^records\/no-tag~[0-9a-f]{12}\/audit-a-rec-4~[0-9a-f]{12}\.html$/),
    expect.stringMatching(/^records\/no-tag~[0-9a-f]{12}\/index\.html$/),
  ])
  expect(textOfPage(written.get('records/frog/index.html')!)).toContain('No domain defines this tag.')
})

test('if nothing can be read, no site is written', async () => {
  await files({ 'a.rec': Buffer.from('\xff', 'latin1') })
  for (const path of ['missing', 'a.rec']) {
    const { stderr, code } = await site(`${path} --output public`)
    expect(stderr).toMatch(/recline: The site is not written, because no records could be read: see above\.\n$/)
    expect(code).toBe(2)
  }
  expect(await paths()).toEqual(['a.rec'])
})

test('records with the same id have pages that tell of each other', async () => {
  await files({ 'a.rec': '@CONTROL rid=C-1 | title="One"\n@CONTROL rid=C-1 | title="Two"\n@CONTROL rid=c-1\n' })
  await site('a.rec --output public')
  const written = await writtenSite()
  const names = [...written.keys()].filter(file => file.startsWith('records/'))
  expect(names.map(name => name.toLowerCase())).toEqual(names)
  expect(names).toHaveLength(4)
  const second = written.get('records/core.compliance.control/c-1~2.html')!
  expect(second).toMatch(
    /1 other record has this id, too:<\/strong> <a href="[./]*records\/core\.compliance\.control\/c-1\.html">a\.rec:1</,
  )
})

test('values of sensitive fields are in no file of a site with --redact, also not in the names', async () => {
  await files({
    'a.rec':
      '@PATIENT rid=P-1 | mrn="SECRET-1" | name_encrypted="SECRET Kim" | diagnosis="SECRET"\n' +
      '@PATIENT rid=P-2 | mrn="SECRET-2" x\n  | birth_date="SECRET"\n@PATIENT rid=P-3 | gender="SECRET"\n',
  })
  const { stderr, code } = await site('a.rec --output open')
  expect([stderr, code]).toEqual(['', 0])
  expect([...(await writtenSite('open')).values()].join('')).toContain('SECRET-1')
  await files({ 'a.rec': (await read('a.rec')).replace('gender="SECRET"', 'gender="other"') })
  const redacted = await site('a.rec --output public --redact')
  expect(redacted.stderr).toMatch(/values of sensitive fields are withheld, and 1 damaged record as a whole/)
  const written = await writtenSite()
  expect([...written].flat().join('\n')).not.toContain('SECRET')
  expectLinks(written)
  const first = textOfPage(written.get('records/core.health.patient/p-1.html')!)
  expect(first).toContain('diagnosis [withheld]')
  // The second record has two lines, and is withheld on one.
  expect(textOfPage(written.get('records/core.health.patient/p-3.html')!)).toContain('a.rec:4')
  expect(textOfPage(written.get('index.html')!)).toContain('values of sensitive fields are withheld')
})

const hostileRecords = (values: readonly string[]): string =>
  values
    .map(
      value =>
        `@CONTROL rid=${quote(value)} | title=${quote(value)} | x.y=${quote(value)} | maturity:int=${quote(value)}\n` +
        `@FINDING rid=${quote(`F ${value}`)} | control_ref=${quote(value)} | description=${quote(`${value}\n${value}`)}\n` +
        `@CONTROL title=${quote(value)}\n@FROG rid=${quote(value)}\n`,
    )
    .join('')

test('no text of a record becomes markup, and no id becomes a path', async () => {
  const ids = [
    '..',
    '../../x',
    '/etc/x',
    'a\\b',
    'CON',
    'nul',
    'COM1.x',
    '.htaccess',
    'A'.repeat(5000),
    'a',
    'A',
    ' ',
    '~',
  ]
  await files({
    'plain/a.rec': hostileRecords(['word', 'other']),
    'hostile/a.rec': hostileRecords([...Object.values(hostileValues), ...ids]),
  })
  await site('plain --output plain-site')
  const { code } = await site('hostile --output public')
  expect(code).toBe(0)
  const [plain, hostile] = [await writtenSite('plain-site'), await writtenSite()]
  expect(elementsIn(hostile)).toEqual(elementsIn(plain))
  expectLinks(hostile)
  const names = [...hostile.keys()]
  for (const name of names) expect(name).toMatch(/^(?:(?:records\/[a-z0-9_.~-]+|domains)\/)?[a-z0-9_.~-]{1,100}$/)
  expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length)
  expect([...hostile.values()].join('')).not.toMatch(/<img|href="(?:javascript|http):/)
  for (const script of ['search-index.js', 'search-records.js'])
    expect(hostile.get(script)).not.toMatch(/[<>\u2028\u2029]/)
  expect(await paths()).toEqual(expect.not.arrayContaining([expect.stringMatching(/^\.\./)]))
})

test('a site replaces no records, no settings and nothing that the run reads', async () => {
  await files({ 'a.rec': records, 'out/index.html': records, 'b/recline.json': '{}\n' })
  linkSync(join(folder(), 'a.rec'), join(folder(), 'out/site.js'))
  for (const [line, kind] of [
    ['a.rec --output a.rec', 'a.rec is a file of records'],
    ['out/index.html --output out', 'out/index.html is read by this run'],
    ['a.rec --output out', 'out/site.js is read by this run'],
    ['a.rec --output b/recline.json', 'b/recline.json is a configuration'],
  ] as const) {
    const before = await paths()
    expect(await site(line)).toMatchObject({
      stderr: expect.stringContaining(`${kind}, so the results are not written to it; choose another name.\n`),
      code: 2,
    })
    expect(await paths()).toEqual(before)
  }
  expect(await read('a.rec')).toBe(records)
})

test('pages of an earlier site are removed, and other files are kept and told', async () => {
  await files({
    'audit/a.rec': records,
    'public/CNAME': 'example.com\n',
    'public/.nojekyll': '',
    'public/records/notes.html': '<!doctype html>\n<p>mine\n',
    'public/deep/x.html': '',
  })
  const kept = 'recline: public has 2 files that this site did not write, such as CNAME; they are kept.\n'
  expect(await site('audit --output public')).toMatchObject({ stderr: kept, code: 0 })
  await files({ 'audit/a.rec': records.replace(/@CONTROL.*\n/, '') })
  expect((await site('audit --output public')).stderr).toBe(
    `recline: Removed 2 pages of an earlier site from public.\n${kept}`,
  )
  expect([...(await writtenSite()).keys()].filter(file => file.startsWith('records/'))).toEqual([
    'records/core.compliance.finding/f-1.html',
    'records/core.compliance.finding/f-2.html',
    'records/core.compliance.finding/index.html',
    'records/notes.html',
  ])
  // Without records, no text of one stays.
  await recline(['site', '--output', 'public'])
  expect((await paths()).filter(path => /^public\/(?!domains\/)/.test(path))).toEqual([
    'public/.nojekyll',
    'public/CNAME',
    'public/deep/x.html',
    'public/index.html',
    'public/records/notes.html',
    'public/search-index.js',
    'public/site.js',
    'public/style.css',
  ])
})

test('a folder behind a link is not written to', async () => {
  await files({ 'a.rec': records, 'outside/x.txt': '' })
  await mkdir(join(folder(), 'public'))
  symlinkSync('../outside', join(folder(), 'public/records'))
  const { stderr, code } = await site('a.rec --output public')
  expect(stderr).toMatch(/is a link that leads out of the folder, so it is not written; delete the link first\.\n$/)
  expect(code).toBe(2)
  expect((await paths()).filter(path => path.startsWith('outside/'))).toEqual(['outside/x.txt'])
})

test('records of standard input and of an extension have pages', async () => {
  const input = '@SERVICE rid=S-1 | dependencies="S-2, S-1, S-3"\n@SERVICE rid=S-2\n'
  const args = 'site - --stdin-filename x.infrastructure.rec --output public --now 2026-06-30'.split(' ')
  expect(await recline(args, { input })).toMatchObject({ code: 0 })
  const written = await writtenSite()
  expectLinks(written)
  const service = written.get('records/core.infrastructure.service/s-1.html')!
  expect(service).toMatch(/<td><a href="[^"]*s-2\.html">S-2<\/a>, <a href="[^"]*s-1\.html">S-1<\/a>, S-3<\/td>/)
  expect(textOfPage(written.get('records/core.infrastructure.service/s-2.html')!)).toContain('SERVICE S-1')
})

test('all samples have pages whose links lead somewhere', async () => {
  const samples = join(__dirname, '../../samples')
  expect(await recline(['site', samples, '--output', 'public', '--now', '2026-06-30'])).toMatchObject({ code: 0 })
  expectLinks(await writtenSite())
})
