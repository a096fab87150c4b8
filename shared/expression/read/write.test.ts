import { expect, test } from 'vitest'
import { taskRegistry, taskTag } from '../../../test/expressions.ts'
import { readExpression } from '../expression.ts'
import { symbolsOf } from '../help/symbols.ts'
import { isWord, renameSymbol, splitExpressions, textLiteral } from './write.ts'

/** The expression after the symbol behind the cursor has another name. */
function renamed(marked: string, to: string): string {
  const source = marked.replace('▮', '')
  const offset = marked.indexOf('▮')
  const symbol = symbolsOf(readExpression(source, taskTag, taskRegistry)).find(({ start }) => start === offset)!
  const { start, end, text } = renameSymbol(source, symbol, to)
  return source.slice(0, start) + text + source.slice(end)
}

test.each([
  ['1 + ▮level > 2', 'rank', '1 + rank > 2'],
  ['▮level > 2', 'x-y', 'this["x-y"] > 2'],
  ['▮level > 2', 'a.b', 'this["a.b"] > 2'],
  ['▮level > 2', '2nd', 'this["2nd"] > 2'],
  ['▮level > 2', 'in', 'this.in > 2'],
  ['▮level > 2', 'true', 'this.true > 2'],
  ['▮level > 2', 'false', 'this.false > 2'],
  ['▮level > 2', 'null', 'this.null > 2'],
  ['▮level > 2', 'and', 'this.and > 2'],
  ['▮level > 2', 'or', 'this.or > 2'],
  ['▮level > 2', 'not', 'this.not > 2'],
  ['▮level > 2', 'AND', 'this.AND > 2'],
  ['▮level > 2', 'OR', 'this.OR > 2'],
  ['▮level > 2', 'NOT', 'this.NOT > 2'],
  ['labels.all(x, ▮level > 2)', 'x', 'labels.all(x, this.x > 2)'],
  ['labels.all(x, ▮level > 2)', 'y', 'labels.all(x, y > 2)'],
  ['labels.all(x, true) && ▮level > 2', 'x', 'labels.all(x, true) && x > 2'],
  ['parent.▮level > 2', 'rank', 'parent.rank > 2'],
  ['parent.▮level > 2', 'in', 'parent.in > 2'],
  ['parent.▮level > 2', 'x-y', 'parent["x-y"] > 2'],
  ['parent . ▮level > 2', 'x-y', 'parent ["x-y"] > 2'],
  ['owner_ref.boss.▮name == ""', 'a.b', 'owner_ref.boss["a.b"] == ""'],
  ['this[▮"level"] > 2', 'rank', 'this["rank"] > 2'],
  ["this[▮'level'] > 2", 'x-y', "this['x-y'] > 2"],
  ['this[▮r"level"] > 2', 'x-y', 'this["x-y"] > 2'],
  ['this[▮"""level"""] > 2', 'x-y', 'this["x-y"] > 2'],
  ['status == ▮"open"', 'new', 'status == "new"'],
  [`title == 'x' && status == ▮"open"`, 'new', `title == 'x' && status == "new"`],
  ["status == ▮'open'", 'it\'s "new"', `status == 'it\\'s "new"'`],
  ['status == ▮"open"', 'it\'s "new"\\', `status == "it's \\"new\\"\\\\"`],
  ['referrers(▮"TASK", "parent").size() > 1', 'JOB', 'referrers("JOB", "parent").size() > 1'],
  ["referrers(▮'acme.work.TASK', 'parent').size() > 1", 'JOB', "referrers('acme.work.JOB', 'parent').size() > 1"],
  ['referrers("TASK", ▮"parent").size() > 1', 'x-y', 'referrers("TASK", "x-y").size() > 1'],
  ['labels.all(▮x, true)', 'label', 'labels.all(label, true)'],
  ['labels.all(x, ▮x == "")', 'label', 'labels.all(x, label == "")'],
])('renames in %s to %s', (marked, to, after) => {
  expect(renamed(marked, to)).toBe(after)
})

test('a word is what can stand in an expression without quotes', () => {
  expect(['a', 'A1', '_a', 'a_b', 'in'].map(isWord)).toEqual([true, true, true, true, true])
  expect(['', '1a', 'a-b', 'a.b', ' a', 'a ', 'ä'].map(isWord)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ])
})

test('a text in quotes has a backslash before its quotes and backslashes', () => {
  expect(textLiteral(`a"b'c\\`, '"')).toBe(`"a\\"b'c\\\\"`)
  expect(textLiteral(`a"b'c\\`, "'")).toBe(`'a"b\\'c\\\\'`)
})

test.each([
  ['a, b,c', ['a', 'b', 'c']],
  ['', []],
  [' , a,', ['a']],
  ['f(a, b), [c, d], {e, f}', ['f(a, b)', '[c, d]', '{e, f}']],
  ['"a,\\",b", \'c,"\', d', ['"a,\\",b"', "'c,\"'", 'd']],
  ['r"\\", """a"b, c""", d', ['r"\\"', '"""a"b, c"""', 'd']],
  ['"a, b', ['"a, b']],
  [')a, b', [')a, b']],
])('%s', (list, items) => expect(splitExpressions(list)).toEqual(items))
