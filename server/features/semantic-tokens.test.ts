import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver-types'
import { checkFile } from '../../shared/check/check.ts'
import { edit, textOf } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { SemanticTokensResults, semanticTokensIn, semanticTokensLegend } from './semantic-tokens.ts'

/** The tokens as `text type.modifier`. */
function decode(text: string, { data }: Pick<SemanticTokens, 'data'>): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  const tokens: string[] = []
  let line = 0
  let character = 0
  for (let index = 0; index < data.length; index += 5) {
    const [lines_, characters, length, type, modifiers] = data.slice(index, index + 5) as [
      number,
      number,
      number,
      number,
      number,
    ]
    expect(Math.min(lines_, characters)).toBeGreaterThanOrEqual(0)
    character = lines_ > 0 ? characters : character + characters
    line += lines_
    const names = semanticTokensLegend.tokenModifiers.filter((_, bit) => modifiers & (1 << bit))
    tokens.push(
      `${lines[line]!.slice(character, character + length)} ${[semanticTokensLegend.tokenTypes[type], ...names].join('.')}`,
    )
  }
  return tokens
}

const tokens = (text: string): string[] => decode(text, new SemanticTokensResults().full('', snapshotOf(text).file))

test('a tag, field names, types and values have tokens', () => {
  expect(
    tokens(
      '# x\n@CONTROL rid=CTL-1 | title="x \\"🙂" | status="draft"\r\n  | status="tested" | maturity : int = 3 | color=5',
    ),
  ).toEqual([
    '@CONTROL class',
    'rid property',
    'CTL-1 variable.declaration',
    'title property',
    'status property',
    'status property',
    '"tested" enumMember',
    'maturity property',
    'int type',
    '3 number',
    'color property.unknown',
    '5 number',
  ])
  expect(tokens('@CERT auto_renew:bool=true | expires:ts=2026-06-30 | expires="2026-06-31"')).toEqual([
    '@CERT class',
    'auto_renew property',
    'bool type',
    'true keyword',
    'expires property',
    'ts type',
    '2026-06-30 number.timestamp',
    'expires property',
  ])
})

test('each reference of a list has a token', () => {
  expect(tokens('@SERVICE rid="S-1" | dependencies="S-2, S-3"')).toEqual([
    '@SERVICE class',
    'rid property',
    'S-1 variable.declaration',
    'dependencies property',
    'S-2 variable',
    'S-3 variable',
  ])
})

test('unknown tags and fields are marked, and their values have the type they are written with', () => {
  expect(tokens('@NOTAG a=x | b:int=3 | c:number=1.5 | d=[1] | e="1" | f=false | g=2026-06-30 | h:ref=x | i')).toEqual([
    '@NOTAG class.unknown',
    'a property',
    'x string',
    'b property',
    'int type',
    '3 number',
    'c property',
    'number type.unknown',
    '1.5 number',
    'd property',
    'e property',
    'f property',
    'false keyword',
    'g property',
    '2026-06-30 number.timestamp',
    'h property',
    'ref type',
    'x string',
    'i property',
  ])
  expect(tokens('@Con!trol x=1')).toEqual(['x property', '1 number'])
})

test('a header', () => {
  expect(tokens('@DOC domain=[compliance, nowhere] | title="x"')).toEqual([
    '@DOC keyword',
    'domain property',
    'compliance namespace',
    'nowhere namespace.unknown',
    'title property',
  ])
})

test('text outside records has no tokens', () => {
  expect(tokens('# @CONTROL rid=1\n@BEGIN\n@CONTROL rid=1\n@END\nstray\n\n')).toEqual([])
  expect(tokens('')).toEqual([])
})

test('a range has the tokens of its entries', () => {
  const text = '@A a=1\n@B b=2\n@C c=3\n'
  const range = { start: { line: 1, character: 3 }, end: { line: 1, character: 4 } }
  expect(decode(text, semanticTokensIn(snapshotOf(text).file, range))).toEqual([
    '@B class.unknown',
    'b property',
    '2 number',
  ])
  expect(decode('', semanticTokensIn(snapshotOf('').file, range))).toEqual([])
})

function edited(snapshot: Snapshot, start: number, end: number, text: string): Snapshot {
  const tree = edit(snapshot.file.tree, start, end, text)
  return { ...snapshot, file: checkFile(tree, snapshot.file.context, snapshot.file) }
}

function applied(data: readonly number[], answer: SemanticTokens | SemanticTokensDelta): number[] {
  if ('data' in answer) return answer.data
  const result = [...data]
  for (const { start, deleteCount, data: inserted = [] } of answer.edits) result.splice(start, deleteCount, ...inserted)
  return result
}

test('after an edit only the changes are sent', () => {
  const results = new SemanticTokensResults()
  const before = snapshotOf('@A a=1\n@B b=2\n@C c=3\n@D d=4\n')
  const full = results.full(before.uri, before.file)
  const after = edited(before, 12, 13, '"x"')
  const answer = results.changes(after.uri, after.file, full.resultId!) as SemanticTokensDelta
  expect(answer.edits).toEqual([{ start: 15, deleteCount: 30, data: expect.any(Array) as number[] }])
  expect(results.changes(after.uri, after.file, answer.resultId!)).toEqual({ resultId: '3', edits: [] })
})

test('all tokens are sent if the client has an older result, or if the file was closed', () => {
  const results = new SemanticTokensResults()
  const snapshot = snapshotOf('@A a=1\n')
  const { resultId, data } = results.full(snapshot.uri, snapshot.file)
  results.full(snapshot.uri, snapshot.file)
  expect(results.changes(snapshot.uri, snapshot.file, resultId!)).toMatchObject({ data })
  results.forget(snapshot.uri)
  expect(results.changes(snapshot.uri, snapshot.file, '3')).toMatchObject({ data })
})

const edits = fc.array(
  fc.tuple(fc.nat(), fc.nat(30), fc.oneof(damagedFiles(), fc.constantFrom('', '"', ' | ', '\n', '@', 'x', '\n\n'))),
  { minLength: 1, maxLength: 5 },
)

test(
  'the changes, one after the other, give the tokens of the text',
  () =>
    fc.assert(
      fc.property(damagedFiles(), edits, (text, changes) => {
        const results = new SemanticTokensResults()
        let snapshot: Snapshot = snapshotOf(text)
        let { resultId, data } = results.full(snapshot.uri, snapshot.file) as { resultId: string; data: number[] }
        for (const [place, length, inserted] of changes) {
          const size = textOf(snapshot.file.tree).length
          const start = place % (size + 1)
          snapshot = edited(snapshot, start, Math.min(size, start + length), inserted)
          const answer = results.changes(snapshot.uri, snapshot.file, resultId)
          data = applied(data, answer)
          resultId = answer.resultId!
          expect(data).toEqual(new SemanticTokensResults().full(snapshot.uri, snapshot.file).data)
          decode(textOf(snapshot.file.tree), { data })
        }
      }),
      { numRuns: runs(300) },
    ),
  600_000,
)
