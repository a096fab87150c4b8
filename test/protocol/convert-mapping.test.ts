import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { commandLine, shown } from './command-line.ts'

const { files, recline, startInTerminal, read, paths } = commandLine()

const convert = async (...args: readonly string[]): Promise<string> => shown(await recline(['convert', ...args]))

const may = 'cveID,Severity,CVSS (base),Vendor,Notes\nCVE-2021-1,High,"9,8",Acme,x\nCVE-2021-2,low,N/A,Beta,\n'
const june = 'cveID,Severity,CVSS (base),Vendor,Due\nCVE-2021-3,High,"7,5",Acme,1.7.2026\n'
const choices = [
  '--map-column=cveID=rid,cve',
  '--map-column=CVSS (base)=cvss',
  '--map-column=Notes=',
  '--map-value=severity:High=high',
  '--null=N/A',
  '--decimal-mark=comma',
]

test('a saved mapping reads the next data in the same way', async () => {
  await files({ 'may.csv': may, 'june.csv': june })
  await convert('may.csv', '--tag', 'VULNERABILITY', ...choices, '--save-mapping', 'kev.json', '--output', 'may.rec')
  expect(JSON.parse(await read('kev.json'))).toEqual({
    tag: 'VULNERABILITY',
    columns: {
      cveID: ['rid', 'cve'],
      Severity: ['severity'],
      'CVSS (base)': ['cvss'],
      Vendor: ['Vendor'],
      Notes: [],
    },
    values: { severity: { High: 'high' } },
    null: ['N/A'],
    decimalMark: 'comma',
  })
  const mapped = await convert('may.csv', '--mapping', 'kev.json')
  expect(mapped.startsWith(await read('may.rec'))).toBe(true)
  const next = await convert('june.csv', '--mapping', 'kev.json')
  expect(next).toContain('@VULNERABILITY rid=CVE-2021-3 | cve="CVE-2021-3" | severity="high"')
  expect(next).toContain('! recline: june.csv: There is no column "Notes", which the mapping has.\n')
  expect(next).toContain('! recline: june.csv: "Vendor" and "Due" are not fields of VULNERABILITY.\n')
  expect(
    await convert('june.csv', '--mapping', 'kev.json', '--map-column', 'Vendor=', '--map-column', 'Due=due:ts'),
  ).toContain(
    '@VULNERABILITY rid=CVE-2021-3 | cve="CVE-2021-3" | severity="high" | cvss:float=7.5 | due:ts=2026-07-01\n',
  )
})

test('a mapping that cannot be read, or replaces another file, is refused', async () => {
  await files({ 'may.csv': may, 'a.json': '[1', 'b.json': '{"columns":{"a":["9"]}}', 'c.json': '{"colums":{}}' })
  expect(await convert('may.csv', '--mapping', 'none.json')).toBe(
    '! recline: none.json could not be read: no such file or directory.\nexit 2',
  )
  expect(await convert('may.csv', '--mapping', 'a.json')).toBe(
    '! recline: a.json is not JSON; write a mapping with --save-mapping a.json.\nexit 2',
  )
  expect(await convert('may.csv', '--mapping', 'b.json')).toContain('b.json is not a mapping: columns.a.0 is wrong: ')
  expect(await convert('may.csv', '--mapping', 'c.json')).toContain('c.json is not a mapping: colums is wrong: ')
  expect(await convert('may.csv', '--tag', 'VULNERABILITY', '--save-mapping', 'a.json')).toBe(
    '! recline: a.json already exists; add --force to replace it.\nexit 2',
  )
})

/** Starts a conversion in a terminal. `answer` waits for a question and gives the keys that answer it. */
function dialogue(...args: readonly string[]) {
  const run = startInTerminal(['convert', ...args])
  const answer = async (question: string, keys: string): Promise<void> => {
    await run.said(new RegExp(question))
    run.child.stdin.write(keys)
  }
  return { answer, ended: run.ended, said: run.said }
}

const [enter, down, clear] = ['\r', '\u001b[B', '\u0015']

test('on a terminal, the mapping is proposed, changed, and saved', async () => {
  await files({ 'may.csv': may })
  const { answer, ended } = dialogue('may.csv', '--domain', 'security', '--null', 'N/A', '--output', 'may.rec')
  await answer('What are the records', enter)
  await answer('Is this right', down + enter)
  await answer('Which field does cveID become', `${clear}rid,cve${enter}`)
  await answer('Is this right', down + down + down + enter)
  await answer('Which field does CVSS', `${clear}cvss${enter}`)
  await answer('Is this right', enter)
  await answer('Save these choices', `kev.json${enter}`)
  const { stdout, code } = await ended
  const said = stripVTControlCharacters(stdout)
  expect(said).toContain('cveID       → cve')
  expect(said).toContain('CVE-2021-1, CVE-2021-2')
  expect(said).toContain('Vendor (no field of VULNERABILITY)')
  expect(code).toBe(0)
  expect(await read('may.rec')).toContain(
    '@VULNERABILITY rid=CVE-2021-1 | cve="CVE-2021-1" | severity="High" | cvss:float=9.8 | Vendor="Acme" | Notes="x"\n',
  )
  expect(JSON.parse(await read('kev.json'))).toMatchObject({ tag: 'VULNERABILITY', columns: { cveID: ['rid', 'cve'] } })
})

test('on a terminal, what is uncertain is asked, and nothing is written if the user cancels', async () => {
  await files({ 'a.csv': 'All people;;\nRID;Start Date;Role\nE-1;5/6/2026;Cook\n' })
  const one = dialogue('a.csv', '--domain', 'hr', '--output', 'a.rec')
  await one.answer('In which line', `2${enter}`)
  await one.answer('What are the records', enter)
  await one.answer('can mean 2026-06-05 or 2026-05-06', down + enter)
  await one.answer('Is this right', enter)
  await one.answer('Save these choices', enter)
  expect((await one.ended).code).toBe(0)
  expect(await read('a.rec')).toContain('start_date:ts=2026-05-06')
  const other = dialogue('a.csv', '--domain', 'hr', '--output', 'b.rec')
  await other.answer('In which line', '\u0003')
  const { stdout, code } = await other.ended
  expect(stdout).toContain('Nothing is converted.')
  expect(code).toBe(2)
  expect(await paths()).toEqual(['a.csv', 'a.rec'])
})
