import { expect, test } from 'vitest'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { type Editor, hoverAt } from '../../test/editor.ts'
import { markdownProse } from '../snapshot/describe.ts'

/** The paragraphs of the hover at `$0`, without the prose of descriptors, and the text of its range. */
function expectHover(text: string, marks: string, ...paragraphs: (string | RegExp)[]): void {
  const answer = hoverAt(text)
  expect(answer?.marks).toBe(marks)
  const shown = answer!.text.split('\n\n')
  for (const paragraph of paragraphs) {
    expect(shown).toContainEqual(typeof paragraph === 'string' ? paragraph : expect.stringMatching(paragraph))
  }
}

const expectNone = (text: string): void => expect(hoverAt(text)).toBeNull()

test('a tag has its domain, the fields that a new record starts with, and an example', () => {
  expectHover(
    '@CON$0TROL rid=C-1',
    '@CONTROL',
    '**CONTROL** · core.compliance · [6 fields and 4 rules](command:recline.showDomains?%5B%22core.compliance.CONTROL%22%5D)',
    /^- \*\*rid\*\* \(required\): .*\n- \*\*framework\*\*: .*\n- \*\*title\*\*: .*\n- \*\*status\*\*: .*\n- \*\*owner\*\*: .*$/,
    'Other fields: maturity',
    /^```rec\n@CONTROL rid=CTL-0001\n {2}\| framework="ISO\/IEC 27001:2022"\n[^]*\n```$/,
  )
})

test('a client without the command is told how to see all of a tag', () => {
  const text = '@CON$0TROL rid=C-1'
  const hint = 'All of it: `recline descriptors show core.compliance CONTROL`'
  expect(hoverAt(text, { client: { showDomainsCommand: undefined } })!.text).toContain(hint)
  expect(hoverAt(text, { client: { hasMarkdown: false } })!.text).toContain(hint.replaceAll('`', ''))
})

test('a tag in another spelling is described, and so is a tag of several domains', () => {
  expectHover('@con$0trol rid=C-1', '@control', /^\*\*CONTROL\*\* · core\.compliance · /)
  expectHover('@POL$0ICY rid=P-1', '@POLICY', /^\*\*POLICY\*\* · core\.compliance · /, 'Also a tag of core.insurance.')
  expectHover(
    '@POL$0ICY rid=P-1 | premium:float=9',
    '@POLICY',
    /^\*\*POLICY\*\* · core\.insurance · /,
    'Also a tag of core.compliance.',
  )
})

test('an unknown tag is described as such', () => {
  expectHover('@NOT$0AG x=1', '@NOTAG', '**NOTAG** is not a tag of any domain, as nothing names one.')
  expectHover(
    '@DOC domain=legal\n@CON$0TROL rid=C-1',
    '@CONTROL',
    '**CONTROL** is not a tag of core.legal, named by the @DOC header above.',
  )
  expect(hoverAt('@CON$0TROL', { domains: ['legal', 'hr'] })?.text).toBe(
    '**CONTROL** is not a tag of core.legal, core.hr, given by a setting.',
  )
  expect(hoverAt('@CON$0TROL', { fileName: 'a.legal.rec' })?.text).toBe(
    '**CONTROL** is not a tag of core.legal, named by the file name.',
  )
})

test('a header says which domains are in force', () => {
  const meaning = 'Names the domains of the records below, to the next @DOC.'
  expectHover('@D$0OC domain=[legal, hr]', '@DOC', '**DOC** · header', `${meaning} In force: core.legal, core.hr.`)
  expectHover('@D$0OC title="x"', '@DOC', `${meaning} In force: all, as nothing names one.`)
})

test('a field has its type, range, unit, pattern and example, and what it refers to', () => {
  expectHover(
    '@CONTROL rid=C-1 | matu$0rity:int=3',
    'maturity',
    '**CONTROL.maturity** · `int`',
    /^Maturity level from 1 to 5/,
    /^Examples: `\d` · `\d`$/,
  )
  expectHover('@VITALS $0hr=90', 'hr', '**VITALS.hr** · `int` · usual · 30 to 250 bpm')
  expectHover('@VITALS bp$0="120/80"', 'bp', '**VITALS.bp** · `string` · required · mmHg', 'Pattern: `\\d+/\\d+`')
  expectHover(
    '@FINDING rid=F-1 | control$0_ref="CTL-1"',
    'control_ref',
    '**FINDING.control_ref** · `string` · usual · refers to CONTROL',
  )
  expectHover('@CONTROL own$0er', 'owner', '**CONTROL.owner** · `string` · usual')
})

