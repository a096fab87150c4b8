import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Position, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import type { CheckedFile } from '../../shared/check/check.ts'
import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { excerptOf, type FileExcerpt } from '../../shared/index/excerpt.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { offsetAt, parse, textOf } from '../../shared/syntax/tree.ts'
import { diagnosticsOf, type Editor, open, snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'
import { editsToRename, type RenamedFile } from '../snapshot/rename-plan.ts'
import { defaultSettings } from '../snapshot/settings.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { changesForRename, planRename, prepareRename, rename } from './rename.ts'

type Texts = Readonly<Record<string, string>>

type Answer = ReturnType<typeof rename>

/** Renames the id at `$0`; the second of the other files is open in the editor, in version 7. */
function renameAt(
  text: string,
  newName: string,
  others: Texts = {},
  editor: Editor = {},
): { answer: Answer; snapshot: Snapshot } {
  const { snapshot, position } = open(text, { others, ...editor })
  const names = Object.keys(others)
  const renamed = (
    fileOf: (whole: CheckedFile, text: string, records: readonly IndexedRecord[]) => FileExcerpt,
  ): Answer =>
    renameWith(snapshot, position, newName, (fileName, records) => {
      const text = others[fileName]!
      return {
        file: fileOf(check(text, { fileName }), text, records),
        version: names.indexOf(fileName) === 1 ? 7 : null,
      }
    })
  const answer = renamed(whole => whole)
  expect(renamed((whole, text, records) => excerptOf(text, records, snapshot.registry) ?? whole)).toEqual(answer)
  return { snapshot, answer }
}

/** Renames with the other files as they are now; undefined for one that cannot be read. */
function renameWith(
  snapshot: Snapshot,
  position: Position,
  newName: string,
  read: (
    fileName: string,
    records: readonly IndexedRecord[],
  ) => { file: FileExcerpt; version: number | null } | undefined,
): Answer {
  const plan = planRename(snapshot, position, newName)
  if ('refusal' in plan) return plan
  const files = [...plan.records].flatMap(([uri, records]): [string, RenamedFile][] => {
    const { file, version = null } = read(uri.replace('file:///', ''), records) ?? {}
    return file ? [[uri, { edits: editsToRename(plan, file), version }]] : []
  })
  return rename(snapshot, plan, new Map(files))
}

/** Renames the id at `$0` and compares this file, and the other files that change. */
function expectRenamed(
  before: string,
  newName: string,
  after: string,
  others: Texts = {},
  othersAfter: Texts = {},
  editor?: Editor,
): void {
  const { answer, snapshot } = renameAt(before, newName, others, editor)
  if ('refusal' in answer) throw new Error(answer.refusal)
  expect(applied(answer, { ...others, 'test.rec': textOf(snapshot.file.tree) })).toEqual({
    ...others,
    ...othersAfter,
    'test.rec': after,
  })
}

/** The texts after an edit, as a client makes it. */
function applied({ changes, documentChanges }: WorkspaceEdit, texts: Texts): Texts {
  const edits = changes
    ? Object.entries(changes)
    : (documentChanges ?? []).map((change): [string, TextEdit[]] => {
        if (!('textDocument' in change)) throw new Error('Only the text of files is changed.')
        return [change.textDocument.uri, change.edits as TextEdit[]]
      })
  expect(new Set(edits.map(([uri]) => uri)).size).toBe(edits.length)
  return {
    ...texts,
    ...Object.fromEntries(
      edits.map(([uri, ofFile]) => [uri.replace('file:///', ''), apply(texts[uri.replace('file:///', '')]!, ofFile)]),
    ),
  }
}

function apply(text: string, edits: readonly TextEdit[]): string {
  const tree = parse(text)
  return [...edits]
    .reverse()
    .reduce(
      (result, { range, newText }) =>
        result.slice(0, offsetAt(tree, range.start)) + newText + result.slice(offsetAt(tree, range.end)),
      text,
    )
}

function expectRefused(
  text: string,
  newName: string,
  sentence: string | RegExp,
  others?: Texts,
  editor?: Editor,
): void {
  const { answer } = renameAt(text, newName, others, editor)
  expect(answer).toEqual({ refusal: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence) })
}

