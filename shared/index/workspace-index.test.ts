import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry, check } from '../../test/records.ts'
import { type CheckedFile, checkFile } from '../check/check.ts'
import { type RecordName, recordName } from '../domains/identity.ts'
import { edit, textOf } from '../syntax/tree.ts'
import { checkIntegrity, type Integrity } from './integrity.ts'
import { packFile } from './packed-file.ts'
import { WorkspaceIndex } from './workspace-index.ts'

const ids = ['A-1', 'A-2', 'A-10', 'B']
const tags = ['CONTROL', 'FINDING', 'SERVICE', 'POLICY', 'TXN'].flatMap(tag => builtinRegistry.tagsNamed(tag))
const names = tags.flatMap(({ fullName }) => ids.map(id => recordName(fullName, id)))
const uris = ['file:///a.rec', 'file:///b.rec', 'file:///c.rec']

const lines = fc
  .tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))
  .chain(([id, other]) =>
    fc.constantFrom(
      `@CONTROL rid=${id} | title="x"`,
      `@FINDING rid=${id} | control_ref="${other}"`,
      `@SERVICE rid=${id} | dependencies="${other}, ${id}"`,
      `@POLICY rid=${id}`,
      `@CLAIM rid=${id} | policy_ref="${other}"`,
      `@EVIDENCE control_ref="${other}"`,
      `@TXN id="${id}"`,
      `@UNKNOWN rid=${id}`,
      '@OBLIGATION requirement="x"',
      '@DOC domain=core.insurance',
      '@DOC domain=core.compliance',
      '',
      '# note',
    ),
  )
/** A file's new text, as its editor has it or as it is on disk; undefined where it is gone. */
const updates = fc.record({
  uri: fc.constantFrom(...uris),
  text: fc.option(
    fc.array(lines, { maxLength: 6 }).map(all => all.join('\n')),
    { nil: undefined, freq: 6 },
  ),
  isOpen: fc.boolean(),
  /** How many parts are taken of one that is not open before the next update; undefined where all are at once. */
  parts: fc.option(fc.nat(4), { nil: undefined, freq: 2 }),
})

/** All that an index answers. */
const answers = (index: WorkspaceIndex): unknown => ({
  uris: [...index.uris()].sort(),
  names: names.map(name => ({
    name,
    count: index.count(name),
    files: index.filesOf(name).sort(),
    definitions: index.definitionsOf(name),
    references: index.referencesTo(name),
    referenceCount: index.countReferences(name),
    ids: [...index.idsOf(name)].sort(),
    next: index.nextIdOf(name),
  })),
  records: [...index.uris()].sort().map(uri =>
    [...index.recordsIn(uri)].map(record => ({
      tag: record.tag.path,
      id: record.id,
      title: record.title,
      names: record.identity.title,
      fields: record.identity.references.map(({ field }) => field),
      at: record.tagPlace(),
      places: record.identity.references.map(reference => record.placeOf(reference)),
    })),
  ),
})

const problemsOf = (files: ReadonlyMap<string, CheckedFile>, index: WorkspaceIndex): Map<string, string> =>
  new Map(
    [...files].map(([uri, file]) => [
      uri,
      JSON.stringify(
        checkIntegrity(uri, file, index).problems.map(({ code, message, entry, start, end }) => ({
          code,
          message,
          entry,
          start,
          end,
        })),
      ),
    ]),
  )

/** The file with another text, typed where it differs, so that all other records are the same objects. */
function retyped(previous: CheckedFile, text: string): CheckedFile {
  const before = textOf(previous.tree)
  let start = 0
  while (start < Math.min(before.length, text.length) && before[start] === text[start]) start++
  let end = before.length
  while (
    end > start &&
    end + text.length - before.length > start &&
    before[end - 1] === text[end + text.length - before.length - 1]
  )
    end--
  return checkFile(
    edit(previous.tree, start, end, text.slice(start, end + text.length - before.length)),
    previous.context,
    previous,
  )
}

test('after any updates the index is the one that is built afresh, and says which other files have other problems', () => {
  fc.assert(
    fc.property(fc.array(updates, { maxLength: 12 }), changes => {
      const index = new WorkspaceIndex()
      const files = new Map<string, CheckedFile>()
      const remembered = new Map<string, Integrity>()
      for (const { uri, text, isOpen } of changes) {
        const before = problemsOf(files, index)
        const previous = files.get(uri)
        const read = (content: string): CheckedFile => (previous ? retyped(previous, content) : check(content))
        const file = text === undefined ? undefined : read(text)
        for (const name of names) index.nextIdOf(name)
        const affected = index.update(uri, file && (isOpen ? file : packFile(file)))
        if (file) files.set(uri, file)
        else files.delete(uri)

        for (const [other, problems] of problemsOf(files, index)) {
          if (other !== uri && problems !== before.get(other)) expect([...affected]).toContain(other)
        }
        expect(affected).not.toContain(uri)
        for (const [other, checked] of files) {
          const integrity = checkIntegrity(other, checked, index, remembered.get(other))
          expect(JSON.stringify(integrity.problems)).toEqual(
            JSON.stringify(checkIntegrity(other, checked, index).problems),
          )
          remembered.set(other, integrity)
        }
      }
      const fresh = new WorkspaceIndex()
      for (const [uri, file] of files) fresh.update(uri, file)
      expect(answers(index)).toEqual(answers(fresh))
    }),
    { numRuns: runs(150) },
  )
}, 60_000)

