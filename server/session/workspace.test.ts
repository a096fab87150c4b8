import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { smallestChange } from '../../shared/syntax/text-change.ts'
import { textOf } from '../../shared/syntax/tree.ts'
import { runs } from '../../test/property-values.ts'
import { nodeFileSystem } from '../platform/node-file-system.ts'
import { diagnostics } from '../snapshot/diagnostics.ts'
import { readSettings } from '../snapshot/settings.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { readClient } from './client.ts'
import { CurrentFiles } from './current-files.ts'
import { openDocuments, type RecDocument } from './document.ts'
import { JsonFiles } from './json-files.ts'
import { FilesOfRecords } from './linked-files.ts'
import { fileDomains } from './publisher.ts'
import { Workspace } from './workspace.ts'

const registry = createRegistry(builtinDescriptors)
const client = readClient({ capabilities: {}, processId: null, rootUri: null }, undefined)

/** A workspace, and the snapshots of documents that are open in it. */
function start(settings: unknown = {}, folders: string[] = ['file:///home/me']) {
  const json = new JsonFiles()
  const { configs } = json
  configs.configure(readSettings(settings), folders)
  const workspace = new Workspace(registry, configs)
  const documents = new Map<string, RecDocument>()
  const files = new CurrentFiles(
    documents,
    nodeFileSystem,
    workspace,
    json,
    client,
    new FilesOfRecords(undefined, json.configs),
  )
  const snapshot = (document: RecDocument): Snapshot => {
    documents.set(document.uri, document)
    return files.snapshot(document.uri)!
  }
  return { configs, workspace, snapshot }
}

const document = (uri: string, text: string): RecDocument => openDocuments().create(uri, 'rec', 1, text) as RecDocument

/** The domains in force at the start of an empty file with this address. */
const domainsIn = ({ snapshot }: ReturnType<typeof start>, uri: string): readonly string[] =>
  fileDomains(snapshot(document(uri, ''))).inForce

test('a file that has not changed is not checked again', () => {
  const { snapshot } = start()
  const before = document('file:///home/me/a.rec', '@CONTROL rid=C-1\n@CONTROL rid=C-2\n')
  const first = snapshot(before).file
  expect(snapshot(before).file).toBe(first)
  const change = { range: { start: { line: 0, character: 15 }, end: { line: 0, character: 16 } }, text: '3' }
  const second = snapshot(openDocuments().update(before, [change], 2) as RecDocument).file
  expect(second).not.toBe(first)
  expect(second.entries[1]).toBe(first.entries[1])
})

test('a document that was closed and opened again is what it is now', () => {
  const { workspace, snapshot } = start()
  const uri = 'file:///home/me/a.rec'
  snapshot(document(uri, '@CONTROL rid=C-1 | maturity:int=9'))
  workspace.close(uri)
  expect(diagnostics(snapshot(document(uri, '@CONTROL rid=C-1')))).toEqual([])
})

test('a file that was read before it opens is checked again only if its text or settings differ', () => {
  const uri = 'file:///home/me/a.rec'
  const onDisk = '@CONTROL rid=C-1 | maturity:int=9\n'
  const { configs, workspace, snapshot } = start({ domains: {} })
  const opened = (text: string): Snapshot => {
    const { create } = openDocuments((given, of) => workspace.begin(of, given))
    return snapshot(create(uri, 'rec', 1, text) as RecDocument)
  }
  const readAhead = workspace.readAhead(uri, onDisk)
  expect(opened(onDisk).file).toBe(readAhead)
  workspace.close(uri)
  workspace.readAhead(uri, onDisk)
  expect(diagnostics(opened('@CONTROL rid=C-1 | maturity:int=3\n'))).toEqual([])
  workspace.close(uri)
  workspace.readAhead(uri, onDisk)
  configs.configure(readSettings({ domains: { '*.rec': 'legal' } }), ['file:///home/me'])
  expect(fileDomains(opened(onDisk)).inForce).toEqual(['core.legal'])
})

