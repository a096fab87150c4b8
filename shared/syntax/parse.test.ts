import { expect, test } from 'vitest'
import { outline } from '../../test/outline.ts'
import { joins, parseEntries, parseEntryAt } from './parse.ts'

const reads = (text: string, expected: string): void => expect('\n' + outline(text)).toBe(expected.replace(/\n$/, ''))

test('a record with every kind of value', () =>
  reads(
    '@CONTROL rid=CTL-1 | title="a | b \\" c" | maturity:int=3 | tags=[a, "]", [b]]',
    `
record CONTROL
  rid = bare ⟨CTL-1⟩
  | title = quoted ⟨"a | b \\" c"⟩
  | maturity:int = bare ⟨3⟩
  | tags = list ⟨[a, "]", [b]]⟩
`,
  ))

test('a closed list can hold what would start a field, also below a list that is not closed', () => {
  reads(
    '@A tags=[a | b=c, "] | d=e"] | f=1\n  | g=[open | h={x | i=j} | k=2\n  | l=[m | n=o] | p=3',
    `
record A
  tags = list ⟨[a | b=c, "] | d=e"]⟩
  | f = bare ⟨1⟩
  | g = list (open) ⟨[open⟩
  | h = list (open) ⟨{x⟩
  | i = bare ⟨j}⟩
  | k = bare ⟨2⟩
  | l = list ⟨[m | n=o]⟩
  | p = bare ⟨3⟩
`,
  )
})

test('white space is read around @, |, = and :', () =>
  reads(
    '  @CONTROL\trid = C-1|title= "x"  |\u00a0maturity : int = 3 ',
    `
record CONTROL
  rid = bare ⟨C-1⟩
  | title = quoted ⟨"x"⟩
  | maturity:int = bare ⟨3⟩
`,
  ))

test('lines: comment, blank run, block, anything else; LF, CRLF and CR', () =>
  reads(
    '\ufeff# a\r\n\r\n  \r@BEGIN x\n@CONTROL rid=\r@END\nhello\n | a=1\r\n@END\n@END\n @BEGIN\n@BEGIN\n\t@END x\n@BEGINNING a=1\n @ENDED',
    `
comment "\ufeff# a\\r\\n"
blank "\\r\\n  \\r"
block "@BEGIN x\\n@CONTROL rid=\\r@END\\n"
stray "hello\\n | a=1\\r\\n"
stray "@END\\n"
stray "@END\\n"
block " @BEGIN\\n@BEGIN\\n\\t@END x\\n"
record BEGINNING
  a = bare ⟨1⟩
record ENDED
`,
  ))

test('a block that is never closed runs to the end', () =>
  reads(
    '@BEGIN\n@CONTROL rid=1',
    `
block (open) "@BEGIN\\n@CONTROL rid=1"
`,
  ))

test('continuation lines belong to the record above, not behind a blank line or a comment', () =>
  reads(
    '@CONTROL\n  | rid=C-1\n\t| status="open" | owner="x"\n\n  | lost=1\n# c\n | lost=2\n',
    `
record CONTROL
  | rid = bare ⟨C-1⟩
  | status = quoted ⟨"open"⟩
  | owner = quoted ⟨"x"⟩
blank "\\n"
stray "  | lost=1\\n"
comment "# c\\n"
stray " | lost=2\\n"
`,
  ))

test('conflict markers, alone and between the lines of a record', () =>
  reads(
    '<<<<<<< HEAD\n@T a=1\r\n=======\r\n|||||||\n  | b=2\n>>>>>>> x\n@T\n<<<<<<<\n<<<<<<\n=======',
    `
marker "<<<<<<< HEAD\\n"
record T
  a = bare ⟨1⟩
  marker ⟨=======⟩
  marker ⟨|||||||⟩
  | b = bare ⟨2⟩
marker ">>>>>>> x\\n"
record T
marker "<<<<<<<\\n"
stray "<<<<<<\\n"
marker "======="
`,
  ))

