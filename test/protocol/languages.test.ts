import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { speak } from '../../shared/domains/localize.ts'
import { sentencesIn, textsOfDomain } from '../../shared/domains/texts/catalogs.ts'
import { textLanguages } from '../../shared/domains/texts/languages.ts'
import { builtinRegistry } from '../records.ts'
import { startClient } from './client.ts'
import { commandLine } from './command-line.ts'
import { workspaceFolder } from './workspace-folder.ts'

/** The language that an editor names when it starts the server. */
const { root, address, write } = workspaceFolder()

// A server in the process of the test shares its language with the tests after it.
afterEach(() => speak())

test.each([
  ['de-AT', 'CONTROL.maturity ist 9; erlaubt ist 1 bis 5.'],
  ['fr', 'CONTROL.maturity vaut 9 ; la valeur doit aller de 1 à 5.'],
  ['en-US', 'CONTROL.maturity is 9; it must be from 1 to 5.'],
  ['pt-BR', 'CONTROL.maturity is 9; it must be from 1 to 5.'],
])('problems of open and of closed files are in %s', async (locale, message) => {
  await write('closed.rec', '@CONTROL rid=C-1 | maturity:int=9\n')
  const client = await startClient({ locale, folders: [root()], settings: () => ({}) })
  client.open(address('open.rec'), '@CONTROL rid=C-2 | maturity:int=9\n')
  for (const name of ['open.rec', 'closed.rec']) {
    const { diagnostics } = await client.published(address(name), params => params.diagnostics.length > 0)
    expect(diagnostics).toMatchObject([{ code: 'out-of-range', message }])
  }
})

const { files, read, recline } = commandLine()

/** What a command says, on standard output and then on standard error, in the language of an environment. */
async function saidIn(env: Readonly<Record<string, string>>, args: string): Promise<string> {
  const { stdout, stderr } = await recline(args.split(' '), { env })
  return stdout + stderr
}

const german = { LANG: 'de_AT.UTF-8' }

const controls = {
  'a.compliance.rec': '@CONTROL rid=C-1 | maturity:int=9\n@CONTROL rid=C-2 | status=tested | title="x"\n',
}

test('the command line says problems and totals in the language of the user', async () => {
  await files(controls)
  const checked = await saidIn(german, 'check')
  expect(checked).toContain('CONTROL.maturity ist 9; erlaubt ist 1 bis 5.')
  expect(checked).toMatch(/1 Datei, 2 Datensätze: \d Fehler/)
  expect(await saidIn({ RECLINE_LANGUAGE: 'ja' }, 'check')).toContain('1 個のファイル、2 件のレコード: ')
  expect(await saidIn({ ...german, RECLINE_LANGUAGE: 'en' }, 'check')).toContain('1 file, 2 records: ')
  expect(await saidIn({ RECLINE_LANGUAGE: 'qps' }, 'check')).toContain('1 fílé')
})

test('the rules of the built-in domains report in the language of the user', async () => {
  await files({
    'a.rec':
      '@CONTROL rid=C-1 | status="ineffective" | maturity:int=5\n@DX rid=D-1 | ruled_out:bool=true | verification_status="confirmed"\n',
  })
  const rules = 'check --rule rule/control-ineffective-is-not-mature=error --rule rule/dx-ruled-out-means-refuted=error'
  expect(await saidIn(german, rules)).toContain('Die Kontrolle ist unwirksam, ihr Reifegrad ist aber 5.')
  expect(await saidIn(german, rules)).toContain(
    'Die Diagnose ist ausgeschlossen, ihre Diagnosesicherheit ist aber confirmed.',
  )
  expect(await saidIn({}, rules)).toContain('The control is ineffective, but its maturity is 5.')
})

test.each([
  'check --format lines',
  'check --format json',
  'check --report sarif=out.sarif',
  'query CONTROL --format csv',
])('what programs read stays English: %s', async args => {
  await files(controls)
  expect(await saidIn(german, args)).toBe(await saidIn({}, args))
})