test('globs of the settings are relative to the innermost folder', () => {
  const workspace = start({ domains: { 'audit/*.rec': 'compliance', '/tmp/*.rec': 'hr', '*.rec': 'legal' } }, [
    'file:///home/me',
    'file:///home/me/deep',
  ])
  expect(domainsIn(workspace, 'file:///home/me/audit/a.rec')).toEqual(['core.compliance'])
  expect(domainsIn(workspace, 'file:///home/me/deep/audit/a.rec')).toEqual(['core.compliance'])
  expect(domainsIn(workspace, 'file:///home/me/other/audit/a.rec')).toEqual(['core.legal'])
  expect(domainsIn(workspace, 'file:///home/meander/audit/a.rec')).toEqual(['core.legal'])
  expect(domainsIn(workspace, 'file:///tmp/a.rec')).toEqual(['core.hr'])
})

test('globs match the decoded path of a URI', () => {
  const workspace = start({ domains: { 'müller & co/*.rec': 'compliance' } }, ['file:///c%3A/my%20files'])
  expect(domainsIn(workspace, 'file:///c%3A/my%20files/m%C3%BCller%20%26%20co/a.rec')).toEqual(['core.compliance'])
  expect(domainsIn(workspace, 'untitled:Untitled-1').length).toBe(registry.domains.size)
  expect(domainsIn(workspace, 'file:///100%/a.legal.rec')).toEqual(['core.legal'])
})

test('unknown names in the settings are ignored', () => {
  const workspace = start({ domains: { 'a/*.rec': ['nonsense', 'hr'], 'b/*.rec': 'nonsense' } })
  expect(domainsIn(workspace, 'file:///home/me/a/x.rec')).toEqual(['core.hr'])
  expect(domainsIn(workspace, 'file:///home/me/b/x.rec').length).toBe(registry.domains.size)
  expect(domainsIn(workspace, 'file:///home/me/b/x.legal.rec')).toEqual(['core.legal'])
})

test('new settings and folders count after a reset', () => {
  const started = start({ domains: { 'audit/*.rec': 'compliance' } })
  const { configs, workspace } = started
  const uri = 'file:///home/me/work/audit/a.rec'
  expect(domainsIn(started, uri).length).toBe(registry.domains.size)
  configs.configure(readSettings({ domains: { 'audit/*.rec': 'compliance' } }), ['file:///home/me/work'])
  workspace.reset(registry)
  expect(domainsIn(started, uri)).toEqual(['core.compliance'])
  configs.configure(readSettings({ domains: { 'audit/*.rec': 'legal' } }), ['file:///home/me/work'])
  workspace.reset(registry)
  expect(domainsIn(started, uri)).toEqual(['core.legal'])
})

test('a reset does not check an open file again if nothing changed for it', () => {
  const { workspace, snapshot } = start({ domains: {} })
  const one = document('file:///home/me/a.rec', '@CONTROL rid=C-1\n')
  const { file } = snapshot(one)
  workspace.takeFile('file:///home/me/b.rec', '@CONTROL rid=C-2\n')
  workspace.reset(registry)
  expect(snapshot(one).file).toBe(file)
  expect([...workspace.index.uris()]).toEqual(['file:///home/me/a.rec'])
  workspace.reset(createRegistry(builtinDescriptors))
  expect(snapshot(one).file).not.toBe(file)
})

