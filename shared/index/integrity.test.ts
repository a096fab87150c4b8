import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diagnosticsOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'
import { checkRuled, ruledFiles, ruledLine } from '../../test/ruled-files.ts'
import { type CheckedFile, checkFile } from '../check/check.ts'
import type { Problem } from '../check/problem.ts'
import { edit, lengthOf } from '../syntax/tree.ts'
import { checkIntegrity, type Integrity } from './integrity.ts'
import { packFile } from './packed-file.ts'
import { WorkspaceIndex } from './workspace-index.ts'

const tell = (text: string, others: Record<string, string> = {}): string[] => diagnosticsOf(text, { others })

test('an id that two records of a tag have: the later one in a file, each in several files', () => {
  expect(tell('@CONTROL rid=C-1\n@CONTROL rid="C-1"\n@FINDING rid=C-1\n')).toEqual([
    '2:10 notation: CONTROL.rid is written in quotes; the canonical notation is rid=C-1.',
    '2:15 duplicate-rid: CONTROL "C-1" exists twice; an id must be unique among the records of its tag, so change one of them. → test.rec 1:14',
  ])
  expect(tell('@CONTROL rid=C-1\n', { 'b.rec': '\n@CONTROL rid=C-1', 'c.rec': '@CONTROL rid=C-1' })).toEqual([
    '1:14 duplicate-rid: CONTROL "C-1" exists 3 times; an id must be unique among the records of its tag, so change one of them. → b.rec 2:14 → c.rec 1:14',
  ])
})

test('the id of a tag without rid; a record without an id; the same id in another domain', () => {
  expect(tell('@TXN id="T-1"\n@TXN id="T-1"\n').map(line => line.split(':', 2).join(':'))).toEqual([
    '2:10 duplicate-rid',
  ])
  expect(tell('@EVIDENCE collector="x"\n@EVIDENCE collector="x"\n')).toEqual([])
  expect(tell('@DOC domain=core.compliance\n@POLICY rid=P-1\n@DOC domain=core.insurance\n@POLICY rid=P-1\n')).toEqual(
    [],
  )
})

test('references: to a record here or in another file, to none, to another tag', () => {
  expect(tell('@FINDING rid=F-1 | control_ref="C-1"\n@CONTROL rid=C-1\n')).toEqual([])
  expect(tell('@FINDING rid=F-1 | control_ref="C-1"\n', { 'b.rec': '@CONTROL rid=C-1' })).toEqual([])
  expect(tell('@FINDING rid=F-1 | control_ref="C-2"\n', { 'b.rec': '@CONTROL rid=C-1' })).toEqual([
    '1:33 dangling-reference: FINDING.control_ref is "C-2", but no CONTROL has that id; write an existing id, or add the record.',
  ])
  expect(tell('@FINDING rid=F-1 | control_ref="F-1"\n')).toEqual([
    '1:33 wrong-reference: FINDING.control_ref is "F-1", the id of a FINDING; it must be the id of a CONTROL. → test.rec 1:14',
  ])
})

test('a list of references is checked item by item', () => {
  expect(
    tell('@SERVICE rid=S-1\n@SERVICE rid=S-0 | dependencies="S-1, S-2,S-3"\n').map(line => line.split(',')[0]),
  ).toEqual([
    '2:39 dangling-reference: SERVICE.dependencies is "S-2"',
    '2:43 dangling-reference: SERVICE.dependencies is "S-3"',
  ])
  expect(
    tell('@SERVICE rid=S-1\n@SERVICE rid=S-0 | dependencies=[S-1, "S-2"]\n').map(line => line.split(',')[0]),
  ).toEqual(['2:40 dangling-reference: SERVICE.dependencies is "S-2"'])
})

test('a comment suppresses what concerns other records too', () => {
  expect(tell('# recline-disable-next-line dangling-reference\n@FINDING rid=F-1 | control_ref="C-2"\n')).toEqual([])
})

test('before all files are read nothing is said of other records', () => {
  expect(diagnosticsOf('@FINDING rid=F-1 | control_ref="C-2"\n')).toEqual([])
})

test('after an edit, the problems above it and below it stay, and move with their lines', () => {
  // Without ids of their own: after a change of ids, all is checked again.
  const dangling = (id: string): string => `@FINDING control_ref="${id}"\n`
  const text = `${dangling('A')}${dangling('B')}# x\n${['C', 'D', 'E'].map(dangling).join('')}`
  const lines = text.split(/(?<=\n)/)
  const offsets = lines.map((_, line) => lines.slice(0, line).join('').length)
  const inserted = ['', '\n', '# z\n', '\n\n# z\n', '@POLICY title="x"\n', '@EVIDENCE control_ref="none"\n'.repeat(2)]
  for (const start of offsets)
    for (const end of [start, ...offsets.filter(offset => offset > start)])
      for (const more of inserted) {
        const index = new WorkspaceIndex()
        const before = check(text)
        index.update('file:///a.rec', before)
        const previous = checkIntegrity('file:///a.rec', before, index)
        const after = checkFile(edit(before.tree, start, end, more), before.context, before)
        index.update('file:///a.rec', after)
        const kept = checkIntegrity('file:///a.rec', after, index, previous)
        expect(kept.problems.map(placeOf)).toEqual(checkIntegrity('file:///a.rec', after, index).problems.map(placeOf))
      }
})

