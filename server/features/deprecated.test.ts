import { expect, test } from 'vitest'
import { CompletionItemTag, DiagnosticTag } from 'vscode-languageserver-types'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { completions, hoverAt, snapshotOf } from '../../test/editor.ts'
import { Overviews } from '../requests/overview.ts'
import { diagnostics } from '../snapshot/diagnostics.ts'
import { codeActions } from './code-actions.ts'

const fleet: Descriptor = {
  domain: 'acme.fleet',
  version: '2.0',
  description: 'A fleet.',
  state: 'deprecated',
  notice: 'Use acme.transport.',
  records: [
    { tag: 'CAR', deprecated: { use: 'VEHICLE' }, fields: [{ name: 'rid', type: 'string' }] },
    {
      tag: 'VEHICLE',
      fields: [
        { name: 'old', type: 'string', required: true, usual: true, deprecated: { since: '2.0', use: 'plate' } },
        { name: 'plate', type: 'string', description: 'Number plate' },
        { name: 'status', type: 'string', enum: ['sold', 'active'], deprecatedValues: { sold: { use: 'active' } } },
      ],
    },
  ],
}
const editor = { descriptors: [fleet], domains: ['acme.fleet'] }

/** The labels of the completion list, with a `-` before each that is struck out. */
const offered = (text: string): string[] =>
  completions(text, undefined, editor)
    .sort((one, other) => (one.sortText! < other.sortText! ? -1 : 1))
    .map(({ label, tags }) => (tags?.includes(CompletionItemTag.Deprecated) ? `-${label}` : label))

test('completion offers what is deprecated last, and strikes it out', () => {
  expect(offered('@$0').filter(label => !/DOC|BEGIN/.test(label))).toEqual(['@VEHICLE', '-@CAR'])
  expect(offered('@VEHICLE $0')).toEqual(['plate', 'status', 'rid', '-old'])
  expect(offered('@VEHICLE status=$0')).toEqual(['active', '-sold'])
})

test('hovers say it first', () => {
  expect(hoverAt('@VEHICLE o$0ld="x"', editor)!.text).toContain('Deprecated since version 2.0; write `plate`.')
  expect(hoverAt('@C$0AR rid=C-1', editor)!.text).toContain('Deprecated; write `VEHICLE`.')
  expect(hoverAt('@VEHICLE st$0atus="active"', editor)!.text).toContain('- sold: Deprecated; write `active`.')
  expect(hoverAt('@DOC domain=acme.fl$0eet', editor)!.text).toContain('Use acme.transport.')
})

test('one action changes all that has one replacement', () => {
  const text = '@CAR rid=C-1\n@VEHICLE old="x" | status="sold"\n@VEHICLE old="y" | plate="z"\n'
  const snapshot = snapshotOf(text, editor)
  const start = { line: 1, character: 10 }
  const actions = codeActions(
    { ...snapshot, client: { ...snapshot.client, resolvesActions: false } },
    { start, end: start },
    { diagnostics: [] },
  )
  const [all] = actions.filter(({ title }) => title === 'Fix all deprecated problems in this file')
  const { edits } = (all!.edit as { documentChanges: { edits: { newText: string }[] }[] }).documentChanges[0]!
  expect(edits.map(({ newText }) => newText)).toEqual(['VEHICLE', 'plate="x" | status="active'])
})

test('the overview counts them, by field', () => {
  const snapshot = snapshotOf('@VEHICLE old="x"\n@VEHICLE old="y" | status="sold"\n', editor)
  const { severities, problems } = new Overviews().ofFile(snapshot)
  expect(severities).toEqual({ error: 0, warning: 0, information: 3 })
  expect(problems.map(({ label, count, filter }) => [label, count, filter?.where])).toEqual([
    ['VEHICLE.old is deprecated since version 2.0; write plate.', 2, 'has(old)'],
    ['"sold" of VEHICLE.status is deprecated; write "active".', 1, 'has(status)'],
  ])
})

test('problems have the tag of the protocol, and only for clients that know it', () => {
  const snapshot = snapshotOf('@VEHICLE old="x" | plate=1\n', editor)
  const tagsFor = (hasDeprecatedTags: boolean): unknown[] =>
    diagnostics({ ...snapshot, client: { ...snapshot.client, hasDeprecatedTags } })
      .filter(({ code }) => code === 'deprecated')
      .map(({ tags }) => tags)
  // A notice alone strikes nothing out.
  const { state: _, ...active } = fleet
  const noted = snapshotOf('@DOC domain=acme.fleet\n', { descriptors: [active] })
  expect(diagnostics(noted).map(({ code, tags }) => [code, tags])).toEqual([['deprecated', undefined]])
  expect([tagsFor(true), tagsFor(false)]).toEqual([[[DiagnosticTag.Deprecated]], [undefined]])
})