test('the current value is marked among the allowed ones', () => {
  expectHover(
    '@CONTROL sta$0tus="tested"',
    'status',
    /^- not-started.*\n- in-progress.*\n- implemented.*\n- \*\*tested\*\* ←.*\n- effective.*\n- ineffective.*$/,
  )
  expectHover('@CONTROL sta$0tus="open"', 'status', /^- not-started.*\n- in-progress.*\n- implemented.*\n- tested.*/)
  expectHover('@CONTROL status=tes$0ted', 'tested', /^\*\*tested\*\*: ./, /^- \*\*tested\*\* ←/m)
})

test('a field has the rules that read it, with their severity, and values that they call right', () => {
  expectHover(
    '@VITALS b$0p="118/76"',
    'bp',
    'Examples: `118/76` · `0/0` · `82/82`',
    'Rules:',
    /^- \*warning\*: The systolic pressure is at least the diastolic one\.$/m,
  )
  const settings = { severity: {}, rules: [] }
  expect(
    hoverAt('@VITALS b$0p="118/76"', {
      rules: { ...settings, severity: { 'rule/vitals-systolic-above-diastolic': 'off' } },
    })!.text,
  ).not.toContain('at least the diastolic one')
  const rule = { id: 'odd', tag: 'VITALS', message: 'The pulse {hr} *is* odd.', expression: 'hr % 2 == 0' }
  expect(
    hoverAt('@VITALS $0hr=90', { rules: { ...settings, rules: [{ ...rule, severity: 'information' }] } })!.text,
  ).toContain('- *information*: Reported: The pulse `hr` \\*is\\* odd.')
})

test('a rule of another tag that reads a field is told too', () => {
  expectHover(
    '@FINDING sev$0erity="high"',
    'severity',
    /^- \*information\*: An effective control has no open finding /m,
  )
})

test('the problem of a rule is not told twice', () => {
  const shown = hoverAt('@VITALS bp="76$0/118"')!.text
  expect(shown).toMatch(/^⚠ The blood pressure 76\/118 /)
  expect(shown).not.toContain('at least the diastolic one')
})

test('an id has the fields that refer to it', () => {
  expectHover('@CONTROL r$0id=C-1', 'rid', 'Referred to by FINDING.control_ref, EVIDENCE.control_ref.')
})

test('code in a text is code, and a standard that a text names is a link', () => {
  expectHover('@RISK_ASSESSMENT like$0lihood:int=3', 'likelihood', /`likelihood` times `impact`/)
  expectHover('@VITALS b$0p="118/76"', 'bp', /to \[LOINC\]\(https:\/\/loinc\.org\/\) panel/)
})

test('no hover of a field says its range or the phrase of a value twice', () => {
  for (const { name, domain, fields } of createRegistry(builtinDescriptors).tags.values())
    for (const field of fields.values()) {
      const value = field.enum?.[0] ?? field.example
      const text = `@${name} ${field.name}$0${field.type === 'string' ? '' : `:${field.type}`}="${value}"`
      const editor = { domains: [domain.path] }
      for (const shown of [
        hoverAt(text, editor)!.text,
        hoverAt(text.replace('$0', '').replace('="', '="$0'), editor)!.text,
      ]) {
        const said = field.range ? rangesIn(shown, field.range) : 1
        expect(said, `${field.label}: ${shown}`).toBe(1)
        for (const phrase of Object.values(field.enumDescriptions ?? {}))
          expect(shown.split(markdownProse(phrase)).length, `${field.label}: ${phrase}`).toBe(2)
      }
    }
})

/** How often a text says a range: `1 to 5`, or `from 1 (rare) to 5 (almost certain)`. */
const rangesIn = (text: string, [from, to]: readonly [number, number]): number =>
  text.replace(/(\d),(?=\d{3})/g, '$1').match(new RegExp(`\\b${from}( \\([^)]*\\))?( over [^)]*\\))? to ${to}\\b`, 'g'))
    ?.length ?? 0

test('every record can have a rid', () => {
  expectHover('@EVIDENCE r$0id=E-1', 'rid', '**EVIDENCE.rid** · `string`', /every record may have one/)
  expectHover('@EVIDENCE rid=E$0-1', 'E-1', '**EVIDENCE.rid** · `string`')
})