test('after edits, problems of repeated ids say how many there are and where the others are', () => {
  const index = new WorkspaceIndex()
  const uri = 'file:///a.rec'
  let text = '@PERSON rid=P-1\n@PERSON rid=P-2\n@PERSON rid=P-3\n'
  let file = checkRuled(text, 'a.rec')
  index.update(uri, file)
  let integrity = checkIntegrity(uri, file, index)
  const edits: [string, string, string[]][] = [
    ['rid=P-2', 'rid=P-1', ['1 exists twice 0']],
    ['@PERSON', '\n@PERSON', ['2 exists twice 1']],
    ['rid=P-3', 'rid=P-1 | name="Bo"', ['2 exists 3 times 1,3', '3 exists 3 times 1,2']],
    ['rid=P-1\n', '', ['2 exists twice 1']],
    ['rid=P-1 |', 'rid=P-9 |', []],
  ]
  for (const [from, to, expected] of edits) {
    const start = text.indexOf(from)
    text = text.replace(from, to)
    file = checkFile(edit(file.tree, start, start + from.length, to), file.context, file)
    index.update(uri, file)
    integrity = checkIntegrity(uri, file, index, integrity)
    const places = (problem: Problem): unknown => problem.related?.().map(({ at }) => 'uri' in at && at.start.line)
    const told = integrity.names.map(problem => {
      const [count] = problem.message.match(/exists [^;]*/)!
      return `${file.tree.lineOf(problem.entry)} ${count} ${places(problem)}`
    })
    expect(told).toEqual(expected)
    expect(integrity.names.map(withRelated)).toEqual(checkIntegrity(uri, file, index).names.map(withRelated))
  }
})

test('a problem that stays does not keep the file that it was found in', async () => {
  const index = new WorkspaceIndex()
  const afterKeys = (): { first: WeakRef<CheckedFile>; last: Integrity } => {
    let file = check('@FINDING control_ref="none"\n@POLICY title="x"\n')
    const first = new WeakRef(file)
    index.update('file:///a.rec', file)
    let last = checkIntegrity('file:///a.rec', file, index)
    for (let key = 0; key < 3; key++) {
      file = checkFile(edit(file.tree, 44, 44, 'y'), file.context, file)
      index.update('file:///a.rec', file)
      last = checkIntegrity('file:///a.rec', file, index, last)
    }
    return { first, last }
  }
  const { first, last } = afterKeys()
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  await setImmediate()
  // A collection that had begun before may have seen the file while it was in use. The next one has not.
  for (let time = 0; time < 2; time++) if (typeof collect === 'function') collect()
  expect([typeof collect, first.deref() === undefined, last.problems.map(({ code }) => code)]).toEqual([
    'function',
    true,
    ['dangling-reference'],
  ])
})

const placeOf = ({ entry, start, end, code, message }: Problem): unknown[] => [entry, start, end, code, message]

/** With the other places, where they are now. */
const withRelated = (problem: Problem): unknown[] => [...placeOf(problem), problem.related?.()]

const parts = fc.constantFrom(
  '',
  '1',
  ' | level:int=1',
  ' | title="b" | level:int=1',
  ' | end:ts=2026-06-29',
  ' | name="Bo"',
)

test('after changes of several files, open or not, the problems of each are those of a new index', () =>
  fc.assert(
    fc.property(
      ruledFiles,
      fc.array(fc.tuple(fc.nat(2), fc.nat(400), fc.nat(30), fc.oneof(ruledLine, parts), fc.boolean()), {
        maxLength: 6,
      }),
      (texts, changes) => {
        const uris = texts.map((_, number) => `file:///${number}.rec`)
        const index = new WorkspaceIndex()
        const files = texts.map((text, number) => checkRuled(text, `${number}.rec`))
        files.forEach((file, number) => void index.update(uris[number]!, file))
        const known = files.map((file, number) => checkIntegrity(uris[number]!, file, index))
        for (const [which, at, length, inserted, isClosed] of changes) {
          const number = which % files.length
          const before = files[number]!
          const start = Math.min(at, lengthOf(before.tree))
          const end = Math.min(start + length, lengthOf(before.tree))
          const after = checkFile(edit(before.tree, start, end, inserted), before.context, before)
          files[number] = after
          const affected = index.update(uris[number]!, isClosed ? packFile(after) : after, after.context)
          known[number] = checkIntegrity(uris[number]!, after, index, isClosed ? undefined : known[number])
          files.forEach((file, other) => {
            if (affected.has(uris[other]!)) known[other] = checkIntegrity(uris[other]!, file, index, known[other])
          })
          const fresh = new WorkspaceIndex()
          files.forEach((file, other) => void fresh.update(uris[other]!, file))
          files.forEach((file, other) => {
            const whole = checkIntegrity(uris[other]!, file, fresh)
            expect(known[other]!.names.map(withRelated)).toEqual(whole.names.map(withRelated))
          })
        }
      },
    ),
    {
      numRuns: runs(100),
      examples: [
        [['@PERSON rid=P-1 | name="Bo"\n', '@PERSON rid=P-2 | name="Bob"\n'], [[1, 25, 1, '', true]]],
        [['@PERSON rid=P-1 | name="Bo"\n', '@PERSON rid=P-2 | name="Bo"\n'], [[1, 25, 0, '1', false]]],
      ],
    },
  ))