test('other files decide which references dangle and which ids are unique', () => {
  const { workspace, snapshot } = start()
  const one = document('file:///home/me/one.rec', '@CONTROL rid=C-1\n@FINDING rid=F-1 | control_ref="C-2"')
  const codes = (): unknown[] => diagnostics(snapshot(one)).map(({ code }) => code)
  expect(codes()).toEqual([])
  workspace.completeIndex()
  expect(codes()).toEqual(['dangling-reference'])
  workspace.takeAffected()

  workspace.takeFile('file:///home/me/two.rec', '@CONTROL rid=C-2')
  expect([...workspace.takeAffected()]).toEqual(['file:///home/me/one.rec'])
  expect(codes()).toEqual([])
  expect([...workspace.takeAffected()]).toEqual([])

  workspace.takeFile('file:///home/me/two.rec', '@CONTROL rid=C-1')
  expect(codes()).toEqual(['duplicate-rid', 'dangling-reference'])
  workspace.takeFile('file:///home/me/two.rec', undefined)
  expect(codes()).toEqual(['dangling-reference'])
})

test('the text of an open file is that in the editor, not that on disk', () => {
  const { workspace, snapshot } = start()
  workspace.completeIndex()
  const uri = 'file:///home/me/two.rec'
  snapshot(document(uri, '@CONTROL rid=C-1'))
  workspace.takeFile(uri, '@CONTROL rid=C-2')
  const one = document('file:///home/me/one.rec', '@FINDING rid=F-1 | control_ref="C-1"')
  expect(diagnostics(snapshot(one))).toEqual([])
  workspace.close(uri)
  workspace.takeFile(uri, '@CONTROL rid=C-2')
  expect(diagnostics(snapshot(one)).map(({ code }) => code)).toEqual(['dangling-reference'])
})

test('the domains of a file as a client shows them', () => {
  const show = (text: string, uri = 'file:///home/me/a.rec') =>
    fileDomains(start({ domains: { 'set/*.rec': 'hr' } }).snapshot(document(uri, text)))
  expect(show('@DOC domain=legal\n@CLAUSE rid=1\n@DOC domain=[hr, legal]\n')).toMatchObject({
    inForce: ['core.legal', 'core.hr'],
    source: 'header',
    used: ['core.legal'],
  })
  expect(show('', 'file:///home/me/set/a.rec')).toMatchObject({ inForce: ['core.hr'], source: 'setting', used: [] })
  expect(show('', 'file:///home/me/a.legal.rec')).toMatchObject({ inForce: ['core.legal'], source: 'file name' })
  expect(show('@VITALS bp="1/2"\n@CONTROL rid=1\n@CONTROL rid=2\n')).toMatchObject({
    source: 'registry',
    used: ['core.compliance', 'core.health'],
  })
})

test('problems of an earlier snapshot do not change those of the current one', () => {
  const { workspace, snapshot } = start()
  workspace.completeIndex()
  const before = document('file:///home/me/a.rec', '@CONTROL rid=C-1\n')
  const earlier = snapshot(before)
  const top = { line: 0, character: 0 }
  const now = snapshot(
    openDocuments().update(before, [{ range: { start: top, end: top }, text: '@CONTROL rid=C-1\n' }], 2) as RecDocument,
  )
  diagnostics(earlier)
  expect(diagnostics(now).map(({ code, range }) => [code, range.start.line])).toEqual([['duplicate-rid', 1]])
})

afterEach(() => void vi.useRealTimers())

test('when a date has passed, the rules that read the time have other results', () => {
  vi.useFakeTimers({ now: Date.parse('2026-06-30T23:30:00Z') })
  const { workspace, snapshot } = start()
  const obligation = document(
    'file:///home/me/a.rec',
    '@DOC domain=core.compliance\n@OBLIGATION rid=OBL-1 | deadline:ts=2026-06-30 | status="overdue"\n',
  )
  snapshot(document('file:///home/me/b.rec', '@DOC domain=core.compliance\n@CONTROL rid=C-1\n'))
  const codes = () => diagnostics(snapshot(obligation)).map(({ code }) => code)
  expect(codes()).toEqual(['rule/obligation-overdue-after-deadline'])
  vi.setSystemTime(Date.parse('2026-07-01T00:00:00Z'))
  expect(workspace.forgetTimed()).toEqual(['file:///home/me/a.rec'])
  expect(codes()).toEqual([])
})