test('a file that is taken in parts is in the end the one taken at once, whatever other updates come between', () => {
  const drain = (parts: Iterator<undefined, void>): void => {
    while (!parts.next().done);
  }
  fc.assert(
    fc.property(fc.array(updates, { maxLength: 12 }), changes => {
      const [index, atOnce] = [new WorkspaceIndex(), new WorkspaceIndex()]
      const unfinished: Iterator<undefined, void>[] = []
      for (const { uri, text, isOpen, parts } of changes) {
        const file = text === undefined ? undefined : check(text)
        const content = file && (isOpen ? file : packFile(file))
        const affected = atOnce.update(uri, content)
        if (content && !('tree' in content) && parts !== undefined) {
          const rest = index.addInParts(uri, content, undefined, 1)
          for (let part = 0; part < parts; part++) rest.next()
          unfinished.push(rest)
        } else if (unfinished.length === 0) {
          expect(index.update(uri, content)).toEqual(affected)
        } else {
          index.update(uri, content)
        }
      }
      unfinished.forEach(drain)
      expect(answers(index)).toEqual(answers(atOnce))
    }),
    { numRuns: runs(300) },
  )
}, 60_000)

test('the records of a name and those that refer to it, however often one asks', () => {
  const index = new WorkspaceIndex()
  index.update('file:///a.rec', check('@CONTROL rid=A-1 | title="Here"\n@FINDING rid=A-1 | control_ref="A-1"\n'))
  index.update(
    'file:///b.rec',
    packFile(
      check('@CONTROL rid=A-1 | title="There"\n@EVIDENCE control_ref="A-1" | collector="Who"\n@POLICY rid=A-1\n'),
    ),
  )
  const control = recordName(builtinRegistry.tagsNamed('CONTROL')[0]!.fullName, 'A-1')
  for (let asked = 0; asked < 20; asked++) {
    expect([...index.recordsNamed(control)].map(({ identity }) => identity.title)).toEqual(['Here', 'There'])
    expect([...index.recordsReferringTo(control)].map(record => record.tag.tag)).toEqual(['FINDING', 'EVIDENCE'])
    expect(index.definitionsOf(control, 1)).toEqual([
      { uri: 'file:///a.rec', start: { line: 0, character: 13 }, end: { line: 0, character: 16 } },
    ])
    expect(index.referencesTo(control)[1]).toEqual({
      uri: 'file:///b.rec',
      start: { line: 1, character: 23 },
      end: { line: 1, character: 26 },
    })
  }
  expect([...index.recordsIn('file:///none.rec')]).toEqual([])
})

const nameOf = (tag: string, id: string): RecordName => recordName(builtinRegistry.tagsNamed(tag)[0]!.fullName, id)

test('what the index knows of files, tags and ids', () => {
  const index = new WorkspaceIndex()
  const text = '@CONTROL rid=A-1\n@FINDING rid=A-1 | control_ref="A-1"\n@CONTROL rid=A-2\n@XYZZY rid=A-3\n'
  index.update('file:///a.rec', check(text))
  index.update('file:///b.rec', packFile(check('@CONTROL rid=A-2\n')))
  const control = 'core.compliance.CONTROL'
  expect(index.tagsWithId('A-1')).toEqual([control, 'core.compliance.FINDING'])
  expect([index.tagsWithId('A-2'), index.tagsWithId('A-3')]).toEqual([[control], []])
  expect([...index.tagsWithRepeatedIds()]).toEqual([control])
  expect(['a', 'b', 'c'].map(name => index.textLength(`file:///${name}.rec`))).toEqual([text.length, 17, undefined])
  expect(['a', 'b', 'c'].map(name => [...index.tagsIn(`file:///${name}.rec`)])).toEqual([
    [control, 'core.compliance.FINDING'],
    [control],
    [],
  ])
  expect(['A-1', 'A-2'].map(id => index.isElsewhere(nameOf('CONTROL', id), 'file:///a.rec'))).toEqual([false, true])
  expect(index.recordAt('file:///a.rec', 0)?.id).toBe('A-1')
  expect([index.recordAt('file:///a.rec', 3), index.recordAt('file:///b.rec', 0)]).toEqual([undefined, undefined])
  index.update('file:///b.rec', undefined)
  expect([[...index.tagsWithRepeatedIds()], index.textLength('file:///b.rec')]).toEqual([[], undefined])
})

