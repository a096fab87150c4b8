import { expect, test } from 'vitest'
import { CompletionItemKind, InsertTextFormat } from 'vscode-languageserver-types'
import type { Descriptor, FieldDescriptor } from '../../shared/domains/descriptor.ts'
import { completions, type Editor, expectAccepted, open } from '../../test/editor.ts'
import { completion } from './completion.ts'

const labels = (text: string, typed?: string): string[] => completions(text, typed).map(({ label }) => label)

test('a tag is inserted with its required fields', () => {
  expectAccepted('@CON$0', '@CONTROL', '@CONTROL rid=$0')
  expectAccepted('@$0', '@CREDENTIAL', '@CREDENTIAL rid=$0 | issuer=""')
  expectAccepted('@EVI$0', '@EVIDENCE', '@EVIDENCE $0')
  expectAccepted('', '@CONTROL', '@CONTROL rid=$0')
  expectAccepted('# note\n$0\n@CONTROL rid=C-1\n', '@TXN', '# note\n@TXN id="$0"\n@CONTROL rid=C-1\n')
  expectAccepted('@CONTROL rid=C-1\n$0', '@CONTROL', '@CONTROL rid=C-1\n@CONTROL rid=C-2$0')
  expectAccepted('CONT$0', '@CONTROL', '@CONTROL rid=$0')
})

test('text that was behind the cursor before stays', () => {
  expectAccepted('@$0quarterly reviews', '@CONTROL', '@CONTROL quarterly reviews')
  expectAccepted('@CONTROL rid=C-1 | $0quarterly', 'owner', '@CONTROL rid=C-1 | owner="$0" | quarterly')
  expectAccepted('@CONTROL status=$0quarterly reviews', 'tested', '@CONTROL status="tested" quarterly reviews')
  expectAccepted('@CONTROL status="$0quarterly reviews', 'tested', '@CONTROL status="tested" quarterly reviews')
})

test('a word that an entry is meant to replace goes', () => {
  expectAccepted('@$0CONTROL rid=C-1', '@FINDING', '@FINDING rid=C-1')
  expectAccepted('@con$0trol rid=C-1', '@CONTROL', '@CONTROL rid=C-1')
  expectAccepted('@CONTROL status="$0quarterly reviews"', 'tested', '@CONTROL status="tested"')
  expectAccepted('@CONTROL status=te$0st', 'tested', '@CONTROL status="tested"')
})

test('a client that asks the user gets both ranges', () => {
  const [item] = completions('@$0quarterly')
  expect(item!.textEdit).toMatchObject({ insert: { end: { character: 1 } }, replace: { end: { character: 10 } } })
  const [plain] = completions('@$0quarterly', undefined, { client: { hasInsertReplace: false } })
  expect(plain!.textEdit).toMatchObject({ range: { end: { character: 1 } } })
})

test('only the tag is inserted if the record has fields', () => {
  expectAccepted('@CONT$0R rid=C-1 | title="x"', '@CONTROL', '@CONTROL rid=C-1 | title="x"')
})

test('the tags of the domains in force are offered', () => {
  expect(labels('@DOC domain=core.legal\n@$0')).toEqual(expect.arrayContaining(['@CLAUSE', '@DOC', '@BEGIN']))
  expect(labels('@DOC domain=core.legal\n@$0')).not.toContain('@CONTROL')
  expect(
    completions('@$0')
      .filter(({ label }) => label === '@POLICY')
      .map(({ labelDetails }) => labelDetails?.description),
  ).toEqual(['core.compliance', 'core.insurance'])
})

test('field names: only unused ones, required ones first, then in the order of the descriptor', () => {
  expect(labels('@CONTROL title="x" | $0 | owner="y"')).toEqual(['rid', 'framework', 'status', 'maturity'])
  expect(labels('@EVIDENCE $0')).toEqual(['control_ref', 'type', 'collected', 'collector', 'rid'])
})