test('a quoted string does not cross a line end', () =>
  reads(
    '@T a="x\n  | b="y"',
    `
record T
  a = quoted (open) ⟨"x⟩
  | b = quoted ⟨"y"⟩
`,
  ))

test('a bare value goes to the next |, field or comment', () =>
  reads(
    '@T status=in progress | a=x b=y c:int=3 | d=1 # e | f=g #h',
    `
record T
  status = bare ⟨in progress⟩
  | a = bare ⟨x⟩
  b = bare ⟨y⟩
  c:int = bare ⟨3⟩
  | d = bare ⟨1⟩
  comment ⟨# e⟩
  | f = bare ⟨g #h⟩
`,
  ))

test('an unclosed string ends before the next field', () =>
  reads(
    '@T a="x | b=y | c="z" d="q',
    `
record T
  a = quoted (open) ⟨"x⟩
  | b = bare ⟨y⟩
  | c = quoted ⟨"z"⟩
  d = quoted (open) ⟨"q⟩
`,
  ))

test('a string whose closing quote opens the next value is the unclosed one', () =>
  reads(
    '@T a="x | b="y" | c:string="" | d="1 | e="2"',
    `
record T
  a = quoted (open) ⟨"x⟩
  | b = quoted ⟨"y"⟩
  | c:string = quoted ⟨""⟩
  | d = quoted (open) ⟨"1⟩
  | e = quoted ⟨"2"⟩
`,
  ))

test('an unclosed list ends before the next field', () =>
  reads(
    '@T a=[x, [y] | b=[z | c=[1] | d=[ | e=2',
    `
record T
  a = list (open) ⟨[x, [y]⟩
  | b = list (open) ⟨[z⟩
  | c = list ⟨[1]⟩
  | d = list (open) ⟨[⟩
  | e = bare ⟨2⟩
`,
  ))

test('braces are read to the one that balances', () =>
  reads(
    '@T a={x: {"}": 1}, [y} | b={z | c={1} | d={',
    `
record T
  a = list ⟨{x: {"}": 1}, [y}⟩
  | b = list (open) ⟨{z⟩
  | c = list ⟨{1}⟩
  | d = list (open) ⟨{⟩
`,
  ))

test('a value in single quotes ends at the first one that something ends a value behind', () =>
  reads(
    "@T a='x | y' | b='don't' c='z', d='' | e='p | f='q' | g= 'r'|h='s",
    `
record T
  a = bare ⟨'x | y'⟩
  | b = bare ⟨'don't'⟩
  c = bare ⟨'z'⟩
  comma ⟨,⟩
  , d = bare ⟨''⟩
  | e = bare ⟨'p⟩
  | f = bare ⟨'q'⟩
  | g = bare ⟨'r'⟩
  | h = bare ⟨'s⟩
`,
  ))

test('commas and semicolons where a | belongs', () =>
  reads(
    '@T a=1, b="x";c=[y] , ; d=3, e, f=, # n\n  | , g=p,q; r | h=1,i=2 | j="k", l;',
    `
record T
  a = bare ⟨1⟩
  comma ⟨,⟩
  , b = quoted ⟨"x"⟩
  comma ⟨;⟩
  , c = list ⟨[y]⟩
  comma ⟨, ;⟩
  , d = bare ⟨3, e⟩
  comma ⟨,⟩
  , f=
  comma ⟨,⟩
  comment ⟨# n⟩
  comma ⟨,⟩
  | g = bare ⟨p,q; r⟩
  | h = bare ⟨1,i=2⟩
  | j = quoted ⟨"k"⟩
  behind-value ⟨, l;⟩
`,
  ))

test('text directly behind a value', () =>
  reads(
    '@T a="x"y z | b=[1]2 c=3 | d="q" r',
    `
record T
  a = quoted ⟨"x"⟩
  behind-value ⟨y z⟩
  | b = list ⟨[1]⟩
  behind-value ⟨2⟩
  c = bare ⟨3⟩
  | d = quoted ⟨"q"⟩
  behind-value ⟨r⟩
`,
  ))

