import fc from 'fast-check'

/**
 * Generates files with every kind of damage that an author or another program can cause, for properties of any text.
 */
export const damagedFiles = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(
        fc.tuple(
          fc.oneof({ weight: 6, arbitrary: damagedRecords }, { weight: 2, arbitrary: otherLines }, conflicts),
          lineEnds,
        ),
        { maxLength: 8 },
      ),
      fc.array(slips, { maxLength: 2 }),
    )
    .map(([lines, slips]) => slips.reduce((text, slip) => slip(text), lines.map(([line, end]) => line + end).join('')))

const tags = fc.constantFrom(
  '@CONTROL',
  '@CONTROL',
  '@FINDING',
  '@POLICY',
  '@POLICY',
  '@POSITION',
  '@INCIDENT',
  '@VITALS',
  '@CLAIM',
  '@RUNBOOK',
  '@DX',
  '@control',
  '@risk-assessment',
  '@CONTRL',
  '@ CONTROL',
  '@',
  '@Con!trol',
  '  @METRIC',
  '@DOC',
  '@doc',
  '@begin',
  '@BEGIN|',
  '@END|',
  '@ End',
  '@CREDENTIAL',
  '\ufeff@CONTROL',
)

const fields = fc.constantFrom(
  'rid=CTL-1',
  'rid="CTL-1"',
  'rid="a b"',
  'rid=',
  'rid=""',
  'title="Access review"',
  'title=Access review',
  'title=José 🙂',
  'title="a "b" c"',
  'title="open',
  'title="x"y',
  'title="back\\slash"',
  'title="\\ud83d\\n"',
  'title=\ud83d',
  'title="end\\',
  'title: "x"',
  'title',
  'status=draft',
  'status="Draft"',
  'status="in progress"',
  'status=in progress',
  'status="open"',
  'status:string="draft"',
  'maturity=3',
  'maturity="3"',
  'maturity:float=3',
  'maturity:int=9',
  'maturity:int=three',
  'maturity:number=3',
  'title={a: "}"}',
  'title={a | b=1} c',
  'owner={open',
  "title='a | b'",
  "status='draft'",
  "owner='Ann",
  "rid='C-1',",
  'title=see (a',
  'title=“a b”',
  'title=“a | b”',
  'owner=„open',
  'title="C:\\new\\temp\\dir"',
  'owner=12" x',
  'status=draft,',
  'title="x",',
  'maturity:int=3;',
  'rid=C-2,status=draft',
  'title=<<EOF',
  'maturity:=3',
  'maturity:ref=3',
  'maturity : int = 3',
  'title:int=[a, b]',
  'title:int="open',
  'tags=[a, "b]"]',
  'tags=[a, [b',
  'tags=[a]b',
  'domain=core.compliance',
  'domain=[compliance@1.0, insurance@2]',
  'domain=core.complaince',
  'bp=abc120/80',
  'bp="120/80"',
  'remediation_due=30.06.2026',
  'remediation_due:ts=2026-02-30',
  'effective_date="2026-01-01"',
  'automated=yes',
  'automated="true"',
  'step:int=5.0',
  'grade="A"',
  'premium:float=1',
  'peril="fire"',
  'Status="draft"',
  'unknown="x"',
  'issuer="x"',
  'junk',
  '"junk"',
  'some words',
  '# note',
  '#tag',
  'control_ref:ref="CTL-1"',
  'control_ref=rid:CTL-1',
  'control_ref="C-1, ref:CTL-1"',
  'titel="x"',
  'severity="hihg"',
  'a=b=c',
  '$title=x y',
  '9lives:int="2"',
  'ti!tle="x"y',
  'title:str="x | status="draft"',
)

const separators = fc.oneof(
  { weight: 6, arbitrary: fc.constant(' | ') },
  fc.constantFrom(
    '|',
    ' ',
    ' || ',
    ' | | ',
    '\n  | ',
    '\r\n\t| ',
    '\r |',
    ' # note\n  | ',
    ' |',
    '| ',
    ', ',
    '; ',
    ',',
    '',
    '\n  |\n  | ',
    ' | # c | ',
  ),
)

const damagedRecords = fc
  .tuple(
    tags,
    fc.array(fc.tuple(separators, fields), { maxLength: 6 }),
    fc.constantFrom('', '', '', ' |', ' # end', ' # recline-disable', ' ', '\n  | # c'),
  )
  .map(
    ([tag, parts, end]) =>
      tag +
      parts
        .map(([separator, field], index) => (index === 0 && separator === ' | ' ? ' ' : separator) + field)
        .join('') +
      end,
  )

const otherLines = fc.constantFrom(
  '',
  '  ',
  '# a comment',
  '#',
  '# recline-disable-next-line',
  '# recline-disable-nextline notation',
  '# recline-disable-next-line notation missing-field',
  '# recline-disable notation, needs-quotes',
  '# recline-enable notation',
  '# recline-disable',
  '# recline-enable',
  '# recline-disable unused-suppression tag-case -- old files',
  '@BEGIN x',
  '@END',
  '@END',
  ' @END',
  ' @BEGIN',
  'some text',
  '{ "a": [',
  '/* note */',
  '  @BEGIN y',
  '\t@END',
  '| rid=1',
  '  | rid=1',
  '  | title="x"',
  'CONTROL rid=1',
  '// note',
  '@DOC domain=compliance',
  '@DOC domain=[core.compliance, core.insurance]',
  '@DOC domain=core.hr@9',
  '@DOC',
  '@DOC | title=x y',
)

/** Merge conflicts of git, complete or not, around whole records and between the lines of one. */
const conflicts = fc
  .tuple(
    fc.constantFrom('<<<<<<< HEAD\n', '<<<<<<< HEAD\n', '<<<<<<<\r\n', '<<<<<<\n', ''),
    fc.constantFrom(
      '',
      '@CONTROL rid=CTL-1 | title="a"\n',
      '  | title="a"\n',
      '@FINDING rid=F-1\n  | status=open\n',
      '\n',
    ),
    fc.constantFrom('', '', '||||||| 1a2b3c4\n', '||||||| base\n  | title="b"\n'),
    fc.constantFrom('=======\n', '=======\n', '======= \r\n', ''),
    fc.constantFrom(
      '',
      '@CONTROL rid=CTL-1 | title="c"\n',
      '  | title="c"\n',
      '@CONTROL rid=CTL-2 | maturity=3\n',
      'text\n',
    ),
    fc.constantFrom(
      '>>>>>>> feature/x',
      '>>>>>>> feature/x',
      '>>>>>>>',
      '>>>>>>> x\n  | owner="Ann"',
      '>>>>>>> x\n  | owner=Ann',
    ),
  )
  .map(parts => parts.join(''))

const lineEnds = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '\n\n')

/** One typing error: deletes up to three characters, inserts one, or both. */
const slips = fc
  .tuple(
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', '', '"', '|', ' ', '=', '\\', '[', ']', '{', '}', "'", ',', '\n', '#', ':', '@'),
  )
  .map(([place, length, inserted]) => (text: string): string => {
    const start = place % (text.length + 1)
    return text.slice(0, start) + inserted + text.slice(start + length)
  })
