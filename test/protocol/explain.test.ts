import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, recline, expectRun } = commandLine()

test('a code is explained with an example, and how to live with it', () =>
  expectRun(
    'explain out-of-range',
    `
      out-of-range  error

      A number is outside the range of its field. The range includes its lowest and
      highest number. The message shows the range and the unit. The unit is often the
      reason: 98.6 is a normal temperature in Fahrenheit, but the field is in degrees
      Celsius.

      There is no fix, because only the author knows the right number.

      Wrong:
          @VITALS bp="118/76" | temp_c:float=98.6

      Right:
          @VITALS bp="118/76" | temp_c:float=37.0

      To change its severity, write in recline.json:  "severity": { "out-of-range": "off" }
      To ignore it once, write above the record:  # recline-disable-next-line out-of-range -- reason
      exit 0`,
  ))

test('a problem that is none of records is not suppressed by a comment', async () => {
  expect((await recline(['explain', 'config-json'])).stdout).not.toContain('recline-disable')
})

test('without a code all are listed', async () => {
  const { stdout } = await recline(['explain'])
  expect(stdout).toMatch(/^out-of-range +error: A number is outside the range of its field;/m)
  expect(stdout).toMatch(/^config-json +error: The `recline.json` is not JSON\./m)
})

test('a rule of recline.json, and one that is off', async () => {
  await files({
    'recline.json': `{ "rules": [
      { "id": "mature", "tag": "CONTROL", "message": "It is not mature.", "expression": "maturity >= 3" },
      { "id": "quick", "tag": "FINDING", "message": "It is late.", "expression": "has(due)", "severity": "off" }
    ] }`,
  })
  expect((await recline(['explain', 'rule/mature'])).stdout).toMatch(
    /^rule\/mature {2}error\n\nIt is not mature\.\n\nThis is a rule for CONTROL\. .*"rule\/mature": "off" }\n/s,
  )
  expect((await recline(['explain', 'rule/quick'])).stdout).toMatch(
    /^rule\/quick {2}off\n.*"severity": { "rule\/quick": "warning" }\n/s,
  )
})

test('a rule is explained by its id alone, unless that is a problem code', async () => {
  const id = 'cert-expires-after-issue'
  expect(await recline(['explain', id])).toEqual(await recline(['explain', `rule/${id}`]))
  const own = '{ "id": "notation", "tag": "CONTROL", "message": "It has no title.", "expression": "has(title)" }'
  await files({ 'recline.json': `{ "rules": [${own}] }` })
  expect((await recline(['explain', 'notation'])).stdout).toMatch(/^notation {2}/)
  expect((await recline(['explain', 'rule/notation'])).stdout).toContain('It has no title.')
})

test('a rule is explained as its domain has it, and as an extension changes it', async () => {
  const ruleFor = async (word: string): Promise<string[]> => {
    const { stdout } = await recline(['explain', word])
    return Array.from(stdout.replaceAll('\n', ' ').matchAll(/This is a rule for ([a-z.]+[A-Z_]+)/g), ([, tag]) => tag!)
  }
  expect(await ruleFor('rule/lab-final-has-result')).toEqual(['core.health.LAB', 'practice.health.LAB'])
  expect(await ruleFor('rule/lab-value-has-unit')).toEqual(['core.health.LAB'])
  const ofField = await ruleFor('core.health.LAB.status')
  expect(new Set(ofField)).toEqual(new Set(['core.health.LAB', 'practice.health.LAB']))
  expect((await recline(['explain', 'RX.status'])).stdout).toContain('rule/rx-authored-not-in-future')
  const { stdout } = await recline(['explain', 'VULNERABILITY.cvss'])
  expect(stdout).toContain('cvss  float, usual, 0 to 10\n')
  expect(stdout).toContain('Reported: A CVSS score of <cvss> is not rated <severity>.')
})

