import { expect, test } from 'vitest'
import { builtinRegistry, check } from '../../test/records.ts'
import { createRegistry } from '../domains/registry.ts'
import { positionAt } from '../syntax/tree.ts'
import { ClosedFile } from './closed-file.ts'
import { excerptOf } from './excerpt.ts'
import { packFile } from './packed-file.ts'

const text =
  '# note\n@CONTROL rid=C-1\n  | title="x"\n\n@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-1, C-2"'

/** The texts and places of the second and third of the records, as they are found in what the file says now. */
function found(now: string): unknown {
  const file = new ClosedFile('file:///a.rec', packFile(check(text)))
  const excerpt = excerptOf(now, [file.recordAt(1), file.recordAt(2)], builtinRegistry)
  return excerpt?.tree.entries.map((entry, index) => [
    entry.text,
    positionAt(excerpt.tree, excerpt.tree.starts[index]! + 9),
  ])
}

test('records are found where they stand, as long as they are what they were', () => {
  const records = text.split('\n').slice(4)
  expect(found(text)).toEqual([
    [`${records[0]}\n`, { line: 4, character: 9 }],
    [records[1], { line: 5, character: 9 }],
  ])
  expect(found(text.replaceAll('\n', '\r\n'))).toEqual([
    [`${records[0]}\r\n`, { line: 4, character: 9 }],
    [records[1], { line: 5, character: 9 }],
  ])
  for (const now of [
    '',
    '\n' + text,
    text.replaceAll('\n', '\r'),
    text.replace('# note', '# no\rte'),
    text.replace('C-1, C-2', 'C-2, C-1'),
    text.replace('C-1, C-2', 'C-1, C-3'),
    text.replace('C-1, C-2', 'C-1, C-2, C-3'),
    text.replace('C-1, C-2', 'C-1'),
    text.replace('@FINDING rid=F-2', '@XYZZY rid=F-2'),
    text.replace('rid=F-2 | ', ''),
    text.replace('@FINDING rid=F-2', '# FINDING rid=F-2'),
    text.replace('F-2', 'F-3'),
  ]) {
    expect(found(now), now).toBeUndefined()
  }
})

test('a record whose domain is no longer known is not found', () => {
  const file = new ClosedFile('file:///a.rec', packFile(check(text)))
  expect(excerptOf(text, [file.recordAt(1)], createRegistry([]))).toBeUndefined()
})

test('the identities of the records are known, and the end of the text', () => {
  const file = new ClosedFile('file:///a.rec', packFile(check(text)))
  const excerpt = excerptOf(text, [file.recordAt(0)], builtinRegistry)!
  expect(excerpt.entries.map(({ tag, identity, findings }) => [tag?.name, identity?.definition?.id, findings])).toEqual(
    [['CONTROL', 'C-1', []]],
  )
  expect([...excerpt.tree.starts, ...excerpt.tree.lines]).toEqual([7, text.length, 1, 1])
})
