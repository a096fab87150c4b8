import { expect, test } from 'vitest'
import { outline } from '../../test/outline.ts'

/** Reads the parts of a record: each line is one of them, as `outline` shows it. */
const reads = (text: string, ...parts: string[]): void =>
  expect(outline(text).split('\n')).toEqual(['record T', ...parts.map(part => `  ${part}`)])

test('a value that is not closed ends only before a | with blanks around it and a field', () => {
  reads('@T a="x| b=y', 'a = quoted (open) ⟨"x| b=y⟩')
  reads('@T a="x |b=y', 'a = quoted (open) ⟨"x |b=y⟩')
  reads('@T a="x & b=y', 'a = quoted (open) ⟨"x & b=y⟩')
  reads('@T a="x b=y', 'a = quoted (open) ⟨"x b=y⟩')
  reads('@T a="x | b:=1', 'a = quoted (open) ⟨"x | b:=1⟩')
  reads('@T a="x | b:int 1', 'a = quoted (open) ⟨"x | b:int 1⟩')
  reads('@T a="x | b:int', 'a = quoted (open) ⟨"x | b:int⟩')
  reads('@T a="x | b', 'a = quoted (open) ⟨"x | b⟩')
  reads('@T a="x | b:int=1', 'a = quoted (open) ⟨"x⟩', '| b:int = bare ⟨1⟩')
  reads('@T a=[x| b=1 | c=2', 'a = list (open) ⟨[x| b=1⟩', '| c = bare ⟨2⟩')
})

test('a string is closed by its own quote, also behind a =', () => {
  reads('@T a="x="y', 'a = quoted ⟨"x="⟩', 'behind-value ⟨y⟩')
  reads('@T a="x | b=" | c=1', 'a = quoted ⟨"x | b="⟩', '| c = bare ⟨1⟩')
  reads('@T a="x | b:string="y"', 'a = quoted (open) ⟨"x⟩', '| b:string = quoted ⟨"y"⟩')
  reads('@T a="\\"x" | b="y=\\"z"', 'a = quoted ⟨"\\"x"⟩', '| b = quoted ⟨"y=\\"z"⟩')
  reads('@T a="x\n  | b=y"', 'a = quoted (open) ⟨"x⟩', '| b = bare ⟨y"⟩')
  reads('@T a=["\\"]", b] | c=1', 'a = list ⟨["\\"]", b]⟩', '| c = bare ⟨1⟩')
})

test('single quotes hold a value only where it starts with one', () => {
  reads("@T a=x 'y | b=2'", "a = bare ⟨x 'y⟩", "| b = bare ⟨2'⟩")
  reads("@T a='p|b='q'", "a = bare ⟨'p⟩", "| b = bare ⟨'q'⟩")
  reads("@T a='pxb='q'", "a = bare ⟨'pxb='q'⟩")
  reads("@T a='x b=1 y'", "a = bare ⟨'x b=1 y'⟩")
  reads("@T a='x | y", "a = bare ⟨'x⟩", '| y')
  reads("@T a='x', b='y' # c", "a = bare ⟨'x'⟩", 'comma ⟨,⟩', ", b = bare ⟨'y'⟩", 'comment ⟨# c⟩')
})

test('a bare value ends before commas that separate fields', () => {
  reads('@T a=1 , ; b=2', 'a = bare ⟨1⟩', 'comma ⟨, ;⟩', ', b = bare ⟨2⟩')
  reads('@T a=,x, | b=,', 'a = bare ⟨,x⟩', 'comma ⟨,⟩', '| b=', 'comma ⟨,⟩')
  reads('@T a= , | b=1', 'a=', 'comma ⟨,⟩', '| b = bare ⟨1⟩')
  reads('@T a, b=1', 'a', 'comma ⟨,⟩', ', b = bare ⟨1⟩')
})

test('a word with commas in it is a name where = follows', () => {
  reads('@T a,b=1', 'a,b = bare ⟨1⟩')
  reads('@T c,=2', 'text ⟨c,=2⟩')
  reads('@T d,#e=3', 'text ⟨d,#e=3⟩')
  reads('@T $f, g=4', 'text ⟨$f,⟩', 'g = bare ⟨4⟩')
  reads('@T a!:int=1 | b! = 2 | c!', 'a!:int = bare ⟨1⟩', '| b! = bare ⟨2⟩', 'text ⟨c!⟩')
})

test('behind a colon stands a type, whatever the word', () => {
  reads('@T a:date=1', 'a:date = bare ⟨1⟩')
  reads('@T a:=1', 'a: = bare ⟨1⟩')
  reads('@T a: =1', 'a: = bare ⟨1⟩')
  reads('@T a :int = 1', 'a:int = bare ⟨1⟩')
  reads('@T a: date=1', 'a:', 'date = bare ⟨1⟩')
})

test('a # with white space behind it, or at the end of a line, starts a comment', () => {
  reads('@T a=1 #', 'a = bare ⟨1⟩', 'comment ⟨#⟩')
  reads('@T a=1 #\n  | b=2', 'a = bare ⟨1⟩', 'comment ⟨#⟩', '| b = bare ⟨2⟩')
  reads('@T a=1# | b=#', 'a = bare ⟨1#⟩', '| b = bare ⟨#⟩')
  reads('@T a= # c', 'a=', 'comment ⟨# c⟩')
  reads('@T # c | d | e=1', 'comment ⟨# c | d⟩', '| e = bare ⟨1⟩')
})

test('a | behind other text separates a field', () => {
  reads('@T "x" | a=1', 'text ⟨"x"⟩', '| a = bare ⟨1⟩')
  reads('@T # c | a=1', 'comment ⟨# c⟩', '| a = bare ⟨1⟩')
})

test('lines end with LF, CRLF or CR', () => {
  reads('@T a=1\r | b=2\n | c=3\r\n | d=4', 'a = bare ⟨1⟩', '| b = bare ⟨2⟩', '| c = bare ⟨3⟩', '| d = bare ⟨4⟩')
  reads('@T a=1\n=======\n | b=2\n', 'a = bare ⟨1⟩', 'marker ⟨=======⟩', '| b = bare ⟨2⟩')
})

test('a word apart from its @ is the tag only if it can be one', () => {
  expect(outline('@ !y')).toBe('record \n  text ⟨!y⟩')
  expect(outline('@ T-2 a=1')).toBe('record \n  T-2\n  a = bare ⟨1⟩')
  expect(outline('@ y2 a=1')).toBe('record y2\n  a = bare ⟨1⟩')
})
