import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { parse } from '../syntax/tree.ts'
import { nameOf } from './unit-name.ts'
import { unitsOf } from './units.ts'

test.each([
  ['@CONTROL rid=C-1 | title="Access review"\n', 'CONTROL C-1', 'Access review'],
  ['@A title="some title"\n', 'A', 'some title'],
  ['@FINDING rid=F-1 | severity="high"\n', 'FINDING F-1', ''],
  ['# one\n# two\n\n', 'comment', '# one'],
  ['one\r\ntwo\r\n', 'text', 'one'],
  [' \n  one\n', 'text', 'one'],
])('the name of %j is %s, its title %j', (text, name, title) =>
  expect(nameOf(unitsOf(parse(text), builtinRegistry, '\n')[0]!, builtinRegistry)).toEqual({ name, title }),
)
