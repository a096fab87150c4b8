import { expect, test } from 'vitest'
import { taskRegistry, taskTag } from '../../../test/expressions.ts'
import { fieldOf } from '../../domains/registry.ts'
import { describeType, type Type, typeOfField } from '../check/types.ts'
import { readExpression } from '../expression.ts'
import { type ExpressionSymbol, symbolsOf } from './symbols.ts'

/** Each symbol with its text, and what it means. */
function symbolsIn(source: string, expected?: Type): string[] {
  const meaning = (symbol: ExpressionSymbol): string => {
    switch (symbol.kind) {
      case 'field':
        return `${symbol.form} ${symbol.tag.name}.${symbol.field.name}${symbol.hidden.map(name => ` hidden by ${name}`).join('')}`
      case 'value':
        return `value ${symbol.tag.name}.${symbol.field.name} ${symbol.value}`
      case 'tag':
        return `tag ${symbol.tag.fullName.path}${symbol.isPath ? ' as a path' : ''}`
      case 'function':
        return `function ${symbol.called.name}`
      case 'variable':
        return `variable ${symbol.name}: ${describeType(symbol.type)}, from ${symbol.declaration.start}`
      case 'word':
        return `word ${symbol.name}`
    }
  }
  return symbolsOf(readExpression(source, taskTag, taskRegistry), expected).map(
    symbol => `${symbol.start} ${source.slice(symbol.start, symbol.end)} = ${meaning(symbol)}`,
  )
}

test.each([
  ['1 + 2 > 2 && "a" == "b"', []],
  ['xyzzy > 1 && frobnicate(level)', ['24 level = name TASK.level']],
  ['level > cost', ['0 level = name TASK.level', '8 cost = name TASK.cost']],
  ['now > start', ['0 now = word now', '6 start = name TASK.start']],
  ['this.level > 1', ['0 this = word this', '5 level = member TASK.level']],
  ['this["x-y"] > 1', ['0 this = word this', '5 "x-y" = text TASK.x-y']],
  ['this["xyzzy"] > 1', ['0 this = word this']],
  ['labels["level"] > 1', ['0 labels = name TASK.labels']],
  [
    'owner_ref.boss.name == ""',
    ['0 owner_ref = name TASK.owner_ref', '10 boss = member PERSON.boss', '15 name = member PERSON.name'],
  ],
  ['owner_ref.xyzzy == ""', ['0 owner_ref = name TASK.owner_ref']],
  ['title.xyzzy == ""', ['0 title = name TASK.title']],
  ['-level > [level][0]', ['1 level = name TASK.level', '10 level = name TASK.level']],
  [
    'has(parent) ? !urgent : has(parent.title)',
    [
      '0 has = function has',
      '4 parent = name TASK.parent',
      '15 urgent = name TASK.urgent',
      '24 has = function has',
      '28 parent = name TASK.parent',
      '35 title = member TASK.title',
    ],
  ],
  [
    'title.trim().size() > size(labels)',
    [
      '0 title = name TASK.title',
      '6 trim = function trim',
      '13 size = function size',
      '22 size = function size',
      '27 labels = name TASK.labels',
    ],
  ],
  [
    'status == "open" || "done" != status',
    [
      '0 status = name TASK.status',
      '10 "open" = value TASK.status open',
      '20 "done" = value TASK.status done',
      '30 status = name TASK.status',
    ],
  ],
  [
    'status in ["open", "xyzzy"] || "mon" in days',
    [
      '0 status = name TASK.status',
      '11 "open" = value TASK.status open',
      '31 "mon" = value TASK.days mon',
      '40 days = name TASK.days',
    ],
  ],
  [
    'status == (urgent ? "open" : "done")',
    [
      '0 status = name TASK.status',
      '11 urgent = name TASK.urgent',
      '20 "open" = value TASK.status open',
      '29 "done" = value TASK.status done',
    ],
  ],
  ['title == "open"', ['0 title = name TASK.title']],
  ['title.startsWith("open")', ['0 title = name TASK.title', '6 startsWith = function startsWith']],
  [
    'referrers("TASK", "parent").size() > 1',
    [
      '0 referrers = function referrers',
      '10 "TASK" = tag acme.work.TASK',
      '18 "parent" = text TASK.parent',
      '28 size = function size',
    ],
  ],
  [
    "referrers('acme.work.TASK', 'needs')[0].level > 1",
    [
      '0 referrers = function referrers',
      "10 'acme.work.TASK' = tag acme.work.TASK as a path",
      "28 'needs' = text TASK.needs",
      '40 level = member TASK.level',
    ],
  ],
  ['referrers("XYZZY", "parent").size() > 1', ['0 referrers = function referrers', '29 size = function size']],
  ['referrers("TASK", "xyzzy") == []', ['0 referrers = function referrers', '10 "TASK" = tag acme.work.TASK']],
  ['acyclic(parent)', ['0 acyclic = function acyclic', '8 parent = name TASK.parent']],
])('the symbols of %s', (source, symbols) => {
  expect(symbolsIn(source)).toEqual(symbols)
})