function prepared(text: string, editor: Editor = { others: {} }): unknown {
  const { snapshot, position } = open(text, editor)
  const answer = prepareRename(snapshot, position)
  if ('refusal' in answer) return answer.refusal
  const { tree } = snapshot.file
  return [answer.placeholder, textOf(tree).slice(offsetAt(tree, answer.range.start), offsetAt(tree, answer.range.end))]
}

test('an id can be renamed in its record and in a reference', () => {
  for (const text of [
    '@CONTROL rid=$0C-1',
    '@CONTROL rid=C-1$0',
    '@CONTROL rid="C$0-1"',
    '@CONTROL rid=C-1\n@FINDING rid=F-1 | control_ref="C$0-1"',
  ]) {
    expect(prepared(text)).toEqual(['C-1', 'C-1'])
  }
  expect(prepared('@SERVICE rid=a\n@SERVICE rid=b | dependencies="x, $0a"')).toEqual(['a', 'a'])
  expect(prepared('@TXN id="T$0-1"')).toEqual(['T-1', 'T-1'])
  expect(prepared('@CONTROL rid="C\\u002d$01"')).toEqual(['C-1', 'C\\u002d1'])
  expect(prepared('@FINDING control_ref="C$0-1"', { others: { 'b.rec': '@CONTROL rid=C-1' } })).toEqual(['C-1', 'C-1'])
})

test('other words cannot be renamed', () => {
  const only = 'Only ids can be renamed, and the tags, fields and allowed values of your own domains.'
  for (const text of [
    '$0',
    '@CON$0TROL rid=C-1',
    '@CONTROL r$0id=C-1',
    '@CONTROL $0rid=C-1',
    '@CONTROL rid=C-1 |$0',
    '@CONTROL title="C$0-1"',
    '# C$0-1',
    '@NOTAG rid=C$0-1',
    '@DOC rid=C$0-1',
  ]) {
    expect(prepared(text)).toBe(only)
  }
  expect(prepared('@FINDING control_ref="C$0-1"')).toBe(
    'There is no CONTROL "C-1" to rename; correct the reference, or write the record.',
  )
  expect(prepared('@CONTROL rid=C$0-1', {})).toBe(
    'Not all files of the workspace have been read, so references could be missed; try again when they have.',
  )
})

test('a rename changes the record and its references in all files', () => {
  const others = {
    'b.rec': '# 🙂\r\n@FINDING rid=F-1 | title="🙂" | control_ref="C-1"\r\n@FINDING rid=C-1 | control_ref="C-2"\r\n',
    'c.rec': '\ufeff@FINDING rid=F-2\n  | control_ref=C-1',
    'd.rec': '@POLICY rid=C-1\n@SOMETHING control_ref="C-1"\n# C-1\n',
  }
  const othersAfter = {
    'b.rec': '# 🙂\r\n@FINDING rid=F-1 | title="🙂" | control_ref="C-9"\r\n@FINDING rid=C-1 | control_ref="C-2"\r\n',
    'c.rec': '\ufeff@FINDING rid=F-2\n  | control_ref=C-9',
  }
  expectRenamed(
    '@CONTROL rid=C$0-1\n@CONTROL rid=C-2\n',
    'C-9',
    '@CONTROL rid=C-9\n@CONTROL rid=C-2\n',
    others,
    othersAfter,
  )
  expectRenamed(
    '@FINDING rid=F-3 | control_ref="$0C-1"',
    'C-9',
    '@FINDING rid=F-3 | control_ref="C-9"',
    { ...others, 'e.rec': '@CONTROL rid=C-1' },
    { ...othersAfter, 'e.rec': '@CONTROL rid=C-9' },
  )
})

