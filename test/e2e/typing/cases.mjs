// Ways of typing: the text before with the cursor `$0`, the keys, and the text after them.

/**
 * @typedef {string | string[]} Key a key such as `Tab`, or a text to type. `⟨label⟩` waits until this entry of the list
 *   is marked, `⟨…text⟩` until there is this ghost text, `⟨|text⟩` until as many characters are selected,
 *   `⟨=text⟩` until a line is this text. Keys in an
 *   array are pressed at once, before the editor has answered any of them.
 *
 * @typedef {object} Case
 * @property {string} title
 * @property {string} before
 * @property {Key[]} keys
 * @property {string} after
 */

const control = '@CONTROL rid=CTL-%01 | title="Backups" | status="tested"\n'

/** @type {Case[]} */
export const cases = [
  {
    title: 'Tab: a new record, field by field',
    before: `${control}$0`,
    keys: [
      ['@FIN'],
      '⟨@FINDING⟩',
      'Tab',
      '⟨CTL-%01⟩',
      'Tab',
      'Tab',
      '⟨low⟩',
      'hi',
      '⟨high⟩',
      'Tab',
      'Tab',
      'Two | \\"three\\"',
      'Enter',
      '#',
    ],
    after: `${control}@FINDING rid=FND-2026-005 | control_ref="CTL-%01" | severity="high" | description="Two | \\"three\\""\n#$0`,
  },
  {
    title: 'Tab behind a whole value goes on, although its list is open',
    before: `${control}$0`,
    keys: [
      ['@EVI'],
      '⟨@EVIDENCE⟩',
      'Tab',
      '⟨CTL-%01⟩',
      'CTL-%01',
      '⟨CTL-%01⟩',
      'Tab',
      '⟨document⟩',
      'log',
      '⟨log⟩',
      'Tab',
      '2026-05-11',
      'Escape',
      'Enter',
      '#',
    ],
    after: `${control}@EVIDENCE control_ref="CTL-%01" | type="log" | collected:ts=2026-05-11\n#$0`,
  },
  {
    title: 'Tab accepts a tag, and the list of its first value opens',
    before: `${control}@EVIDENCE control_ref="CTL-%01" | collector="Ana"\n$0`,
    keys: [['@EVI'], '⟨@EVIDENCE⟩', 'Tab', '⟨CTL-%01⟩', 'Tab', 'Tab'],
    after: `${control}@EVIDENCE control_ref="CTL-%01" | collector="Ana"\n@EVIDENCE control_ref="CTL-%01" | type="$0" | collected:ts= | collector=""`,
  },
  {
    title: 'Enter ends a new record: its empty fields go',
    before: `${control}$0`,
    keys: [['@EVI'], '⟨@EVIDENCE⟩', 'Tab', '⟨CTL-%01⟩', 'Tab', 'Enter', '# more'],
    after: `${control}@EVIDENCE control_ref="CTL-%01"\n# more$0`,
  },
  {
    title: 'Enter and what is typed at once behind it: the empty fields of the new record go',
    before: `${control}$0`,
    keys: [['@EVI'], '⟨@EVIDENCE⟩', 'Tab', '⟨CTL-%01⟩', 'Tab', ['Enter', '# The next one']],
    after: `${control}@EVIDENCE control_ref="CTL-%01"\n# The next one$0`,
  },
  {
    title: 'Enter behind a date of a new record ends it, and its empty fields go',
    before: `${control}$0`,
    keys: [
      ['@EVI'],
      '⟨@EVIDENCE⟩',
      'Tab',
      '⟨CTL-%01⟩',
      'Tab',
      'Tab',
      '⟨document⟩',
      'Escape',
      'Tab',
      '2026-05-11',
      'Escape',
      'Enter',
      '#',
    ],
    after: `${control}@EVIDENCE control_ref="CTL-%01" | collected:ts=2026-05-11\n#$0`,
  },
  {
    title: 'An arrow key leaves a new record: its empty fields go, and undo brings them back',
    before: `${control}$0\n# below`,
    keys: [
      ['@EVI'],
      '⟨@EVIDENCE⟩',
      'Tab',
      '⟨CTL-%01⟩',
      'Tab',
      'Escape',
      'ArrowDown',
      '⟨=@EVIDENCE control_ref="CTL-%01"⟩',
      'Control+z',
    ],
    after: `${control}@EVIDENCE control_ref="CTL-%01" | type="" | collected:ts= | collector=""\n# below$0`,
  },
  {
    title: 'Tab twice at once to a field with a list: the list opens',
    before: '@CONTROL rid=CTL-%01 | owner="x"\n$0',
    keys: [['@CONT'], '⟨@CONTROL⟩', 'Tab', ['Tab', 'Tab'], '⟨not-started⟩', 'Tab', 'Enter', '#'],
    after: '@CONTROL rid=CTL-%01 | owner="x"\n@CONTROL rid=CTL-%02 | status="not-started"\n#$0',
  },
  {
    title: 'Enter leaves the empty fields of an older record',
    before: '@CONTROL rid=CTL-%01 | title="$0" | status=""',
    keys: ['Old', 'Enter', '#'],
    after: '@CONTROL rid=CTL-%01 | title="Old" | status=""\n#$0',
  },
  {
    title: 'Tab and what is typed at once behind it: a new field',
    before: '@CONTROL rid=CTL-%02 | title="$0"',
    keys: [['Back', 'Tab', 'sta']],
    after: '@CONTROL rid=CTL-%02 | title="Back" | sta$0',
  },
  {
    title: 'Tab and what is typed at once behind it: the next empty field',
    before: '@CONTROL rid=CTL-%02 | title="$0" | maturity:int= | owner=""',
    keys: [['Back', 'Tab', '3', 'Tab', 'Ana']],
    after: '@CONTROL rid=CTL-%02 | title="Back" | maturity:int=3 | owner="Ana$0"',
  },
  {
    title: 'Tab and what is typed at once behind it: a value of two lines',
    before: '@CONTROL rid=CTL-%02 | title="x$0"\n  | owner=""\n',
    keys: [['Tab', 'Ana']],
    after: '@CONTROL rid=CTL-%02 | title="x"\n  | owner="Ana$0"\n',
  },
  {
    title: 'Tab: undo takes back the new field only',
    before: '@CONTROL rid=CTL-%02 | title="$0"',
    keys: ['Backups', 'Tab', '⟨framework⟩', 'Escape', 'Control+z'],
    after: '@CONTROL rid=CTL-%02 | title="Backups$0"',
  },
  {
    title: 'Shift+Tab goes back, and Tab forward again',
    before: '@CONTROL rid=CTL-%02 | title="abc" | owner="x$0"',
    keys: [
      'Shift+Tab',
      '⟨|abc⟩',
      'Shift+Tab',
      '⟨|CTL-10502⟩',
      'Tab',
      '⟨|abc⟩',
      'Tab',
      '⟨|x⟩',
      'Tab',
      '⟨framework⟩',
      'y',
    ],
    after: '@CONTROL rid=CTL-%02 | title="abc" | owner="x" | y$0',
  },
  {
    title: 'Tab to a field with a value and what is typed at once behind it: it replaces the value',
    before: '@CONTROL rid=CTL-%02 | title="abc$0" | owner="x" | status="tested"',
    keys: [['Tab', 'Ana', 'Tab', 'draft']],
    after: '@CONTROL rid=CTL-%02 | title="abc" | owner="Ana" | status="draft$0"',
  },
  {
    title: 'Tab at the end of a record that has all fields writes nothing',
    before: '@CONTROL rid=CTL-%02 | framework="a" | title="b" | status="tested" | owner="c" | maturity:int=3$0\n',
    keys: ['Tab', 'Tab', '4'],
    after: '@CONTROL rid=CTL-%02 | framework="a" | title="b" | status="tested" | owner="c" | maturity:int=34$0\n',
  },
  {
    title: 'Shift+Tab and what is typed at once behind it: it replaces the value',
    before: '@CONTROL rid=CTL-%02 | title="abc" | owner="x$0"',
    keys: [['Shift+Tab', 'new']],
    after: '@CONTROL rid=CTL-%02 | title="new$0" | owner="x"',
  },
  {
    title: 'Shift+Tab twice and what is typed at once behind them',
    before: '@CONTROL rid=CTL-%02 | title="abc" | maturity:int=3 | owner="x$0"',
    keys: [['Shift+Tab', 'Shift+Tab', 'new']],
    after: '@CONTROL rid=CTL-%02 | title="new$0" | maturity:int=3 | owner="x"',
  },
  {
    title: 'Shift+Tab, a value and Tab at once',
    before: '@CONTROL rid=CTL-%02 | title="abc" | maturity:int=3 | owner="$0"',
    keys: [['Shift+Tab', '4', 'Tab', 'Ana']],
    after: '@CONTROL rid=CTL-%02 | title="abc" | maturity:int=4 | owner="Ana$0"',
  },
  {
    title: 'Shift+Tab and what is typed at once behind it: a value with signs of two code units',
    before: '@CONTROL rid=CTL-%02 | title="a🙂é" | owner="x$0"',
    keys: [['Shift+Tab', 'new']],
    after: '@CONTROL rid=CTL-%02 | title="new$0" | owner="x"',
  },
  {
    title: 'Enter inside the quotes of the last value',
    before: `${control}@CONTROL rid=CTL-%02 | title="abc$0"\n`,
    keys: ['d', ['Enter', '@CON']],
    after: `${control}@CONTROL rid=CTL-%02 | title="abcd"\n@CON$0\n`,
  },
  {
    title: 'Enter inside a text does not break it',
    before: `@CONTROL rid=CTL-%02 | title="The quarterly$0 review of access" | owner="Ana"\n`,
    keys: [['Enter', '@CON']],
    after: `@CONTROL rid=CTL-%02 | title="The quarterly review of access" | owner="Ana"\n@CON$0\n`,
  },
  {
    // On a busy machine the line can still come between the two lines of the record.
    title: 'A text of a record with a line below: Enter starts a line behind the record',
    before: `@CONTROL rid=CTL-%02 | title="The quarterly$0 review"\n  | owner="Ana"\n`,
    keys: ['Enter', '#'],
    after: `@CONTROL rid=CTL-%02 | title="The quarterly review"\n  | owner="Ana"\n#$0\n`,
  },
  {
    title: 'End goes to the end of a wrapped record, and Enter starts the next one',
    before: `@CONTROL rid=CTL-%02 | title="$0${'The quarterly review of access rights, with all of its steps. '.repeat(8).trim()}" | owner="Ana"\n`,
    keys: ['End', 'Enter', '#'],
    after: `@CONTROL rid=CTL-%02 | title="${'The quarterly review of access rights, with all of its steps. '.repeat(8).trim()}" | owner="Ana"\n#$0\n`,
  },
  {
    title: 'A tag in front of a word leaves the word',
    before: '$0quarterly reviews\n',
    keys: ['@FIND', '⟨@FINDING⟩', 'Tab'],
    after: '@FINDING $0quarterly reviews\n',
  },
  {
    title: 'Enter behind a finished value does not accept an entry',
    before: '@CONTROL rid=CTL-%02 | status="$0"\n',
    keys: ['tested', '⟨tested⟩', 'Enter', '#'],
    after: '@CONTROL rid=CTL-%02 | status="tested"\n#$0\n',
  },
  {
    title: 'Enter accepts the entry for an unfinished value',
    before: '@CONTROL rid=CTL-%02 | status="$0"\n',
    keys: ['te', '⟨tested⟩', 'Enter', 'Enter', '#'],
    after: '@CONTROL rid=CTL-%02 | status="tested"\n#$0\n',
  },
  {
    title: 'Enter accepts the marked entry for an empty reference',
    before: `${control}@EVIDENCE rid=EVD-%01 | control_ref="$0"\n`,
    keys: ['Control+Space', '⟨CTL-%01⟩', 'Enter', 'Enter', '#'],
    after: `${control}@EVIDENCE rid=EVD-%01 | control_ref="CTL-%01"\n#$0\n`,
  },
  {
    title: 'Enter accepts a field and then the marked entry of its list',
    before: `${control}@EVIDENCE rid=EVD-%01 | $0\n`,
    keys: ['con', '⟨control_ref⟩', 'Enter', '⟨CTL-%01⟩', 'Enter', 'Enter', '#'],
    after: `${control}@EVIDENCE rid=EVD-%01 | control_ref="CTL-%01"\n#$0\n`,
  },
  {
    title: 'Enter accepts the marked entry of other lists for an empty value',
    before: '@CONTROL rid=CTL-%02 | status="$0"\n',
    keys: ['Control+Space', '⟨not-started⟩', 'Enter', 'Enter', '#'],
    after: '@CONTROL rid=CTL-%02 | status="not-started"\n#$0\n',
  },
  {
    title: 'Enter inside the quotes of an empty text without a list',
    before: '@CONTROL rid=CTL-%02 | title="$0"\n',
    keys: ['Enter', '#'],
    after: '@CONTROL rid=CTL-%02 | title=""\n#$0\n',
  },
  {
    title: 'Enter inside the quotes with several cursors',
    before: '@CONTROL rid=CTL-%02 | title="a$0"\n@CONTROL rid=CTL-%03 | title="b"\n',
    keys: ['Control+Shift+ArrowDown', 'c', ['Enter', '#']],
    after: '@CONTROL rid=CTL-%02 | title="ac"\n#$0\n@CONTROL rid=CTL-%03 | title="bc"\n#\n',
  },
  {
    title: 'Enter behind a date of which the list has the start',
    before: '@FINDING rid=FND-%01 | remediation_due:ts=$0',
    keys: ['2026', 'Escape', '-06-30', 'Enter', '#'],
    after: '@FINDING rid=FND-%01 | remediation_due:ts=2026-06-30\n#$0',
  },
  {
    title: 'Enter behind a bar, and Enter again',
    before: '@CONTROL rid=CTL-%02$0',
    keys: [' |', '⟨framework⟩', 'Escape', 'Enter', 'Enter', '#'],
    after: '@CONTROL rid=CTL-%02\n#$0',
  },
  {
    title: 'Enter behind a bar, and a field',
    before: '@CONTROL rid=CTL-%02$0',
    keys: [' |', '⟨framework⟩', 'Escape', 'Enter', 'ow', '⟨owner⟩', 'Tab', 'Ana', 'Enter', 'Enter', '#'],
    after: '@CONTROL rid=CTL-%02\n  | owner="Ana"\n#$0',
  },
  {
    title: 'Enter behind a bar, and a record: it starts there',
    before: `${control}@CONTROL rid=CTL-%02$0\n`,
    keys: [' |', '⟨title⟩', 'Escape', 'Enter', '@EVIDENCE type=log'],
    after: `${control}@CONTROL rid=CTL-%02\n@EVIDENCE type=log$0\n`,
  },
  {
    title: 'Enter behind a bar and what is typed at once behind it',
    before: '@CONTROL rid=CTL-%02$0',
    keys: [' |', '⟨framework⟩', 'Escape', ['Enter', 'maturity:int=3']],
    after: '@CONTROL rid=CTL-%02\n  | maturity:int=3$0',
  },
  {
    title: 'A text and Enter at once behind Enter below a record: the text stays',
    before: '@CONTROL rid=CTL-%02 | title="x"\n  | $0',
    keys: ['Control+Space', '⟨framework⟩', 'Escape', ['Enter', 'note', 'Enter', '#']],
    after: '@CONTROL rid=CTL-%02 | title="x"\nnote\n#$0',
  },
  {
    title: 'Enter behind a bar: undo takes back all of it',
    before: '@CONTROL rid=CTL-%02$0',
    keys: [' |', '⟨framework⟩', 'Escape', 'Enter', 'Control+z'],
    after: '@CONTROL rid=CTL-%02 |$0',
  },
  {
    title: 'A bar behind the one that Tab has written takes its place',
    before: '@CONTROL rid=CTL-%02 | title="Old"$0',
    keys: ['Tab', '⟨framework⟩', ' |', '⟨framework⟩', ' matu', '⟨maturity⟩', 'Tab', '3'],
    after: '@CONTROL rid=CTL-%02 | title="Old" | maturity:int=3$0',
  },
  {
    title: 'Tab, a bar and a field at once',
    before: '@CONTROL rid=CTL-%02 | title="Old"$0',
    keys: [['Tab', ' | maturity:int=3']],
    after: '@CONTROL rid=CTL-%02 | title="Old" | maturity:int=3$0',
  },
  {
    title: 'Escape and Ctrl+S: the empty fields of the new record go',
    before: `${control}$0\n# below`,
    keys: [
      ['@EVI'],
      '⟨@EVIDENCE⟩',
      'Tab',
      '⟨CTL-%01⟩',
      'Tab',
      'Escape',
      'Control+s',
      '⟨=@EVIDENCE control_ref="CTL-%01"⟩',
      'x',
    ],
    after: `${control}@EVIDENCE control_ref="CTL-%01x$0"\n# below`,
  },
  {
    title: 'Tab accepts ghost text: a record like the three above, field by field',
    before: `@CONTROL rid=CTL-%01 | title="A" | owner="Ana"
@CONTROL rid=CTL-%02 | title="B" | owner="Ana"
@CONTROL rid=CTL-%03 | title="C" | owner="Ana"$0`,
    keys: ['Enter', '⟨…@CONTROL⟩', 'Tab', 'Tab', 'New', 'Enter', '#'],
    after: `@CONTROL rid=CTL-%01 | title="A" | owner="Ana"
@CONTROL rid=CTL-%02 | title="B" | owner="Ana"
@CONTROL rid=CTL-%03 | title="C" | owner="Ana"
@CONTROL rid=CTL-%04 | title="New"
#$0`,
  },
]