test('a field is explained with its values, and each rule that reads it with a wrong and a right record', async () => {
  const { stdout } = await recline(['explain', 'CERT.expires'])
  expect(stdout).toMatch(/^core\.infrastructure CERT\.expires\n\n {2}expires +ts, usual\n/)
  expect(stdout).toMatch(
    /\nrule\/cert-expires-after-issue {2}error\n\n.*Reported: .*This is a rule for core\.infrastructure\.CERT.*Wrong:\n {4}@CERT .*Right:\n {4}@CERT /s,
  )
  expect(stdout.match(/^To change its severity/gm)).toHaveLength(1)
})

test('a field of several domains, of one of them, and of an extension that is not in force', async () => {
  const headings = async (word: string): Promise<string[] | null> =>
    (await recline(['explain', word])).stdout.match(/^[a-z]+\.[a-z]+ [A-Z]+\.\w+$/gm)
  expect(await headings('POLICY.status')).toEqual(['core.compliance POLICY.status', 'core.insurance POLICY.status'])
  expect(await headings('insurance.policy.status')).toEqual(['core.insurance POLICY.status'])
  expect(await headings('LAB.comparator')).toEqual(['practice.health LAB.comparator'])
  expect(await headings('LAB.value')).toEqual(['core.health LAB.value'])
})

test('in colors where they are wanted', async () => {
  expect((await recline(['explain', 'notation'], { env: { FORCE_COLOR: '1' } })).stdout).toContain(
    '\u001b[1mnotation\u001b[22m',
  )
})

test.each([
  ['out-of-rang', 'There is no problem code out-of-rang. Did you mean out-of-range?'],
  [
    'cert-expires-after-isue',
    'There is no problem code cert-expires-after-isue. Did you mean cert-expires-after-issue?',
  ],
  ['Notation', 'There is no problem code Notation. Did you mean notation?'],
  ['control', 'control is not a problem code; "recline descriptors show core.compliance CONTROL" explains it.'],
  ['legal', 'legal is not a problem code; "recline descriptors show core.legal" explains it.'],
  ['CONTROL.statsu', 'CONTROL has no field statsu. Did you mean CONTROL.status?'],
  ['CONTRL.status', 'There is no tag CONTRL. Did you mean CONTROL.status?'],
  ['health.CONTROL.status', 'There is no tag health.CONTROL. Did you mean CONTROL.status?'],
  ['xyzzy', 'There is no problem code xyzzy. "recline explain" lists all codes.'],
])('what is meant by %s', (word, sentence) => expectRun(`explain ${word}`, `! recline: ${sentence}\nexit 2`))

test('a field has its title and other words in the language that is asked for', async () => {
  const lines = async (args: readonly string[], env: Record<string, string> = {}): Promise<string> =>
    (await recline(['explain', 'CLAIM.reserve', ...args], { env })).stdout.split('\n')[2]!.trim()
  expect(await lines(['--language', 'de'])).toMatch(/^reserve +Schadenreserve, float/)
  expect(await lines([], { RECLINE_LANGUAGE: 'ja', LANG: 'fr_FR.UTF-8' })).toMatch(/^reserve +支払備金, float/)
  expect(await lines([], { LANG: 'fr_FR.UTF-8' })).toMatch(/^reserve +Provision, float/)
  expect(await lines(['--language', 'en'], { LANG: 'fr_FR.UTF-8' })).toMatch(/^reserve +float/)
  expect(await lines([], { LANG: 'it_IT.UTF-8' })).toMatch(/^reserve +float/)
  expect((await recline(['explain', 'LEAVE.status', '--language', 'es'])).stdout).toMatch(/denied +Denegada/)
  const german = (await recline(['explain', 'LEAVE.start_date', '--language', 'de'])).stdout
  expect(german).toMatch(/^ +start_date +Beginn, ts/m)
  expect(german).toContain('Beispiel: ')
  expect(german).toContain('Falsch:')
  expect((await recline(['explain', 'LEAVE.start_date'])).stdout).toContain('Wrong:')
  expect((await recline(['explain', '--language', 'it'])).stderr).toContain('Allowed choices are en, de, es, fr, ja.')
})