test('a name without a value, an empty field, text that is no field', () =>
  reads(
    '@T | a | b= | c:int || some words | "x" | title: "y" | d= e=1 |',
    `
record T
  empty
  a
  | b=
  | c:int
  empty
  text ⟨some words⟩
  text ⟨"x"⟩
  text ⟨title: "y"⟩
  | d=
  e = bare ⟨1⟩
  empty
`,
  ))

test('a word that cannot be a name is read as one where = shows that it is meant so', () =>
  reads(
    '@T $name=1 | 9lives:int=2 | ünï="x" | a!b = c | $d | #e=1 | "f"=2 | $g:int | http://x?h=1',
    `
record T
  $name = bare ⟨1⟩
  | 9lives:int = bare ⟨2⟩
  | ünï = quoted ⟨"x"⟩
  | a!b = bare ⟨c⟩
  text ⟨$d⟩
  text ⟨#e=1⟩
  text ⟨"f"=2⟩
  text ⟨$g:int⟩
  text ⟨http://x?h=1⟩
`,
  ))

test('behind a colon and white space stands a type or the next field', () =>
  reads(
    '@T a: int=1 | b: c:int=3 | d: e=4',
    `
record T
  a:int = bare ⟨1⟩
  | b:
  c:int = bare ⟨3⟩
  | d:
  e = bare ⟨4⟩
`,
  ))

test('the tag is one word, whatever it is', () => {
  reads('@Con-trol|a=1', '\nrecord Con-trol\n  a = bare ⟨1⟩\n'.replace('  a', '  empty\n  a'))
  reads('@ CONTROL a=1', '\nrecord CONTROL\n  a = bare ⟨1⟩\n')
  reads('@', '\nrecord \n')
  reads('@ a=1', '\nrecord \n  a = bare ⟨1⟩\n')
})

test.each<[above: string, below: string, isJoined: boolean]>([
  ['@A a=1\n', '  | b=2\n', true],
  ['@A a=1\n', '=======\n', true],
  ['@A a=1\n', '| b=2\n', false],
  ['@A a=1\n', 'x\n', false],
  ['@A a=1\n', '\n', false],
  ['@A a=1\n', '@B\n', false],
  ['=======\n', '  | b=2\n', true],
  ['=======\n', '>>>>>>> x\n', true],
  ['=======\n', '@B\n', false],
  ['\n', ' \n', true],
  ['\n', 'x\n', false],
  ['@BEGIN\n', '@B\n', true],
  ['@BEGIN\n@END\n', '@B\n', false],
  ['x\n', 'y\n', true],
  ['x\n', '@END\n', false],
  ['@END\n', 'x\n', false],
  ['x\n', '# c\n', false],
  ['# c\n', '# d\n', false],
])('whether %j could take in %j below it', (above, below, isJoined) => {
  expect(joins(parseEntries(above)[0]!, parseEntries(below)[0]!)).toBe(isJoined)
})

test('white space at the end is a blank line; seven equal characters are a marker only if git writes them', () => {
  reads('@A\n  ', '\nrecord A\nblank "  "\n')
  reads('aaaaaaa x\n', '\nstray "aaaaaaa x\\n"\n')
  reads('=======x\n', '\nstray "=======x\\n"\n')
  reads('@BEGIN', '\nblock (open) "@BEGIN"\n')
  reads('@BEGIN\n@END', '\nblock "@BEGIN\\n@END"\n')
  reads('@BEGIN|x', '\nrecord BEGIN\n  empty\n  x\n')
})

test('the entry at an offset', () => {
  const text = '@A\n# c\n'
  expect([0, 3, 7].map(start => parseEntryAt(text, start)?.text)).toEqual(['@A\n', '# c\n', undefined])
})
