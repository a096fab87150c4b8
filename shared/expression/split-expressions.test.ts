import { expect, test } from 'vitest'
import { splitExpressions } from './split-expressions.ts'

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