test('a field name inserts the canonical start of the field at any position', () => {
  expectAccepted('@CONTROL rid=C-1 | $0', 'status', '@CONTROL rid=C-1 | status="$0"')
  expectAccepted('@CONTROL rid=C-1 |$0', 'maturity', '@CONTROL rid=C-1 | maturity:int=$0')
  expectAccepted('@CONTROL $0', 'rid', '@CONTROL rid=$0')
  expectAccepted('@CONTROL rid=C-1 | st$0', 'status', '@CONTROL rid=C-1 | status="$0"')
  expectAccepted('@CONTROL rid=C-1 | st$0at="open"', 'status', '@CONTROL rid=C-1 | status="open"')
  expectAccepted('@CONTROL rid=C-1 | ma$0:int=3', 'maturity', '@CONTROL rid=C-1 | maturity:int=3')
  expectAccepted('@CONTROL rid=C-1 | $0 | title="x"', 'owner', '@CONTROL rid=C-1 | owner="$0" | title="x"')
  expectAccepted('@CONTROL title="x" st$0', 'status', '@CONTROL title="x" | status="$0"')
  expectAccepted('@CONTROL rid=C-1\n  | $0\n', 'status', '@CONTROL rid=C-1\n  | status="$0"\n')
  expectAccepted('@CONTROL\r\n  | rid=C-1\r\n  | $0\r\n', 'status', '@CONTROL\r\n  | rid=C-1\r\n  | status="$0"\r\n')
})

test('a typed blank does not offer fields that need a separator', () => {
  expect(labels('@CONTROL title="x" $0', ' ')).toEqual([])
  expect(labels('@CONTROL $0', ' ')).toContain('rid')
  expect(labels('@CONTROL title="x" | $0', ' ')).toContain('rid')
})

test('allowed values are in their order, whatever the current value is', () => {
  expect(labels('@CONTROL status="$0"')).toEqual([
    'not-started',
    'in-progress',
    'implemented',
    'tested',
    'effective',
    'ineffective',
  ])
  expectAccepted('@CONTROL status="$0" | owner="x"', 'tested', '@CONTROL status="tested" | owner="x"')
  expectAccepted('@CONTROL status="in-$0progress"', 'implemented', '@CONTROL status="implemented"')
  expectAccepted('@CONTROL status=$0', 'tested', '@CONTROL status="tested"')
  expectAccepted('@CONTROL status=$0 | owner="x"', 'tested', '@CONTROL status="tested" | owner="x"')
  expectAccepted('@CONTROL status=te$0', 'tested', '@CONTROL status="tested"')
  expectAccepted('@CONTROL status="te$0', 'tested', '@CONTROL status="tested"')
  expectAccepted('@CONTROL status="te$0 | owner="x"', 'tested', '@CONTROL status="tested" | owner="x"')
})

test('truth values and times are offered, and a missing type is added', () => {
  expectAccepted('@CERT rid=C-1 | auto_renew:bool=$0', 'true', '@CERT rid=C-1 | auto_renew:bool=true')
  expectAccepted('@CERT rid=C-1 | auto_renew=$0', 'false', '@CERT rid=C-1 | auto_renew:bool=false')
  expectAccepted('@CERT rid=C-1 | auto_renew="$0"', 'false', '@CERT rid=C-1 | auto_renew:bool=false')
  expectAccepted('@EVIDENCE collected:ts=$0', '2026-06-30', '@EVIDENCE collected:ts=2026-06-30')
  expectAccepted('@EVIDENCE collected:ts=20$0', '2026-06-30T14:05:09Z', '@EVIDENCE collected:ts=2026-06-30T14:05:09Z')
  expectAccepted('@EVIDENCE collected:ts=tod$0', '2026-06-30', '@EVIDENCE collected:ts=2026-06-30')
  expect(labels('@CONTROL maturity:int=$0')).toEqual([])
})

test('the next free id is offered for a record without an id', () => {
  expect(labels('@CONTROL rid=CTL-0040\n@CONTROL rid=$0')).toEqual(['CTL-0041'])
  expectAccepted('@TXN id="T-7"\n@TXN id="$0"', 'T-8', '@TXN id="T-7"\n@TXN id="T-8"')
  expect(labels('@CONTROL rid=$0')).toEqual([])
})

test('types are offered, the declared one first', () => {
  expect(labels('@CONTROL maturity:$0')[0]).toBe('int')
  expectAccepted('@CONTROL maturity:$0', 'int', '@CONTROL maturity:int=')
  expectAccepted('@CONTROL maturity:fl$0=3', 'float', '@CONTROL maturity:float=3')
})

test('domains in a header', () => {
  expectAccepted('@DOC domain=$0', 'core.health', '@DOC domain=core.health')
  expectAccepted('@DOC domain=[core.health, co$0]', 'core.fintech', '@DOC domain=[core.health, core.fintech]')
  expectAccepted('@DOC $0', 'domain', '@DOC domain=$0')
})