test('problems of descriptors and of recline.json are in the language of the user', async () => {
  const fields = '[{ "name": "plate", "type": "int", "description": "P", "format": "iban" }, { "name": "odometer" }]'
  await files({
    'fleet.domain.json': `{ "domain": "acme.fleet", "version": "1.0", "description": "F", "records": [{ "tag": "VEHICLE", "description": "V", "fields": ${fields} }] }`,
    'recline.json': '{ "severty": {}, "files": { "include": ["!a.rec"] } }',
    'a.rec': '@VEHICLE rid=V-1\n',
  })
  const descriptors = await saidIn(german, 'descriptors check')
  expect(descriptors).toContain(
    'VEHICLE.plate hat das Format iban, aber der Typ ist int; ändern Sie den Typ in string, oder entfernen Sie format.',
  )
  expect(descriptors).toContain('VEHICLE.odometer hat kein type; fügen Sie "type": "string" hinzu.')
  expect(descriptors).toMatch(/1 Datei, .*: \d Fehler/)
  const checked = await saidIn(german, 'check')
  expect(checked).toContain(
    'Die Konfiguration hat "severty", das nicht bekannt ist; vielleicht ist "severity" gemeint.',
  )
  expect(checked).toContain('Das Glob „!a.rec“ beginnt mit „!“; schreiben Sie unter "exclude", was ausgelassen wird.')
  expect(await saidIn(german, 'descriptors check --format json')).toContain('VEHICLE.plate has the format iban')
})

test('what is written into files does not depend on the language', async () => {
  await files(controls)
  const text = await read('a.compliance.rec')
  const fixed: string[] = []
  for (const env of [german, {}]) {
    await files({ 'a.compliance.rec': text })
    await recline(['check', '--fix', '--unsafe-fixes'], { env })
    fixed.push(await read('a.compliance.rec'))
  }
  expect(fixed[0]).not.toBe(text)
  expect(fixed[0]).toBe(fixed[1])
})

test.each([
  ['edit --tag CONTROL --set status="tested"', 'Würde 1 Datensatz in 1 Datei ändern; --write schreibt die Änderungen.'],
  ['format', '1 Datei von 1 ist nicht formatiert; --write formatiert sie.'],
  ['due', '0 überfällig, 0 bald fällig.'],
  ['rename C-1 C-9', 'Würde 1 Datei ändern; --write schreibt die Änderungen.'],
  ['convert a.compliance.rec --output b.json', '2 Datensätze in b.json.'],
  ['init --domain compliance --yes', 'Geschrieben: recline.json'],
  ['merge a.compliance.rec a.compliance.rec none.rec', 'none.rec gibt es nicht; nennen Sie eine Datei'],
  ['patch a.compliance.rec', 'a.compliance.rec enthält keine Änderungen von Dateien.'],
  ['resolve --ours a.compliance.rec', 'a.compliance.rec hat keine Konflikte.'],
  ['convert a.compliance.rec', 'das Zielformat fehlt; fügen Sie --to json, ndjson, csv, markdown, parquet oder xlsx'],
  ['import a.compliance.rec --into a.compliance.rec --tag RISK', 'Die Tabelle hat keine Zeilen mit dem Tag RISK.'],
  ['query a.compliance.rec --tag CONTROL --sum title', '--sum braucht Zahlen, und dies ist ein Text.'],
  ['query a.compliance.rec --tag CONTROL --explain', 'Gelesen: 1 Datei, 2 Datensätze, davon 2 von CONTROL;'],
  ['report a.compliance.rec --check', '--check braucht --output, den Bericht zum Vergleichen.'],
  ['site a.compliance.rec --output pages', 'Seiten geschrieben. Öffnen Sie pages/index.html'],
  ['diff none.rec', 'Es gibt keine Datei, keinen Ordner und keine Revision none.rec.'],
  ['git status', 'Dies braucht ein Git-Repository, das Arbeitsverzeichnis liegt aber in keinem.'],
  ['descriptors draft a.compliance.rec --extends none', 'Es gibt keine Domäne "none" zum Erweitern;'],
  ['explain none', 'Es gibt keinen Problemcode none. „recline explain“ listet alle Codes auf.'],
  ['check --baseline a.compliance.rec', 'a.compliance.rec ist keine Baseline;'],
])('%s speaks German', async (args, sentence) => {
  await files(controls)
  expect(await saidIn(german, args)).toContain(sentence)
})