test('rules of one folder read fields in files of others that only they follow', () => {
  const { configs, workspace, snapshot } = start()
  const rule = { id: 'owned', tag: 'FINDING', message: 'No.', expression: 'control_ref.owner != "CISO"' }
  configs.take('file:///home/me/a/recline.json', JSON.stringify({ rules: [rule] }))
  configs.take('file:///home/me/b/recline.json', JSON.stringify({ severity: { notation: 'off' } }))
  workspace.reset(registry)
  const control = '@CONTROL rid=C-1 | owner="CISO"\n'
  const finding = document('file:///home/me/a/f.rec', '@FINDING rid=F-1 | control_ref="C-1"\n')
  const codes = (): unknown[] => diagnostics(snapshot(finding)).map(({ code }) => code)
  for (const place of ['b/c.rec', 'c.rec']) {
    workspace.takeFile(`file:///home/me/${place}`, control)
    workspace.completeIndex()
    expect(codes(), place).toEqual(['rule/owned'])
    snapshot(document(`file:///home/me/${place}`, control))
    expect(codes(), `${place}, open`).toEqual(['rule/owned'])
    workspace.close(`file:///home/me/${place}`)
    workspace.takeFile(`file:///home/me/${place}`, undefined)
    expect(codes()).toEqual(['dangling-reference'])
  }
})

test('changes that are tried out again start from the file as it is then', () => {
  const { workspace, snapshot } = start()
  const [uri, other] = ['file:///home/me/a.rec', 'file:///home/me/b.rec']
  const controls = (...ids: string[]): string => ids.map(id => `@CONTROL rid=${id} | title="${id}"\n`).join('')
  let before = workspace.check(uri, controls('C-1'))
  const tryToAdd = (id: string): object => {
    const end = before.tree.starts.at(-1)!
    const file = workspace.checkEdited(uri, before, [{ start: end, end, text: controls(id) }])
    return workspace.tryOut([{ uri, before, file }], affected => ({
      affected: [...affected],
      found: codesOf(workspace.problemsAcrossFiles(uri, file)),
    }))
  }
  workspace.takeFile(uri, controls('C-1'))
  workspace.takeFile(other, '@FINDING rid=F-1 | control_ref="C-2" | title="x"\n')
  workspace.completeIndex()
  const known = workspace.index.fileAt(uri)
  const idsNow = (): string[] => [...workspace.index.recordsIn(uri)].map(({ id }) => id ?? '')
  for (const _ of [1, 2]) {
    expect(tryToAdd('C-1')).toEqual({ affected: [], found: ['duplicate-rid'] })
    expect(tryToAdd('C-2')).toEqual({ affected: [other], found: [] })
    expect(idsNow()).toEqual(['C-1'])
    expect(workspace.index.fileAt(uri)).toBe(known)
    expect(codesOf(workspace.problemsAcrossFiles(uri, before))).toEqual([])
  }

  workspace.takeFile(uri, controls('C-2', 'C-3'))
  expect(workspace.index.fileAt(uri)).not.toBe(known)
  expect(idsNow()).toEqual(['C-2', 'C-3'])
  before = workspace.check(uri, controls('C-2', 'C-3'))
  expect(tryToAdd('C-1')).toEqual({ affected: [], found: [] })
  expect(tryToAdd('C-3')).toEqual({ affected: [], found: ['duplicate-rid'] })

  snapshot(document(uri, controls('C-1')))
  expect(idsNow()).toEqual(['C-1'])
  workspace.close(uri)
  workspace.takeFile(uri, controls('C-2'))
  before = workspace.check(uri, controls('C-2'))
  expect(tryToAdd('C-3')).toEqual({ affected: [], found: [] })
  workspace.tryOut([{ uri: other, file: workspace.check(other, '') }], () => {})
  expect(workspace.index.hasFile(uri, before)).toBe(false)
  expect(idsNow()).toEqual(['C-2'])
})