test('nothing is offered in comments, blocks, unknown records and lists', () => {
  for (const text of [
    '# comm$0ent',
    '@BEGIN\n@CON$0\n@END\n',
    '@CONTROL rid=C-1 # no$0te',
    '@NOTAG x$0',
    '@CONTROL [$0',
    '@CONTROL rid=C-1 | tags=[a$0]',
  ]) {
    expect(labels(text)).toEqual([])
  }
})

test('tags are offered on a line where a record can start', () => {
  expectAccepted('@CONTROL rid=C-1\n$0\n@CONTROL rid=C-2', '@DOC', '@CONTROL rid=C-1\n@DOC domain=$0\n@CONTROL rid=C-2')
  expectAccepted('# note\r\n$0', '@EVIDENCE', '# note\r\n@EVIDENCE $0')
  expectAccepted('  $0', '@EVIDENCE', '@EVIDENCE $0')
  expectAccepted('\ufeff$0', '@EVIDENCE', '\ufeff@EVIDENCE $0')
  expectAccepted('\ufeff@$0', '@EVIDENCE', '\ufeff@EVIDENCE $0')
  expectAccepted('@BEGIN\n@END\n$0', '@EVIDENCE', '@BEGIN\n@END\n@EVIDENCE $0')
  expectAccepted('  evi$0', '@EVIDENCE', '  @EVIDENCE $0')
  expectAccepted('@ EVI$0', '@EVIDENCE', '@EVIDENCE $0')
  expectAccepted('@$0 EVIDENCE type="log"', '@EVIDENCE', '@EVIDENCE type="log"')
  expectAccepted('@evi$0\n  | type="log"\n', '@EVIDENCE', '@EVIDENCE\n  | type="log"\n')
  expect(labels('$0', ' ')).toEqual([])
  expect(labels('  $0', ' ')).toEqual([])
})

test('a block is offered at the start of a line, with the line breaks of the file', () => {
  expectAccepted('@BEG$0', '@BEGIN', '@BEGIN $0note\n\n@END')
  expectAccepted('# note\r\n$0', '@BEGIN', '# note\r\n@BEGIN $0note\r\n\r\n@END')
  expectAccepted('  $0', '@BEGIN', '@BEGIN $0note\n\n@END')
  for (const text of ['  @BEG$0', '  beg$0', '@BEG$0 x=1']) expect(labels(text)).not.toContain('@BEGIN')
})

test('a field between others gets the missing separators', () => {
  expectAccepted('@CONTROL $0title="x"', 'rid', '@CONTROL rid="x"')
  expectAccepted('@CONTROL $0 title="x"', 'status', '@CONTROL status="$0" | title="x"')
  expectAccepted('@CONTROL rid=C-1 | $0 title="x"', 'status', '@CONTROL rid=C-1 | status="$0" | title="x"')
  expectAccepted('@CONTROL rid=C-1 |$0| title="x"', 'status', '@CONTROL rid=C-1 | status="$0"| title="x"')
  expectAccepted('@CONTROL title="x" $0\n  | owner="y"', 'status', '@CONTROL title="x" | status="$0"\n  | owner="y"')
  expectAccepted('@CONTROL rid=C-1 | st$0 # note', 'status', '@CONTROL rid=C-1 | status="$0" # note')
  expectAccepted('@CONTROL rid=C-1 | title="🙂" | st$0', 'status', '@CONTROL rid=C-1 | title="🙂" | status="$0"')
})

test('a value is offered in the middle of a record, and after blanks', () => {
  expectAccepted('@CONTROL status=$0| owner="x"', 'tested', '@CONTROL status="tested"| owner="x"')
  expectAccepted('@CONTROL status=$0 owner="x"', 'tested', '@CONTROL status="tested" owner="x"')
  expectAccepted('@CONTROL status = $0', 'tested', '@CONTROL status = "tested"')
  expectAccepted('@CONTROL status= $0"open"', 'tested', '@CONTROL status= "tested"')
  expectAccepted('@CONTROL status=$0 "open"', 'tested', '@CONTROL status="tested"')
  expectAccepted('@CONTROL rid=C-1\r\n  | status="$0"\r\n', 'tested', '@CONTROL rid=C-1\r\n  | status="tested"\r\n')
  expect(labels('@CONTROL status="tested"$0')).toEqual([])
  expect(labels('@CONTROL status= $0owner="x"')).not.toContain('tested')
})

