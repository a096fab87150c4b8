import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CodeAction } from 'vscode-languageserver-types'
import { type CheckedFile, problemsOf } from '../../shared/check/check.ts'
import { type RecordNode, tagName, valueText } from '../../shared/syntax/nodes.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { parse, positionAt, textOf } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { applyEdit, type Editor, open, snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { offersIn } from '../../test/refactorings.ts'
import { addHeader, changeTag } from '../refactorings/change-tag.ts'
import { convertToCanonical, sortFields, unwrapRecord, wrapRecord } from '../refactorings/record-layout.ts'
import type { Refactoring } from '../refactorings/refactoring.ts'
import { deleteRecord, duplicateRecord } from '../refactorings/whole-record-actions.ts'
import { refactorings } from './refactorings.ts'

const invoked = 1
const automatic = 2

/** The actions at the cursor; with `only`, of those kinds. */
function actionsAt(
  text: string,
  only?: string[],
  editor?: Editor,
  triggerKind: typeof invoked | typeof automatic = invoked,
): CodeAction[] {
  const { snapshot, position } = open(text, editor)
  return refactorings(
    snapshot,
    { start: position, end: position },
    { diagnostics: [], triggerKind, ...(only && { only }) },
  )
}

const titlesAt = (...request: Parameters<typeof actionsAt>): string[] => actionsAt(...request).map(({ title }) => title)

const record = '@CONTROL title="x" | rid=C-1 | maturity="$03"'

test('all refactorings are offered in a record', () => {
  expect(titlesAt(record)).toEqual([
    'Suppress notation here',
    'Convert to canonical notation',
    'Sort the fields into descriptor order',
    'Wrap onto continuation lines',
    'Change the tag to POLICY, without maturity',
    'Add an @DOC header for core.compliance',
    'Duplicate as C-2',
    'Delete CONTROL C-1',
    'Comment out',
    'History',
  ])
  expect(titlesAt('@CONTROL rid=C-1$0\n@RISK rid=R-1\n', ['refactor.move'])).toEqual(['Move down'])
  expect(titlesAt('@CONTROL rid=C-1\n@RISK rid=R-1$0\n', ['refactor.move'])).toEqual(['Move up'])
  expect(titlesAt('@CONTROL rid=C-1\n  | owner="x$0"', ['refactor.rewrite.unwrap'])).toEqual(['Unwrap to one line'])
})

test('an action is an edit of the version of the snapshot', () => {
  const { snapshot } = open(record)
  const action = actionsAt(record, ['refactor.rewrite.canonical'])[0]!
  expect(action).toEqual({
    title: 'Convert to canonical notation',
    kind: 'refactor.rewrite.canonical',
    edit: expect.anything(),
  })
  expect(action.edit!.documentChanges).toMatchObject([{ textDocument: { uri: 'file:///test.rec', version: 1 } }])
  expect(applyEdit(snapshot, action.edit!)).toBe('@CONTROL title="x" | rid=C-1 | maturity:int=3')
  expect(actionsAt(record, ['refactor'], { client: { hasVersionedEdits: false } })[0]!.edit).toHaveProperty('changes')
})

test('the history of a record with an id is offered where the client can show it', () => {
  const [action, ...others] = actionsAt(record, ['refactor.history'])
  expect(others).toEqual([])
  expect(action!.command).toMatchObject({
    command: 'recline.historyOfRecord',
    arguments: [expect.stringContaining('.rec'), 'CONTROL', 'C-1'],
  })
  expect(titlesAt('@CONTROL title="x$0"', ['refactor.history'])).toEqual([])
  expect(titlesAt(record, ['refactor.history'], { client: { showHistoryCommand: undefined } })).toEqual([])
})

test('only the requested kinds are offered', () => {
  expect(titlesAt(record, ['quickfix'])).toEqual(['Suppress notation here'])
  expect(titlesAt(record, ['refactor'])).toEqual(titlesAt(record).slice(1))
  expect(titlesAt(record, ['refactor.rewrite'])).toEqual(titlesAt(record).slice(1, -4))
  expect(titlesAt(record, ['refactor.rewrite.sort'])).toEqual(['Sort the fields into descriptor order'])
  expect(titlesAt(record, ['refactor.delete', 'refactor.duplicate'])).toEqual([
    'Duplicate as C-2',
    'Delete CONTROL C-1',
  ])
  expect(titlesAt(record, [''])).toEqual(titlesAt(record))
  for (const only of [[], ['source'], ['refactor.extract'], ['refactor.rewrite.sorting'], ['ref']])
    expect(titlesAt(record, only)).toEqual([])
})