test('the edit is for the versions of the snapshots', () => {
  const others = { 'b.rec': '@FINDING control_ref="C-1"', 'c.rec': '@FINDING control_ref="C-1"' }
  const { answer } = renameAt('@CONTROL rid=C$0-1', 'C-9', others)
  expect(answer).toEqual({
    documentChanges: ['test', 'b', 'c'].map((name, index) => ({
      textDocument: { uri: `file:///${name}.rec`, version: [1, null, 7][index] },
      edits: [expect.objectContaining({ newText: 'C-9' })],
    })),
  })
  expect(
    Object.keys(
      (renameAt('@CONTROL rid=C$0-1', 'C-9', others, { client: { hasVersionedEdits: false } }).answer as WorkspaceEdit)
        .changes!,
    ),
  ).toEqual(['file:///test.rec', 'file:///b.rec', 'file:///c.rec'])
  expectRenamed(
    '@CONTROL rid=C$0-1',
    'C-9',
    '@CONTROL rid=C-9',
    others,
    { 'b.rec': '@FINDING control_ref="C-9"', 'c.rec': '@FINDING control_ref="C-9"' },
    { client: { hasVersionedEdits: false } },
  )
})

test('the new id has no quotes if it needs none; references keep their quotes and other items', () => {
  const others = {
    'b.rec':
      '@SERVICE rid=x | dependencies=[a, b]\n@SERVICE rid=y | dependencies=" b , a "\n@SERVICE rid=z | dependencies=a\n@SERVICE rid=w | dependencies=b,a,a | tier="x"\n',
  }
  expectRenamed('@SERVICE rid=$0a\n', 'new one', '@SERVICE rid="new one"\n', others, {
    'b.rec':
      '@SERVICE rid=x | dependencies=[new one, b]\n@SERVICE rid=y | dependencies=" b , new one "\n@SERVICE rid=z | dependencies="new one"\n@SERVICE rid=w | dependencies="b,new one,new one" | tier="x"\n',
  })
  expectRenamed('@SERVICE rid="$0a"\n', 'n-1', '@SERVICE rid=n-1\n', others, {
    'b.rec':
      '@SERVICE rid=x | dependencies=[n-1, b]\n@SERVICE rid=y | dependencies=" b , n-1 "\n@SERVICE rid=z | dependencies=n-1\n@SERVICE rid=w | dependencies=b,n-1,n-1 | tier="x"\n',
  })
  expectRenamed('@CONTROL rid=$0a', 'José 🙂 | x=1 "q" \\', '@CONTROL rid="José 🙂 | x=1 \\"q\\" \\\\"')
  expectRenamed('@TXN id="$0a"\n@TXN id=b', 'c', '@TXN id="c"\n@TXN id=b')
  expectRenamed('@CONTROL rid="a$0"b', 'c', '@CONTROL rid="c"b')
  expectRenamed('@CONTROL rid="a$0 | title="x"', 'c', '@CONTROL rid=c | title="x"')
  expectRenamed(
    '@CONTROL rid="C\\u002d$01"\n@FINDING control_ref="C\\u002d1"',
    'C-2',
    '@CONTROL rid=C-2\n@FINDING control_ref="C-2"',
  )
  expectRenamed('@CONTROL rid=$0a', ' b ', '@CONTROL rid=b')
})

test('a rename to the same id changes nothing', () => {
  expectRenamed('@CONTROL rid=$0a', 'a', '@CONTROL rid=a')
  expectRenamed('@CONTROL rid=$0a', ' a ', '@CONTROL rid=a', {}, {}, { client: { hasVersionedEdits: false } })
})