test('a value replaces one of another type', () => {
  expectAccepted('@CERT auto_renew="$0yes', 'true', '@CERT auto_renew:bool=true')
  expectAccepted('@CONTROL status:string=$05', 'tested', '@CONTROL status:string="tested"')
})

test('accepting a tag opens the list of values where the first field to write has one', () => {
  const field = (name: string, more: object = {}): FieldDescriptor => ({
    name,
    type: 'string',
    required: true,
    ...more,
  })
  const descriptors: Descriptor[] = [
    {
      domain: 'acme.clinic',
      version: '1.0',
      description: '',
      records: [
        { tag: 'CONSULT', fields: [field('rid'), field('status', { enum: ['sent', 'seen'] })] },
        { tag: 'NOTE', fields: [field('consult_ref')] },
        { tag: 'LETTER', fields: [field('rid'), field('title')] },
      ],
    },
  ]
  const opening = (before: string): string[] =>
    completions(`${before}@$0`, undefined, { descriptors, domains: ['acme.clinic'] })
      .filter(({ command }) => command)
      .map(({ label }) => label)
  expect(opening('')).toEqual(['@DOC'])
  expect(opening('@CONSULT rid=CON-1 | status="sent"\n@LETTER rid=LET-1 | title="x"\n')).toEqual([
    '@CONSULT',
    '@NOTE',
    '@DOC',
  ])
})

test('a new record has the fields that most records have behind the required ones', () => {
  const records = [
    {
      tag: 'RX',
      fields: [
        { name: 'insurer', type: 'string' as const, usual: true },
        { name: 'drug', type: 'string' as const, isTypeUnknown: true as const, required: true },
      ],
    },
  ]
  const acme = { domain: 'acme.health', version: '1.0', description: '', extends: 'core.health', records }
  const editor = { descriptors: [acme], domains: ['acme.health'] }
  expectAccepted('@RX$0', '@RX', '@RX drug="$0"', editor)
  const usual = { ...editor, settings: { newRecords: 'usual' as const } }
  const usualText = '@RX drug="$0" | dosage="" | frequency="" | route="" | status="" | insurer=""'
  expectAccepted('@RX$0', '@RX', usualText, usual)
  expectAccepted('@RX$0', '@RX', '@RX drug=""', { ...usual, client: { hasSnippets: false } })
  const removing = { ...editor, client: { removesEmptyFields: true } }
  expectAccepted('@RX$0', '@RX', usualText, removing)
  expectAccepted('@RX$0', '@RX', '@RX drug="$0"', { ...removing, settings: { newRecords: 'required' } })
  const labels = completions('@RX drug="x" | $0', undefined, editor).map(({ label }) => label)
  expect(labels.slice(0, 5)).toEqual(['dosage', 'frequency', 'route', 'status', 'insurer'])
})

test('accepting an item opens the completion list for what comes next', () => {
  const asksNext = (text: string, label: string): boolean =>
    completions(text).find(item => item.label === label)!.command?.command === 'editor.action.triggerSuggest'
  expect([
    asksNext('@CONTROL $0', 'status'),
    asksNext('@CONTROL $0', 'title'),
    asksNext('@CONTROL st$0="x"', 'status'),
  ]).toEqual([true, false, false])
  expect([asksNext('@$0', '@EVIDENCE'), asksNext('@$0', '@CONTROL'), asksNext('@$0', '@DOC')]).toEqual([
    true,
    false,
    true,
  ])
  expect([asksNext('@CONTROL maturity:$0', 'int'), asksNext('@CONTROL maturity:$0=3', 'int')]).toEqual([true, false])
  expect(
    completions('@CONTROL $0', undefined, { client: { suggestCommand: undefined } }).every(
      ({ command }) => command === undefined,
    ),
  ).toBe(true)
})

test('an item has its kind, detail and documentation', () => {
  expect(completions('@CONTROL rid=C-1 | matu$0').find(({ label }) => label === 'maturity')).toMatchObject({
    labelDetails: { description: 'Maturity level from 1 to 5, as in CMMI' },
    documentation: { kind: 'markdown', value: expect.stringContaining('**CONTROL.maturity**') },
  })
  expect(completions('@CONTROL status="$0"')[1]).toMatchObject({
    labelDetails: { description: '2 of 6' },
    documentation: {
      value: expect.stringContaining('not-started · **in-progress** · implemented · tested · effective · ineffective'),
    },
  })
})