test('a type is described, with the declared type if it differs', () => {
  expectHover('@VITALS hr:in$0t=90', 'int', '**int**', /whole number/)
  expectHover('@CONTROL title:st$0r="x"', 'str', '**string**')
  expectHover('@VITALS hr:flo$0at=90', 'float', '**float**', 'The descriptor declares `int`.')
  expectHover('@VITALS hr:vec$0tor=90', 'vector', '**vector**', /from elsewhere/, 'The descriptor declares `int`.')
  expectHover('@VITALS hr:num$0er=90', 'numer', '`numer` is not a type.', 'The descriptor declares `int`.')
  expectNone('@VITALS hr:$0=90')
  expect(hoverAt(`@VITALS hr:$0${'x'.repeat(1000)}=90`)!.text.length).toBeLessThan(200)
})

test('a value has its meaning', () => {
  expectHover(
    '@CONTROL status="tes$0ted" | owner="x"',
    '"tested"',
    /^\*\*tested\*\*: ./,
    '**CONTROL.status** · `string` · usual',
  )
  expectHover(
    '@EVIDENCE collected:ts=2026-06-$030T23:30:00-05:00',
    '2026-06-30T23:30:00-05:00',
    'Tuesday, 30 June 2026',
  )
  expectHover('@CONTROL owner="$0x', '"x', '**CONTROL.owner** · `string` · usual')
})

test('a wrong value has its problem', () => {
  expectHover('@CONTROL rid=C-1 | maturity:int=$09', '9', /^⚠ CONTROL\.maturity is 9; .*1 to 5/)
  expectHover('@CONTROL status="op$0en"', '"open"', /^⚠ CONTROL\.status is "open"; /)
  expect(hoverAt('@EVIDENCE collected:ts=2026-02-$030')!.text).toMatch(/^⚠ .*no day 30.*\n\n\*\*EVIDENCE\.collected/)
})

test('problems of other records are not shown', () => {
  const client = { hoversShowProblems: true }
  expect(hoverAt('@CONTROL rid=C-1 | maturity:int=$09', { client })!.text).not.toContain('⚠')
  expect(hoverAt('@CONTROL rid=C-1 | maturity:int=9\n@CONTROL rid=C-2 | maturity:int=$03')!.text).not.toContain('⚠')
})

test('problems that are off or suppressed are not shown', () => {
  expect(
    hoverAt('@CONTROL rid=C-1 | maturity:int=$09', { settings: { severity: { 'out-of-range': 'off' } } })!.text,
  ).not.toContain('⚠')
  expect(hoverAt('# recline-disable-next-line\n@CONTROL rid=C-1 | maturity:int=$09')!.text).not.toContain('⚠')
})

test('an id tells how often it is referenced, and a reference leads to its record', () => {
  const shown = (text: string, editor: Editor): string => hoverAt(text, editor)!.text
  const others = {
    'a (1).rec': '@CONTROL rid=C-1 | title="Backups *daily*"\n',
    'b.rec': '@FINDING rid=F-2 | control_ref="C-9"\n',
  }
  expect(shown('@CONTROL rid=C-$09', { others })).toContain('Referenced once.')
  expect(shown('@CONTROL rid=C-$08', { others })).toContain('No record refers to it.')
  expect(shown('@FINDING rid=F-1 | control_ref="C$0-1"', { others })).toContain(
    '[CONTROL C-1](file:///a%20%281%29.rec#L1)\n\n```rec\n@CONTROL\n  | rid=C-1\n  | title="Backups *daily*"\n```',
  )
})

test('a reference shows the fields and problems of its record', () => {
  const text = '@FINDING rid=F-1 | control_ref="C$0-1"\n@CONTROL rid=C-1\n  | title="``` <b>"\n  | maturity:int=9\n'
  expect(hoverAt(text)!.text).toContain(
    [
      '[CONTROL C-1](file:///test.rec#L2)',
      '````rec\n@CONTROL\n  | rid=C-1\n  | title="``` <b>"\n  | maturity:int=9\n````',
      '⚠ CONTROL.maturity is 9; it must be from 1 to 5.',
    ].join('\n\n'),
  )
  expect(hoverAt(text, { client: { hasMarkdown: false } })!.text).toContain(
    'CONTROL C-1\n\n@CONTROL\n  | rid=C-1\n  | title="``` <b>"\n  | maturity:int=9\n\n⚠ CONTROL',
  )
  expect(hoverAt(text, { settings: { severity: { 'out-of-range': 'off' } } })!.text).not.toContain('⚠')
})