test('when the cursor moves, only actions for problems are offered', () => {
  expect(titlesAt(record, undefined, undefined, automatic)).toEqual(['Suppress notation here'])
  expect(titlesAt('@CONTROL rid=C-1$0', undefined, undefined, automatic)).toEqual([])
})

test('an action that suppresses problems has their diagnostics', () => {
  expect(actionsAt(record)[0]).toMatchObject({
    kind: 'quickfix',
    diagnostics: [{ code: 'notation', source: 'recline' }],
  })
  expect(titlesAt('@CONTROL maturity=$03', undefined, { settings: { severity: { notation: 'off' } } })).not.toContain(
    'Suppress notation here',
  )
  expect(titlesAt('@FINDING control_ref="$0C-1"', ['quickfix'], { others: {} })).toEqual([
    'Suppress dangling-reference here',
  ])
  expect(titlesAt('ju$0nk', undefined)).toEqual(['Suppress syntax here'])
})

test('the refactorings are for the record at the cursor', () => {
  const deletion = (text: string): string[] => titlesAt(text, ['refactor.delete'])
  expect(deletion('$0@CERT rid=1\n@CERT rid=2')).toEqual(['Delete CERT 1'])
  expect(deletion('@CERT rid=1$0\n@CERT rid=2')).toEqual(['Delete CERT 1'])
  expect(deletion('@CERT rid=1\n$0@CERT rid=2')).toEqual(['Delete CERT 2'])
  expect(deletion('\ufeff# 🙂\r\n@CERT rid=1\r\n  | a="🙂"$0\r\n')).toEqual(['Delete CERT 1'])
  for (const text of [
    '$0',
    '@CERT rid=1\n$0',
    '@CERT rid=1\n\n$0@BEGIN\n@END',
    '# x$0\n@CERT rid=1',
    '@CERT rid=1\n$0\n@CERT rid=2',
  ])
    expect(deletion(text)).toEqual([])
})

test('a selection over several records has no refactorings', () => {
  const { snapshot } = open('@CERT rid=1\n  | name="x"\n@CERT rid=2')
  const titles = (line: number, character: number): string[] =>
    refactorings(
      snapshot,
      { start: { line: 0, character: 3 }, end: { line, character } },
      { diagnostics: [], only: ['refactor.delete'] },
    ).map(({ title }) => title)
  expect(titles(1, 5)).toEqual(['Delete CERT 1'])
  expect(titles(2, 0)).toEqual(['Delete CERT 1'])
  expect(titles(2, 1)).toEqual([])
})

const count = { numRuns: runs(100) }

/** The meaning of a record, field by field. */
const fieldsOf = (node: RecordNode): string[] =>
  node.fields.map(field => `${field.name}=${field.value ? valueText(node, field.value) : ''}`)

/** For every offer at every record of a file: the file after it. */
function* results(
  refactoring: Refactoring,
  text: string,
  editor?: Editor,
): Iterable<{ before: CheckedFile; after: CheckedFile; entry: number; title: string }> {
  const snapshot = snapshotOf(text, { others: {}, ...editor })
  const before = snapshot.file
  for (const entry of before.tree.entries.keys()) {
    for (const { title, changes } of offersIn(refactoring, snapshot, entry)) {
      const result = applyChanges(before.tree, changes)
      expect(result).not.toBe(text)
      if (text.startsWith('\ufeff')) expect(result.startsWith('\ufeff')).toBe(true)
      yield { before, after: snapshotOf(result, { others: {}, ...editor }).file, entry, title }
    }
  }
}

/** The texts of the entries of a file, without one of them. */
const othersIn = ({ tree }: CheckedFile, entry: number): string[] =>
  tree.entries.map(({ text }) => text).filter((_, index) => index !== entry)