test('the icon of a field tells if it is required, usual or neither', () => {
  const kinds = Object.fromEntries(completions('@CONTROL $0').map(({ label, kind }) => [label, kind]))
  expect([kinds.rid, kinds.title, kinds.maturity]).toEqual([
    CompletionItemKind.Property,
    CompletionItemKind.Field,
    CompletionItemKind.Variable,
  ])
})

test('nothing is offered in finished or broken text', () => {
  for (const text of [
    '@BEGIN\n$0',
    '@BEGIN\n@CON$0',
    '@END$0',
    '  | $0',
    '$0  | title="x"',
    'CON$0 title="x"',
    '$0"x"',
    '  $0 CONTROL',
    '@CONTROL rid $0= C-1',
    '@CONTROL maturity $0:int=3',
    '@CONTROL maturity:int $0=3',
    '@CONTROL title="x"$0',
    '@CONTROL $0"x"',
    '@CONTROL "a" b$0 "c"',
    '@CONTROL rid=C-1\n $0 | title="x"',
    '@DOC domain=$0"core.legal"',
    '@DOC title=$0',
  ])
    expect(labels(text), text).toEqual([])
})

test('a client without snippets gets plain text that ends where the user continues to type', () => {
  expectAccepted('@CON$0', '@CONTROL', '@CONTROL rid=', { client: { hasSnippets: false } })
  expectAccepted('@CONTROL sta$0', 'status', '@CONTROL status=', { client: { hasSnippets: false } })
})

test('a client without label details gets them as the detail, and one without Markdown gets plain text', () => {
  const [maturity] = completions('@CONTROL matu$0', undefined, {
    client: { hasLabelDetails: false, hasMarkdown: false },
  }).filter(({ label }) => label === 'maturity')
  expect(maturity).toMatchObject({
    detail: 'Maturity level from 1 to 5, as in CMMI',
    documentation: { kind: 'plaintext', value: expect.stringContaining('CONTROL.maturity · int') },
  })
  expect(maturity).not.toHaveProperty('labelDetails')
})

test('an item has a filter text only if it differs from the label', () => {
  const filters = (text: string): unknown[] => completions(text).map(({ filterText }) => filterText)
  expect(filters('@CONTROL $0')).toEqual(Array(6).fill(undefined))
  expect(filters('@SAF$0')).toEqual(expect.arrayContaining([undefined, '@CONTROL safeguard measure control objective']))
  expect(filters('@CONTROL rid=C-1 | status="te$0"')).toEqual(Array(6).fill(undefined))
  expect(filters('@CONTROL rid=C-1 | status="te$0')).toContain('"tested')
})

test('only an item with a tab stop is a snippet, so that Enter never accepts a value that is already there', () => {
  const formats = (text: string): unknown[] => completions(text).map(({ insertTextFormat }) => insertTextFormat)
  expect(new Set(formats('@CONTROL rid=C-1 | status="tested$0"'))).toEqual(new Set([InsertTextFormat.PlainText]))
  expect(formats('@CONTROL rid=C-1 | stat$0')).toContain(InsertTextFormat.Snippet)
  const other = { others: { 'a.rec': '@CONTROL rid="a$b\\\\c"\n' } }
  expectAccepted('@FINDING control_ref="$0"', 'a$b\\c', '@FINDING control_ref="a$b\\\\c"', other)
})

test('other words for a tag and a field find it, and are told', () => {
  const descriptors: Descriptor[] = [
    {
      domain: 'acme.ward',
      version: '1.0',
      description: '',
      records: [
        {
          tag: 'VITALS',
          description: 'Signs of life',
          aliases: ['pulse', 'heart rate'],
          fields: [
            { name: 'hr', type: 'int', aliases: ['pulse'], description: 'Beats a minute.' },
            { name: 'bp', type: 'string' },
          ],
        },
      ],
    },
  ]
  const [tag] = completions('@pul$0', undefined, { descriptors })
  expect(tag).toMatchObject({ label: '@VITALS', filterText: '@VITALS pulse heart rate' })
  expect(JSON.stringify(tag!.documentation)).toContain('Signs of life. Other words: pulse and heart rate.')
  expectAccepted('@pul$0', '@VITALS', '@VITALS $0', { descriptors })
  const text = '@DOC domain=acme.ward\n@VITALS bp="x" | pul$0'
  const [field] = completions(text, undefined, { descriptors })
  expect(field).toMatchObject({ label: 'hr', filterText: 'hr pulse' })
  expectAccepted(text, 'hr', '@DOC domain=acme.ward\n@VITALS bp="x" | hr:int=$0', { descriptors })
  expect(completions('@DOC domain=acme.ward\n@VITALS $0', undefined, { descriptors })[1]).not.toHaveProperty(
    'filterText',
  )
})