test('the records of a name and those that refer to it, without others that name the id', () => {
  const index = new WorkspaceIndex()
  const text = [
    '@CONTROL rid=A-1\n',
    '@FINDING rid=A-1 | control_ref="A-2"\n',
    '@FINDING rid=A-3 | control_ref="A-1"\n',
    '@POLICY rid=A-1\n',
  ].join('')
  index.update('file:///a.rec', check(text))
  index.update('file:///b.rec', packFile(check(text)))
  expect([...index.recordsNaming(nameOf('CONTROL', 'A-1'))].map(({ tag, id, uri }) => [uri, tag.tag, id])).toEqual(
    ['file:///a.rec', 'file:///b.rec'].flatMap(uri => [
      [uri, 'CONTROL', 'A-1'],
      [uri, 'FINDING', 'A-3'],
    ]),
  )
  expect([index.countReferring(nameOf('CONTROL', 'A-1')), index.countReferences({ id: 'A-1' })]).toEqual([2, 2])
})

test('no more places than are wanted', () => {
  const index = new WorkspaceIndex()
  index.update(
    'file:///a.rec',
    check('@CONTROL rid=A-1\n@CONTROL rid=A-1\n@SERVICE rid=A-2 | dependencies="A-1, A-2, A-1, A-1"\n'),
  )
  const [control, service] = [nameOf('CONTROL', 'A-1'), nameOf('SERVICE', 'A-1')]
  expect([0, 1, 2, 3].map(limit => index.definitionsOf(control, limit).length)).toEqual([0, 1, 2, 2])
  expect([0, 1, 2, 3, 4].map(limit => index.referencesTo(service, limit).length)).toEqual([0, 1, 2, 3, 3])
})

test('an update affects the files with the name, if it is repeated, or with references to it, if it comes or goes', () => {
  const index = new WorkspaceIndex()
  const update = (name: string, text: string): string[] =>
    [...index.update(`file:///${name}.rec`, check(text))]
      .map(uri => uri.slice('file:///'.length, -'.rec'.length))
      .sort()
  expect(update('refers', '@EVIDENCE control_ref="A-1"\n')).toEqual([])
  expect(update('one', '@CONTROL rid=A-1\n')).toEqual(['refers'])
  expect(update('two', '@CONTROL rid=A-1\n')).toEqual(['one'])
  expect(update('three', '@CONTROL rid=A-1\n@CONTROL rid=A-2\n')).toEqual(['one', 'two'])
  expect(update('three', '@CONTROL rid=A-2\n')).toEqual(['one', 'two'])
  expect(update('two', '@CONTROL rid=A-2\n')).toEqual(['one', 'three'])
  expect(update('one', '')).toEqual(['refers'])
})

test('the revision stays if no name comes or goes', () => {
  const index = new WorkspaceIndex()
  const revisionAfter = (text: string): number => {
    index.update('file:///a.rec', check(text))
    return index.revision
  }
  const records = [
    '@CONTROL rid=A-1\n',
    '@FINDING control_ref="A-1"\n',
    '@CONTROL rid=A-2\n',
    '@FINDING rid=F-1 | control_ref="A-2"\n',
  ]
  const first = revisionAfter(records.join(''))
  expect(revisionAfter(`# x\n${records.join('\n')}`)).toBe(first)
  expect(revisionAfter(records.toReversed().join(''))).toBe(first)
  expect(revisionAfter(records.join('').replaceAll('control_ref="A-1"', 'control_ref="A-9"'))).toBe(first)
  expect([index.countReferences({ id: 'A-1' }), index.countReferences({ id: 'A-9' })]).toEqual([0, 1])
  const second = revisionAfter(records.join('').replace('rid=A-1', 'rid=A-3'))
  expect(second).toBeGreaterThan(first)
  expect(revisionAfter(`${records.join('')}${records[0]}`)).toBeGreaterThan(second)
})

test('a file is taken in parts of as many records as one wants', () => {
  const partsOf = (records: number, size: number): number => {
    const text = '@CONTROL rid=A-1\n'.repeat(records)
    const parts = new WorkspaceIndex().addInParts('file:///a.rec', packFile(check(text)), undefined, size)
    let count = 1
    while (!parts.next().done) count++
    return count
  }
  expect([0, 1, 2, 3, 5].map(records => partsOf(records, 2))).toEqual([1, 1, 1, 2, 3])
})
