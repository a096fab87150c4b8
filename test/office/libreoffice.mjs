// Workbooks of Recline in LibreOffice: it opens them, shows what the records say, and keeps what was written when it
// saves them. Its own workbooks become records.

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import { mustRun, root } from '../../scripts/project.mjs'

const folder = mkdtempSync(join(tmpdir(), 'recline-office-'))
mkdirSync(join(folder, 'saved'))
mkdirSync(join(folder, 'filled'))

const records = `@DOC domain=core.compliance
@CONTROL rid="007" | title="=1+1" | status=tested | maturity=3 | cost:float=4.50
@FINDING rid=F-1 | title="a, b & <c>" | severity=high | status=open | control_ref="007" | remediation_due=2026-06-30
@CONTROL rid=C-2 | title="two\\nlines" | status=effective | cost:float=12 | reviewed:ts=2026-06-30T14:05:00Z | ok:bool=true
@FINDING rid=F-2 | title="+49 30" | severity=low | status=open | control_ref=C-2
`

try {
  writeFileSync(join(folder, 'a.rec'), records)
  await recline('convert', 'a.rec', '--output', 'a.xlsx')

  // Each sheet as LibreOffice shows it.
  await office('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1', 'a.xlsx')
  isSame('the controls as they are shown', read('a-CONTROL.csv'), [
    'rid,title,status,maturity,cost:float,reviewed:ts,ok:bool,$order',
    '007,=1+1,tested,3,4.50,,,2',
    'C-2,"two\nlines",effective,,12,2026-06-30T14:05:00Z,TRUE,4',
  ])
  isSame('the findings as they are shown', read('a-FINDING.csv'), [
    'rid,title,severity,status,control_ref,remediation_due,$order',
    'F-1,"a, b & <c>",high,open,007,2026-06-30,3',
    'F-2,+49 30,low,open,C-2,,5',
  ])

  // What it keeps when it saves the workbook.
  await office('xlsx:Calc MS Excel 2007 XML', 'a.xlsx', 'saved')
  await recline('convert', 'a.xlsx', '--output', 'a-again.rec')
  await recline('convert', 'saved/a.xlsx', '--output', 'saved.rec')
  isSame('the records that it saved', read('saved.rec'), [read('a-again.rec').trimEnd()])
  const saved = unzipSync(readFileSync(join(folder, 'saved/a.xlsx')))
  const part = (/** @type {string} */ name) => new TextDecoder().decode(saved[name])
  const controls = part('xl/worksheets/sheet2.xml')
  const findings = part('xl/worksheets/sheet3.xml')
  for (const [what, text, wanted] of /** @type {const} */ ([
    ['list of values', controls, /<dataValidation [^>]*type="list"><formula1>[^<]*Lists of values/],
    ['range', controls, /<dataValidation [^>]*type="whole"><formula1>1<\/formula1><formula2>5</],
    ['list of ids', findings, /<formula1>OFFSET\([^<]*CONTROL/],
    ['note', part('xl/comments2.xml'), /Required\./],
  ]))
    if (!wanted.test(text)) throw new Error(`LibreOffice did not read the ${what}: ${text.slice(0, 3000)}`)

  // Somebody fills it: a status, a date, and a row below.
  await office('fods', 'a.xlsx')
  const sheets = read('a.fods')
    .replace('<text:p>tested</text:p>', '<text:p>effective</text:p>')
    .replaceAll('office:date-value="2026-06-30"', 'office:date-value="2026-07-15"')
  writeFileSync(join(folder, 'filled/a.fods'), sheets)
  await office('xlsx:Calc MS Excel 2007 XML', 'filled/a.fods', 'filled')
  await recline('import', 'filled/a.xlsx', '--tag', 'CONTROL', '--into', 'a.rec', '--write')
  await recline('import', 'filled/a.xlsx', '--tag', 'FINDING', '--into', 'a.rec', '--write')
  isSame('the records after the import', read('a.rec'), [
    records
      .replace('status=tested', 'status="effective"')
      .replace('remediation_due=2026-06-30', 'remediation_due:ts=2026-07-15')
      .trimEnd(),
  ])

  // A workbook that LibreOffice makes itself.
  copyFileSync(join(root, 'test/office/own.fods'), join(folder, 'own.fods'))
  await office('xlsx:Calc MS Excel 2007 XML', 'own.fods')
  const { stdout, stderr } = await tryRecline('convert', 'own.xlsx', '--tag', 'FINDING')
  isSame('the records of its own workbook', stdout, [
    '@FINDING rid=007 | Due:ts=2026-06-30 | Share="12.5%" | Sum:float=3.5',
    '@FINDING rid=008 | Due:ts=2026-07-01 | Share="50%"',
  ])
  for (const wanted of ['1 row above the names', '1 row is hidden', '#DIV/0! in D5'])
    if (!stderr.includes(wanted)) throw new Error(`Nothing says "${wanted}": ${stderr}`)
  console.log('  passed  workbooks are shown, saved and filled in LibreOffice')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

/** @param {string} name */
function read(name) {
  return readFileSync(join(folder, name), 'utf8')
}

/** @param {readonly string[]} args */
function recline(...args) {
  return mustRun(process.execPath, [join(root, 'dist/cli.js'), ...args], { cwd: folder })
}

/**
 * A run that tells a loss with its exit code.
 *
 * @param {readonly string[]} args
 */
async function tryRecline(...args) {
  const quoted = [process.execPath, join(root, 'dist/cli.js'), ...args].map(word => `'${word}'`).join(' ')
  const stdout = await mustRun('sh', ['-c', `${quoted} 2> said.txt || true`], { cwd: folder })
  return { stdout, stderr: read('said.txt') }
}

/**
 * Converts a file with LibreOffice.
 *
 * @param {string} form
 * @param {string} file
 * @param {string} [target] a folder
 */
function office(form, file, target = '.') {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
  return mustRun('soffice', [profile, '--headless', '--convert-to', form, '--outdir', target, file], { cwd: folder })
}

/**
 * @param {string} what
 * @param {string} found
 * @param {readonly string[]} lines
 */
function isSame(what, found, lines) {
  const wanted = `${lines.join('\n')}\n`
  if (found !== wanted) throw new Error(`${what} should be\n${wanted}and are\n${found}`)
}
