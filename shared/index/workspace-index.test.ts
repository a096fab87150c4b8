import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry, check } from '../../test/records.ts'
import { type CheckedFile, checkFile } from '../check/check.ts'
import { recordName } from '../domains/identity.ts'
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
  const drain = (parts: Iterator<undefined, Set<string>>): void => {
    while (!parts.next().done);
  }
  fc.assert(
    fc.property(fc.array(updates, { maxLength: 12 }), changes => {
      const [index, atOnce] = [new WorkspaceIndex(), new WorkspaceIndex()]
      const unfinished: Iterator<undefined, Set<string>>[] = []
      for (const { uri, text, isOpen, parts } of changes) {
        const file = text === undefined ? undefined : check(text)
        const content = file && (isOpen ? file : packFile(file))
        const affected = atOnce.update(uri, content)
        if (content && !('tree' in content) && parts !== undefined) {
          const rest = index.updateInParts(uri, content, undefined, 1)
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