test.each([
  [
    'labels.all(x, x == title)',
    [
      '0 labels = name TASK.labels',
      '7 all = function all',
      '11 x = variable x: a text, from 11',
      '14 x = variable x: a text, from 11',
      '19 title = name TASK.title hidden by x',
    ],
  ],
  [
    'labels.all(title, title == "") && title == ""',
    [
      '0 labels = name TASK.labels',
      '7 all = function all',
      '11 title = variable title: a text, from 11',
      '18 title = variable title: a text, from 11',
      '34 title = name TASK.title',
    ],
  ],
  [
    'needs.exists(n, n.needs.exists(m, m.title == n.title))',
    [
      '0 needs = name TASK.needs',
      '6 exists = function exists',
      '13 n = variable n: a reference to TASK, from 13',
      '16 n = variable n: a reference to TASK, from 13',
      '18 needs = member TASK.needs',
      '24 exists = function exists',
      '31 m = variable m: a reference to TASK, from 31',
      '34 m = variable m: a reference to TASK, from 31',
      '36 title = member TASK.title',
      '45 n = variable n: a reference to TASK, from 13',
      '47 title = member TASK.title',
    ],
  ],
  [
    '[1].exists(x, ["a"].all(x, x == "") && x > level)',
    [
      '4 exists = function exists',
      '11 x = variable x: a whole number, from 11',
      '20 all = function all',
      '24 x = variable x: a text, from 24',
      '27 x = variable x: a text, from 24',
      '39 x = variable x: a whole number, from 11',
      '43 level = name TASK.level hidden by x',
    ],
  ],
  ['[1].all(x, true) && x > 1', ['4 all = function all', '8 x = variable x: a whole number, from 8']],
  [
    '[1].all(x, [2].all(y, y > level))',
    [
      '4 all = function all',
      '8 x = variable x: a whole number, from 8',
      '15 all = function all',
      '19 y = variable y: a whole number, from 19',
      '22 y = variable y: a whole number, from 19',
      '26 level = name TASK.level hidden by y hidden by x',
    ],
  ],
  ['labels.all("x", title == "")', ['0 labels = name TASK.labels', '7 all = function all']],
])('the names for items in %s', (source, symbols) => {
  expect(symbolsIn(source)).toEqual(symbols)
})

test('a text is an allowed value if the whole expression should have one', () => {
  const status = typeOfField(fieldOf(taskTag, 'status')!, taskRegistry)
  expect(symbolsIn('"open"', status)).toEqual(['0 "open" = value TASK.status open'])
  expect(symbolsIn('urgent ? "open" : "xyzzy"', status)).toEqual([
    '0 urgent = name TASK.urgent',
    '9 "open" = value TASK.status open',
  ])
  expect(symbolsIn('"open"')).toEqual([])
  expect(symbolsIn('"open"', { kind: 'string', values: ['open'] })).toEqual([])
})