test.each([
  ['check --bogus', "unbekannte Option '--bogus'."],
  ['check --format xml', "Ungültiger Wert 'xml' für die Option '-f, --format <format>'. Erlaubt sind text, lines,"],
  [
    'query --limit x',
    "Ungültiger Wert 'x' für die Option '--limit <number>'. Es muss eine ganze Zahl sein, 0 oder mehr.",
  ],
  ['query --tag', "der Wert der Option '--tag <tag>' fehlt."],
  ['query --tag A --tag B', "die Option '--tag <tag>' ist nur einmal möglich; lassen Sie eine davon weg."],
  ['merge a.rec', "das erforderliche Argument 'ours' fehlt."],
  ['format --write --check', "die Option '-w, --write' ist nicht zusammen mit '--check' möglich."],
  ['descriptors list a b', "zu viele Argumente für 'list': 2 statt 0."],
  ['chek', "unbekannter Befehl 'chek'.\n(Meinten Sie check?)"],
])('the mistake in %s is told in German', async (args, sentence) => {
  expect(await saidIn(german, args)).toContain(`recline: ${sentence}`)
})

test('a report and a site are in English, whatever the language, and mistakes in a template are not', async () => {
  await files({ ...controls, 't.md': '```recline\nshow problems\n```\n', 'wrong.md': '```recline\nshow pie\n```\n' })
  const now = '--now 2026-06-30'
  const page = async (env: Readonly<Record<string, string>>): Promise<string[]> => {
    await saidIn(env, `report a.compliance.rec --template t.md --to markdown --output r.md ${now}`)
    await saidIn(env, `site a.compliance.rec --output pages ${now}`)
    return [await read('r.md'), await read('pages/index.html')]
  }
  const [report, site] = await page(german)
  expect([report, site]).toEqual(await page({}))
  expect(report).toContain('CONTROL.maturity is 9; it must be from 1 to 5.')
  expect(await saidIn(german, 'report a.compliance.rec --template wrong.md')).toContain(
    'wrong.md:2: Ein Block kann "pie" nicht zeigen; schreiben Sie table,',
  )
})

test('a built program speaks one language in all of its bundles', async () => {
  await files({ 'a.xlsx': 'rid' })
  const { stderr } = await recline(['convert', 'a.xlsx', '--tag', 'CONTROL'], { env: german, isProcess: true })
  expect(stderr).toContain('a.xlsx ist keine Excel-Arbeitsmappe; speichern Sie die Datei als .xlsx.')
})

test('the built programs have the texts of all languages as the files have them', () => {
  const built = createRequire(import.meta.url)(
    resolve('dist/texts.js'),
  ) as typeof import('../../shared/domains/texts/catalogs.ts')
  for (const language of textLanguages) {
    expect(built.sentencesIn(language)).toEqual(sentencesIn(language))
    for (const { path } of builtinRegistry.domains.values())
      expect(built.textsOfDomain(language, path)).toEqual(withoutDoubts(textsOfDomain(language, path)))
  }
})

/** Texts without the reasons why terms are doubtful, which only translators need. */
const withoutDoubts = (texts: unknown): unknown =>
  JSON.parse(JSON.stringify(texts, (key, value: unknown) => (key === 'doubt' ? undefined : value)))

test('a mistake in an expression is one sentence, which ends as the language does', async () => {
  await files({ 'a.compliance.rec': '@CONTROL rid=CTL-1 | title="One"\n' })
  const first = async (language: string): Promise<string | undefined> =>
    (
      await recline(['query', 'a.compliance.rec', '--tag', 'CONTROL', '--where', 'len(title) > 3'], {
        env: { RECLINE_LANGUAGE: language },
      })
    ).stderr.split('\n')[0]
  expect(await first('de')).toBe('recline: Die Funktion len gibt es nicht; schreiben Sie size(value).')
  expect(await first('ja')).toBe('recline: 関数 len はありません。size(value) と書いてください。')
})