test('an id is refused if it exists, is empty or would change the meaning of records', () => {
  expectRefused('@CONTROL rid=$0a', '', 'The new id is empty; write one.')
  expectRefused('@CONTROL rid=$0a', '  ', 'The new id is empty; write one.')
  expectRefused(
    '@CONTROL rid=$0a',
    'b',
    'There is already a record CONTROL "b", in my file.rec, line 2; choose another id.',
    {
      'my%20file.rec': '\n@CONTROL rid=b',
    },
  )
  expectRefused(
    '@FINDING control_ref="$0a"\n@CONTROL rid=a\n@CONTROL rid=b',
    'b',
    'There is already a record CONTROL "b", in test.rec, line 3; choose another id.',
  )
  expectRefused(
    '@CONTROL rid=$0a\n@CONTROL rid=a\n@FINDING control_ref="a"',
    'b',
    'Several records have "a", in test.rec, line 1 and test.rec, line 2, and would all be renamed; change the value of the id in one of them first.',
  )
  expectRefused(
    '@CONTROL rid=$0a\n@FINDING control_ref="b"',
    'b',
    'A reference in test.rec, line 2 already has "b" and would then refer to this CONTROL; choose another id, or correct that reference first.',
  )
  for (const character of [',', '[', ']']) {
    expectRefused(
      '@CONTROL rid=$0a',
      `b${character}`,
      `Records refer to this CONTROL, and a reference cannot hold the character "${character}"; choose an id without it.`,
      { 'b.rec': '@FINDING control_ref="a"' },
    )
  }
  expectRefused('@CONTROL rid=$0a\n@FINDING control_ref=a', 'b"c', /cannot hold the character '"'/)
  expectRefused('@CONTROL rid=$0a\n@FINDING control_ref=a', 'b\\c', /cannot hold the character "\\"/)
  expectRefused('@CONTROL rid=$0a\n@FINDING control_ref=a', 'b\tc', /cannot hold the character "\\t"/)
  expectRefused(
    '@CONTROL rid=$0a\n@FINDING control_ref="a | status="x"',
    'b | title=c',
    'With "b | title=c" a record of test.rec would get another meaning; choose an id of letters, digits and hyphens, or fix that record first.',
  )
  expectRenamed('@CONTROL rid=$0a\n@FINDING rid=b', 'b', '@CONTROL rid=b\n@FINDING rid=b')
  expectRenamed('@CONTROL rid=$0a', 'b, c', '@CONTROL rid="b, c"')
})

test('an id that would be a problem in its record or in a reference is refused', () => {
  const text = (vendor: string, use: string, reference: string): string => `{
    "domain": "acme.shop", "version": "1.0", "description": "A shop.",
    "records": [
      { "tag": "VENDOR", "fields": [{ "name": "rid", "type": "string", ${vendor} }] },
      { "tag": "USE", "fields": [
        { "name": "by", "type": "string", "ref": "VENDOR", ${use} },
        { "name": "for", "type": "string", "ref": "VENDOR", ${reference} }] }]
  }`
  const descriptors = (vendor: string, use = '"list": true', reference = '"list": true'): Descriptor[] => [
    readDescriptorFile(text(vendor, use, reference)).descriptor!,
  ]
  const records = '@VENDOR rid=V-$01\n@USE for="V-1" | by="V-2"\n'
  const pattern = descriptors('"pattern": "V-\\\\d", "example": "V-1"')
  const mismatch = 'VENDOR.rid is "X1"; it must match the pattern V-\\d, such as V-1.'
  expectRefused(records, 'X1', `The new id would be a problem: ${mismatch}`, {}, { descriptors: pattern })
  expectRenamed(records, 'V-3', '@VENDOR rid=V-3\n@USE for="V-3" | by="V-2"\n', {}, {}, { descriptors: pattern })
  expectRefused(
    records,
    'V-3',
    'The new id would be a problem: VENDOR.rid is "V-3"; it must be V-1 or V-2.',
    {},
    { descriptors: descriptors('"enum": ["V-1", "V-2"]') },
  )
  expectRefused(
    records,
    'V-3',
    'The new id would be a problem: USE.for has the item "V-3"; it must match the pattern V-[12].',
    {},
    { descriptors: descriptors('"description": "Id"', undefined, '"list": true, "pattern": "V-[12]"') },
  )
  const settings = { ...defaultSettings, severity: { 'pattern-mismatch': 'off' as const } }
  const others: Editor = { descriptors: descriptors('"description": "Id"', '"pattern": "V-[12]"') }
  for (const editor of [{ descriptors: pattern, settings }, others])
    expectRenamed(records, 'V-3', '@VENDOR rid=V-3\n@USE for="V-3" | by="V-2"\n', {}, {}, editor)
})

test('a rename is refused if a file cannot be read', () => {
  const { snapshot, position } = open('@CONTROL rid=C$0-1', { others: { 'b.rec': '@FINDING control_ref="C-1"' } })
  expect(renameWith(snapshot, position, 'C-9', () => undefined)).toEqual({
    refusal: 'b.rec has this id too and cannot be read, so nothing was renamed; fix that file first.',
  })
})

