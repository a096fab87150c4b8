import { env } from 'node:process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry, Stray } from '../shared/syntax/nodes.ts'
import { parse } from '../shared/syntax/tree.ts'
import { type Token, tokens } from './tokens.ts'

describe('a bad line does not spoil the next', () => {
  const badLines = [
    'hello',
    '"',
    '[',
    '@END',
    ' | a=1',
    '@',
    '@"',
    '@t',
    '@T |',
    '@T "',
    '@T #',
    '@T a',
    '@T $a=',
    '@T a:',
    '@T a=',
    '@T a=1 # b',
    '@T a="',
    '@T a="x',
    '@T a="x\\',
    '@T a=""x',
    '@T a=[',
    '@T a=[x, "y',
    '@T a=["',
    '@T a={',
    '@T a={x: {"y',
    "@T a='x",
    '@T a=1,',
    '@DOC domain=',
    '@DOC domain=[',
    '@DOC domain=[x',
    '# recline-disable "',
  ]
  const good = '@CONTROL rid=CTL-1 | title="x"\n  | maturity:int=3'
  const withoutPlace = ({ text, scopes }: Token): string => `${text}  ${scopes}`

  test.each(badLines)('%s', bad => {
    const all = tokens(`${bad}\n${good}`)
    expect(all.filter(token => token.start > bad.length).map(withoutPlace)).toEqual(tokens(good).map(withoutPlace))
  })

  test.each(badLines.filter(line => /^@(T|DOC)\b/.test(line)))('nor its own continuation line: %s', bad => {
    const all = tokens(`${bad}\n  | owner="Ana"`)
    const expected = tokens('@T\n  | owner="Ana"').slice(2)
    expect(all.filter(token => token.start > bad.length).map(withoutPlace)).toEqual(expected.map(withoutPlace))
  })
})

describe('a line of 200 kB', () => {
  const units = [
    ' ',
    '\\"',
    '=[\\"',
    ' a="\\" ',
    ' | a="',
    '[',
    ' # ',
    'a:b=',
    '$',
    ' $a',
    '|$a:',
    " a='",
    "'",
    "' ",
    ', ',
    ' ,',
    '={',
    ',a=',
  ]
  test.each(units)('of nothing but ⟨%s⟩', unit => {
    const line = '@T a="x" b=' + unit.repeat(Math.ceil(200_000 / unit.length))
    const last = { text: 'T', start: line.length + 2, scopes: 'entity.name.tag', whole: 'meta.record' }
    expect(tokens(`${line}\n@T`).slice(-1)).toEqual([last])
  })
})

describe('the grammar reads what the parser reads', () => {
  const pieces = [
    '@',
    'T',
    '@T ',
    '@t ',
    '@DOC ',
    '@BEGIN',
    '@END',
    '\n',
    '\n  | ',
    'rid=',
    'a=',
    'b:int=',
    'c = ',
    '"',
    '"x"',
    '\\',
    '\\"',
    ' ',
    '\t',
    '|',
    ' | ',
    '#',
    ' # ',
    '[x, "y"]',
    'in progress',
    '3',
    '4.5',
    'true',
    '2026-01-02',
    '=',
    'é',
    '$a=',
    '9b:int=',
    '!',
    "'",
    "='",
    "'x | y'",
    ',',
    ', ',
    ';',
    '{x: "}"}',
    '\n<<<<<<< HEAD',
    '\n=======\n  | ',
    '\n|||||||',
    '\n>>>>>>> x',
  ]
  test('any text', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map(parts => '@T ' + parts.join('')),
        text => {
          expect(kindsByGrammar(text)).toBe(kindsByParser(text))
        },
      ),
      { numRuns: Number(env.RUNS ?? 500) },
    ))
})

/** A letter for each character of the text that says what it belongs to; white space stays. */
function kindsByGrammar(text: string): string {
  const kinds = Array.from(text.replace(/\S/g, ' '))
  const rules: [RegExp, string][] = [
    [/string\.unquoted\.block|keyword\.control\.block/, 'block'],
    [/conflict-marker/, '<'],
    [/comment\.line/, 'comment'],
    [/misplaced-comment/, 'misplaced comment'],
    [/stray|behind-value/, 'stray'],
    [/\.tag\b|keyword\.control\.header/, '@'],
    [/parameter\.field/, 'name'],
    [/storage\.type/, ':'],
    [/unclosed|string|numeric|boolean|function\.rid|list/, 'value'],
  ]
  for (const { text: token, start, scopes } of tokens(text)) {
    const kind = rules.find(([scope]) => scope.test(scopes))?.[1]
    if (kind) mark(kinds, token, start, kind)
  }
  return kinds.join('')
}

function kindsByParser(text: string): string {
  const tree = parse(text)
  const kinds = Array.from(text.replace(/\S/g, ' '))
  tree.entries.forEach((entry, index) => {
    for (const [start, end, kind] of partsOf(entry))
      mark(kinds, entry.text.slice(start, end), tree.starts[index]! + start, kind)
  })
  return kinds.join('')
}

type Part = [start: number, end: number, kind: string]

function partsOf(entry: Entry): Part[] {
  if (entry.kind !== 'record') return [[0, entry.text.length, entry.kind === 'marker' ? '<' : entry.kind]]
  return [
    [entry.at, entry.tagEnd, '@'],
    ...entry.fields.flatMap(({ nameStart, nameEnd, typeStart, typeEnd, value }): Part[] => [
      [nameStart, nameEnd, 'name'],
      [typeStart, typeEnd, ':'],
      [value?.start ?? -1, value?.end ?? -1, 'value'],
    ]),
    ...entry.strays.map(({ kind, start, end }): Part => [start, end, kindsOfStrays[kind] ?? 'stray']),
  ]
}

const kindsOfStrays: Partial<Record<Stray['kind'], string>> = { comment: 'misplaced comment', marker: '<' }

/** A part that is not there starts and ends at -1: its text is empty, so nothing is marked. */
function mark(kinds: string[], text: string, start: number, kind: string): void {
  for (let index = 0; index < text.length; index++) if (/\S/.test(text[index]!)) kinds[start + index] = kind[0]!
}