test('codes of countries, currencies and languages, with their names', () => {
  const field = (name: string, format: FieldDescriptor['format'] & string): FieldDescriptor => ({
    name,
    type: 'string',
    format,
  })
  const fields = [field('home', 'country'), field('pays', 'currency'), field('speaks', 'language')]
  const descriptors: Descriptor[] = [
    { domain: 'acme.people', version: '1.0', description: '', records: [{ tag: 'PERSON', fields }] },
  ]
  const editor = { descriptors, domains: ['acme.people'] }
  const offered = (text: string, label: string): (string | undefined)[] =>
    completions(text, undefined, editor).flatMap(item =>
      item.label === label ? [item.labelDetails?.description ?? item.detail] : [],
    )
  expect(offered('@PERSON home="$0"', 'DE')).toEqual(['Germany'])
  expect(offered('@PERSON pays="$0"', 'CHF')).toEqual(['Swiss Franc'])
  expect(offered('@PERSON speaks="$0"', 'fr')).toEqual(['French'])
  expectAccepted('@PERSON home=$0', 'DE', '@PERSON home="DE"', editor)
})

test('a word of any language offers a tag and a field, and the title in the language of the user stands beside it', () => {
  const german = { client: { language: 'de' } } as const
  const found = (text: string, word: string, editor?: Editor): string[] =>
    completions(text, undefined, editor)
      .filter(({ filterText }) => filterText?.includes(word))
      .map(({ label, filterText }) => `${label} ${filterText!.indexOf(word) < 128}`)
  expect(found('@Url$0', 'Urlaub')).toContain('@LEAVE true')
  expect(found('@vaca$0', 'Vacaciones')).toEqual(['@LEAVE true'])
  expect(found('@有$0', '有給休暇')).toEqual(['@LEAVE true'])
  expect(found('@LEAVE rid=LV-1 | Beg$0', 'Beginn')).toEqual(['start_date true'])
  // Without a letter, only the words of the language of the user are there, and the next letter asks again.
  expect(found('@$0', 'Urlaub')).toEqual([])
  expect(found('@$0', 'Urlaub', german)).toContain('@LEAVE true')
  const { snapshot, position } = open('@$0')
  expect(completion(snapshot, position)).toMatchObject({ isIncomplete: true })
  const leave = completions('@LEA$0', undefined, german).find(({ label }) => label === '@LEAVE')!
  expect(leave.labelDetails).toEqual({ description: 'Abwesenheit' })
  const days = completions('@LEAVE rid=LV-1 | da$0', undefined, german).find(({ label }) => label === 'days')!
  expect(days.labelDetails).toEqual({ description: 'Tage' })
  expectAccepted('@Url$0', '@LEAVE', '@LEAVE rid=$0', german)
  const [value] = completions('@LEAVE status="$0"', undefined, german)
  expect(JSON.stringify(value)).toContain('Beantragt')
})

test('what an extension for practice adds is offered behind what is in force, once its name is begun', () => {
  const detail = (text: string, label: string): string | undefined =>
    completions(text).find(one => one.label === label)?.labelDetails?.description
  expect(detail('@RX rid=RX-1 | pat$0', 'patient_ref')).toBe('practice.health')
  expect(labels('@RX rid=RX-1 | $0')).not.toContain('patient_ref')
  expect(detail('@DOC domain=core.legal\n@CON$0', '@CONTRACT')).toBe('practice.legal')
  expect(labels('@DOC domain=core.legal\n@$0')).not.toContain('@CONTRACT')
  expectAccepted('@DOC domain=core.legal\n@CONTR$0', '@CONTRACT', '@DOC domain=core.legal\n@CONTRACT rid=$0')
})