test('a file that has changed since it was indexed is edited in its current version, or not at all', () => {
  const { snapshot, position } = open('@CONTROL rid=C$0-1', {
    others: { 'b.rec': '@FINDING control_ref="C-1"', 'c.rec': '@FINDING control_ref="C-1"' },
  })
  const answer = renameWith(snapshot, position, 'C-9', fileName => ({
    file: check(fileName === 'b.rec' ? '\n\n@FINDING control_ref="C-1"' : '@FINDING control_ref="C-2"'),
    version: null,
  }))
  expect(
    (answer as WorkspaceEdit).documentChanges!.map(change => ('edits' in change ? change.edits[0] : undefined)),
  ).toEqual([
    { range: { start: { line: 0, character: 13 }, end: { line: 0, character: 16 } }, newText: 'C-9' },
    { range: { start: { line: 2, character: 22 }, end: { line: 2, character: 25 } }, newText: 'C-9' },
  ])
})

const ids = fc.oneof(
  fc.constantFrom(
    'n',
    'new one',
    'a | b=c',
    'x" | y="z',
    '#',
    'a #',
    'b,c',
    '[x',
    'José',
    '🙂',
    '\ud83d',
    '\\',
    'n:int=3',
    ' @X',
  ),
  fc.string({ maxLength: 6 }),
)

const files = fc
  .array(
    fc.constantFrom(
      '@SERVICE rid=a',
      '@SERVICE rid = "a" | tier="x"',
      '@SERVICE rid="a" dependencies=[b, a]',
      '  @SERVICE rid=b|dependencies=a,b # note',
      '@SERVICE rid=c\r\n  | dependencies="a, b, a"',
      '@SERVICE dependencies="a | tier="x"',
      '@SERVICE dependencies=[a, b | tier="x"',
      '@SERVICE rid=d | dependencies= a tier=x',
      '@SERVICE rid="a"b',
      '@NODE rid=a',
      '@SERVICE dependencies=a "b',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(lines => `@SERVICE rid=a\n${lines.join('\n')}`)

test(
  'after a rename the same records refer to one another, and no problem has come',
  () =>
    fc.assert(
      fc.property(files, ids, (text, id) => {
        const { answer, snapshot } = renameAt(text.replace('rid=a', 'rid=$0a'), id)
        if ('refusal' in answer) return
        const after = applied(answer, { 'test.rec': text })['test.rec']!
        const meant = id.trim()
        const names = ({ entries }: Pick<Snapshot['file'], 'entries'>, old: string): string[][] =>
          entries.map(({ identity }) =>
            identity
              ? [
                  identity.definition?.path ?? '',
                  ...[identity.definition, ...identity.references].map(name =>
                    name?.tag === 'SERVICE' && name.id === old ? '(renamed)' : (name?.id ?? ''),
                  ),
                ]
              : [],
          )
        expect(names(check(after), meant)).toEqual(names(snapshot.file, 'a'))
        const codes = (of: string): string[] => diagnosticsOf(of, { others: {} }).map(line => line.split(' ')[1]!)
        const before = codes(text)
        for (const code of codes(after)) expect(before).toContain(code)
      }),
      { numRuns: runs(300) },
    ),
  600_000,
)

const renamed = (text: string, fileName: string, newPath: string): string[] =>
  changesForRename(snapshotOf(text, { fileName }).file, newPath).map(change => change.text)

test('a file gets a header if its new name no longer chooses its domain', () => {
  expect(renamed('@CONTROL rid=C-1\n', 'a.compliance.rec', 'a.rec')).toEqual(['@DOC domain=core.compliance\n'])
  expect(renamed('@CONTROL rid=C-1\r\n', 'a.compliance.rec', 'x/a.legal.rec')).toEqual([
    '@DOC domain=core.compliance\r\n',
  ])
})

test('there is no change if the domain stays, a header chooses it, the old name did not, or there are no records', () => {
  expect(renamed('@CONTROL rid=C-1\n', 'a.compliance.rec', 'b.compliance.rec')).toEqual([])
  expect(renamed('@DOC domain=core.compliance\n@CONTROL rid=C-1\n', 'a.compliance.rec', 'a.rec')).toEqual([])
  expect(renamed('@CONTROL rid=C-1\n', 'a.rec', 'a.legal.rec')).toEqual([])
  expect(renamed('# nothing yet\n', 'a.compliance.rec', 'a.rec')).toEqual([])
})