for (const [name, refactoring] of Object.entries({ convertToCanonical, sortFields, wrapRecord, unwrapRecord })) {
  test(
    `${name} keeps the record's fields and values, and all else in the file`,
    () =>
      fc.assert(
        fc.property(damagedFiles(), text => {
          for (const { before, after, entry } of results(refactoring, text)) {
            const [old, node] = [before, after].map(({ tree }) => tree.entries[entry] as RecordNode) as [
              RecordNode,
              RecordNode,
            ]
            const order = (fields: string[]): string[] => (refactoring === sortFields ? [...fields].sort() : fields)
            expect(order(fieldsOf(node))).toEqual(order(fieldsOf(old)))
            expect([node.strays, tagName(node), after.entries[entry]!.tag]).toEqual([
              [],
              tagName(old),
              before.entries[entry]!.tag,
            ])
            expect(othersIn(after, entry)).toEqual(othersIn(before, entry))
            const codes = before.entries[entry]!.findings.map(({ code }) => code)
            for (const { code } of after.entries[entry]!.findings) expect(codes).toContain(code)
            // Once is enough.
            expect([...results(refactoring, textOf(after.tree))].filter(again => again.entry === entry)).toEqual([])
          }
        }),
        count,
      ),
    600_000,
  )
}

test(
  'deleteRecord removes the record and nothing that another says',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        for (const { before, after, entry } of results(deleteRecord, text)) {
          const isComment = (line: string): boolean => /^[\s\ufeff]*#/.test(line)
          const rest = (texts: string[]): string =>
            texts
              .filter(line => !isComment(line))
              .join('')
              .replaceAll(/[\s\ufeff]+/g, ' ')
              .trim()
          expect(rest(after.tree.entries.map(entry => entry.text))).toBe(rest(othersIn(before, entry)))
        }
      }),
      count,
    ),
  600_000,
)

test(
  'duplicateRecord adds one record that says the same, but for its id',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        for (const { before, after, entry } of results(duplicateRecord, text)) {
          const next = after.tree.entries.findIndex(({ kind }, index) => index > entry && kind === 'record')
          const [old, copy] = [before.tree.entries[entry], after.tree.entries[next]] as [RecordNode, RecordNode]
          const records = ({ tree }: CheckedFile): number => tree.entries.filter(({ kind }) => kind === 'record').length
          expect(records(after)).toBe(records(before) + 1)
          const rest = (node: RecordNode): string[] =>
            fieldsOf(node).map(field => (/^(rid|id)=/.test(field) ? 'id' : field))
          expect(rest(copy)).toEqual(rest(old))
          expect(tagName(copy)).toBe(tagName(old))
          if (before.entries[entry]!.identity?.definition)
            expect(after.entries[next]!.identity?.definition?.id).not.toBe(
              before.entries[entry]!.identity?.definition?.id,
            )
        }
      }),
      count,
    ),
  600_000,
)

test(
  'changeTag makes it a record of the same domain with the fields that fit',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        for (const { before, after, entry, title } of results(changeTag, text)) {
          const [old, node] = [before, after].map(({ tree }) => tree.entries[entry] as RecordNode) as [
            RecordNode,
            RecordNode,
          ]
          const { tag } = after.entries[entry]!
          expect(title).toMatch(new RegExp(`^Change the tag to ${tag!.name}(?![A-Z_])`))
          expect(tag!.domain).toBe(before.entries[entry]!.tag!.domain)
          expect(fieldsOf(node)).toEqual(
            fieldsOf(old).filter(field => tag!.fields.has(field.split('=')[0]!) || field.startsWith('rid=')),
          )
          expect(othersIn(after, entry)).toEqual(othersIn(before, entry))
        }
      }),
      count,
    ),
  600_000,
)

test(
  'addHeader leaves every record what it was',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        for (const { before, after } of results(addHeader, text)) {
          const tags = ({ entries }: CheckedFile): (string | undefined)[] =>
            entries.flatMap(({ tag }) => tag?.fullName.path ?? [])
          expect(tags(after)).toEqual(tags(before))
          // A blank line may be added, above a line that would continue the record.
          const written = ({ tree: { entries } }: CheckedFile): number =>
            entries.filter(({ kind }) => kind !== 'blank').length
          expect(written(after)).toBe(written(before) + 1)
        }
      }),
      count,
    ),
  600_000,
)

test(
  'a suppression removes the problems of its code and brings none',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const snapshot = snapshotOf(text)
        const codes = (of: string): string[] =>
          problemsOf(snapshotOf(of).file, 'unknown')
            .map(({ code }) => code)
            .sort()
        const whole = { start: { line: 0, character: 0 }, end: positionAt(parse(text), text.length) }
        for (const { title, edit } of refactorings(snapshot, whole, { diagnostics: [], only: ['quickfix'] })) {
          const code = /^Suppress (\S+) here$/.exec(title)![1]
          expect(codes(applyEdit(snapshot, edit!))).toEqual(codes(text).filter(other => other !== code))
        }
      }),
      count,
    ),
  600_000,
)