test('whatever is tried out, written, opened and closed, the records are those of the files', () => {
  const uris = ['file:///home/me/a.rec', 'file:///home/me/b.rec', 'file:///home/me/c.rec']
  const record = fc.constantFrom(
    '@CONTROL rid=C-1 | title="x"',
    '@CONTROL rid=C-2 | title="x"',
    '@CONTROL rid=C-3 | title="x"',
    '@FINDING rid=F-1 | control_ref="C-1"',
    '@FINDING rid=F-2 | control_ref="C-3"',
    '# a comment',
  )
  const text = fc.array(record, { maxLength: 5 }).map(lines => lines.map(line => `${line}\n`).join(''))
  const step = fc.record({
    // What is tried out is mostly written, so these two are more frequent.
    action: fc.constantFrom('try', 'try', 'take', 'take', 'remove', 'open', 'close', 'look'),
    uri: fc.constantFrom(...uris),
    text,
  })
  const control = registry.tagsNamed('CONTROL')[0]!.nameOfRecords
  /** The problems among all files of a file with a text. */
  const problemsIn = (workspace: Workspace, uri: string, text = ''): unknown => {
    const file = workspace.check(uri, text)
    return workspace.tryOut([{ uri, file }], () => codesOf(workspace.problemsAcrossFiles(uri, file)))
  }
  const found = (workspace: Workspace, texts: ReadonlyMap<string, string>): object => ({
    next: workspace.index.nextIdOf(control),
    files: uris.map(uri => [
      Array.from(workspace.index.recordsIn(uri), ({ id }) => id),
      Array.from(workspace.index.recordsReferringTo({ ...control, id: 'C-1' }), one => [one.uri, one.tagPlace().start]),
      workspace.index.contentAt(uri) !== undefined,
    ]),
    problems: uris.map(uri => problemsIn(workspace, uri, texts.get(uri))),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), steps => {
      const texts = new Map<string, string>()
      const open = new Set<string>()
      const { workspace, snapshot } = start()
      workspace.completeIndex()
      const written = new Map<string, string>()
      for (const { action, uri, text } of steps) {
        const isClosed = !open.has(uri)
        if (action === 'try' && isClosed && texts.has(uri)) {
          const before = workspace.checkText(uri, texts.get(uri)!)
          const file = workspace.checkEdited(uri, before, smallestChange(textOf(before.tree), text))
          workspace.tryOut([{ uri, file, before }], () => workspace.problemsAcrossFiles(uri, file))
          written.set(uri, text)
        } else if (action === 'take' && isClosed) {
          // As after a write: the text on disk is the one that was tried out.
          const now = written.get(uri) ?? text
          written.delete(uri)
          const content = workspace.index.contentAt(uri)
          const isSame = texts.get(uri) === now
          texts.set(uri, now)
          workspace.takeFile(uri, now)
          if (!isSame) expect(workspace.index.contentAt(uri)).not.toBe(content)
        } else if (action === 'remove' && isClosed) {
          texts.delete(uri)
          workspace.takeFile(uri, undefined)
        } else if (action === 'open') {
          open.add(uri)
          texts.set(uri, text)
          snapshot(document(uri, text))
        } else if (action === 'close' && open.delete(uri)) {
          workspace.close(uri)
          workspace.takeFile(uri, texts.get(uri))
        } else if (action === 'look') problemsIn(workspace, uri, texts.get(uri))
      }
      const fresh = start()
      for (const [uri, text] of texts) fresh.workspace.takeFile(uri, text)
      fresh.workspace.completeIndex()
      expect(found(workspace, texts)).toEqual(found(fresh.workspace, texts))
    }),
    { numRuns: runs(800) },
  )
})

const codesOf = (problems: ReturnType<Workspace['problemsAcrossFiles']>): string[] =>
  problems === 'unknown' ? [problems] : problems.map(({ code }) => code)