test('a domain in a header', () => {
  expectHover(
    '@DOC domain=core.com$0pliance',
    'core.compliance',
    /^\*\*core\.compliance\*\* · version /,
    /^Tags: CONTROL, FINDING, /,
  )
  expectHover('@DOC domain=[health, comp$0liance@1.0] | title="x"', 'compliance@1.0', /^\*\*core\.compliance\*\*/)
  expectHover('@DOC domain=core.heal$0', 'core.heal', '`core.heal` is not a known domain.')
  expectNone('@DOC domain=[health,$0 legal]')
  expectNone('@DOC title="x$0"')
})

test('text before the word does not move the range', () => {
  expectHover(
    '# 🙂 é\r\n\r\n@CONTROL rid=C-1 | title="🙂🙂" | stat$0us="tested"\r\n',
    'status',
    '**CONTROL.status** · `string` · usual',
  )
  expectHover('@CONTROL rid=C-1\r\n  | title="🙂"\r\n  | status="tes$0ted"\r\n', '"tested"', /^\*\*tested\*\*/)
  expectHover('\ufeff@CON$0TROL rid=C-1', '@CONTROL', /^\*\*CONTROL\*\* · core\.compliance · /)
  expectHover('@CONTROL rid=C-1\r@CON$0TROL rid=C-2', '@CONTROL', /^\*\*CONTROL\*\* · core\.compliance · /)
})

test('other text has no hover', () => {
  for (const text of [
    '$0',
    '\n$0',
    '@CONTROL rid=C-1\n$0',
    '@$0',
    '# com$0ment',
    'so$0me words',
    '@BEGIN\n@CON$0TROL\n@END',
    '@BE$0GIN\n@END',
    ' $0 @CONTROL',
    '@CONTROL rid=C-1 $0| title="x"',
    '@CONTROL rid=C-1 |$0 title="x"',
    '@CONTROL rid=C-1 | title="x"$0',
    '@CONTROL rid $0= C-1',
    '@CONTROL rid =$0 C-1',
    '@CONTROL unk$0nown=1',
    '@CONTROL unknown=$01',
    '@NOTAG $0x=1',
    '@CONTROL rid=C-1 # no$0te',
    '@CONTROL rid=C-1 | "st$0ray"',
    '@CONTROL rid=C-1 | own$0er "x"',
  ])
    expectNone(text)
})

test('texts of descriptors and records are escaped', () => {
  expect(hoverAt('@[x](command:y)$0 a=1')!.text).toContain('\\[x\\](command:y)')
  expect(hoverAt('@CONTROL status="<b>*x*</b>$0"')!.text).toContain('\\<b>\\*x\\*\\</b>')
})

const rx = { tag: 'RX', fields: [{ name: 'insurer', type: 'string' as const }] }
const acme = { domain: 'acme.health', version: '1.0', description: 'Ours.', extends: 'core.health', records: [rx] }

test('a tag and a field of an extension say where they come from', () => {
  const hoverIn = (text: string): string[] => hoverAt(text, { descriptors: [acme] })!.text.split('\n\n')
  expect(hoverIn('@R$0X drug="x"')).toContainEqual(
    expect.stringMatching(/^\*\*RX\*\* · acme\.health, which extends core\.health · /),
  )
  expect(hoverIn('@R$0X drug="x"').join()).not.toContain('Also a tag')
  expect(hoverIn('@RX dr$0ug="x"')).toContain('From core.health.')
  expect(hoverIn('@RX in$0surer="x"')).toContain('Added by acme.health.')
  expect(hoverIn('@DOC domain=acme.hea$0lth')).toContain('Extends core.health.')
})

test('a hover tells the title and the words in the language of the user', () => {
  const hoverIn = (text: string): string[] => hoverAt(text, { client: { language: 'fr' } })!.text.split('\n\n')
  expect(hoverIn('@LEA$0VE rid=LV-1')[0]).toMatch(/^\*\*LEAVE\*\* · Absence · core\.hr · /)
  expect(hoverIn('@LEA$0VE rid=LV-1')[1]).toContain('Other words: Congé, Congés payés, Arrêt maladie,')
  expect(hoverIn('@POLICY pre$0mium:float=1')[0]).toBe('**POLICY.premium** · Prime annuelle · `float` · usual · USD')
  expect(hoverAt('@POLICY pre$0mium:float=1')!.text).not.toContain('Prime')
  const values = hoverIn('@LEAVE sta$0tus="approved"').find(text => text.startsWith('- '))!
  expect(values).toContain('- **approved** ←: Approuvée')
  expect(hoverIn('@LEAVE status="approv$0ed"')[0]).toContain('Approuvée')
})
