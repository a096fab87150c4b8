import { expect, test } from 'vitest'
import type { FilledBlocks } from '../../shared/protocol/report-blocks.ts'
import { quote } from '../../shared/syntax/nodes.ts'
import { snapshotOf } from '../../test/editor.ts'
import { hostileValues } from '../../test/hostile-values.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { filledBlocks } from './report-blocks.ts'

const files = {
  'audit/a.compliance.rec': '@CONTROL rid=C-1 | owner="CISO"\n@FINDING rid=F-1 | control_ref="C-1" | severity="hi"\n',
  'audit/b c.compliance.rec':
    '@FINDING rid=F-2 | control_ref="C-1" | severity="low" | status="open" | remediation_due:ts=2026-07-01\n',
}

async function filled(
  blocks: readonly string[],
  counts: readonly string[] = [],
  texts: Readonly<Record<string, string>> = files,
): Promise<FilledBlocks> {
  const snapshots = Object.entries(texts).map(([fileName, text]) =>
    snapshotOf(text, { fileName: encodeURI(fileName), others: {} }),
  )
  const answer = await filledBlocks(
    {
      registry: snapshots[0]!.registry,
      loaded: { load: async () => ({ snapshots, left: 0 }) },
      all: async function* (): AsyncGenerator<Snapshot> {
        for (const snapshot of snapshots) yield await Promise.resolve(snapshot)
      },
      nameOf: uri => decodeURI(uri.slice('file:///'.length)),
      now: Date.parse('2026-06-30T12:00:00Z'),
    },
    { uri: 'file:///reports/q2/a.md', blocks, counts },
    { isCancellationRequested: false },
  )
  return answer!
}

test('blocks and numbers are filled from all files, and ids lead to their records', async () => {
  const { blocks, counts } = await filled(
    ['tag FINDING\nselect rid, severity, control_ref.owner', 'tag FINDING\nshow timeline', 'show problems'],
    ['{count FINDING}', '{count FINDING where status == "open"}'],
  )
  expect(blocks[0]).toContain('<td><a href="../../audit/a.compliance.rec#L2">F-1</a></td><td>hi</td><td>CISO</td>')
  expect(blocks[0]).toContain('<a href="../../audit/b%20c.compliance.rec#L1">F-2</a>')
  expect(blocks[1]).toMatch(/<svg class="chart"[^]*2026-07-01[^]*within 7 days/)
  expect(blocks[1]).toContain('<p class="note">1 record has no day by which something is due.</p>')
  expect(blocks[2]).toContain('<td>not-in-enum</td>')
  expect(blocks[2]).toContain('<td>audit/a.compliance.rec:2</td>')
  expect(counts).toEqual(['<span class="report-count">2</span>', '<span class="report-count">1</span>'])
})

test('a block with a mistake says what it is, and the others are filled', async () => {
  const { blocks, counts } = await filled(
    [
      'tag NONE',
      'tag FINDING\nshow number',
      'tag FINDING\ncount-by status\nevery month\nsince 2026-01',
      'show changes',
    ],
    ['{count NONE}', '{count'],
  )
  expect(blocks[0]).toContain('<p class="mistake">There is no tag NONE')
  expect(blocks[1]).toContain('<strong>2</strong>')
  expect(blocks[2]).toContain('<p class="mistake">Numbers over time come from earlier commits')
  expect(blocks[3]).toContain('<p class="mistake">Changes come from earlier commits')
  expect(counts[0]).toMatch(/^<span class="report-count" title="There is no tag NONE[^"]*">\{count NONE\}<\/span>$/)
  expect(counts[1]).toMatch(/^<span class="report-count" title="[^"]*is no number[^"]*">\{count<\/span>$/)
})

test.each(Object.entries(hostileValues))('the value "%s" is text', async (_, text) => {
  const shown = quote(text)
  const record = (id: string): string =>
    `@CONTROL rid=${id} | title=${shown} | owner=${shown}\n@FINDING rid=${id} | control_ref=${id} | status=${shown} | remediation_due:ts=2026-07-01\n`
  const blocks = [
    'tag CONTROL',
    'tag CONTROL\ncount-by owner\nshow bar',
    'tag FINDING\nshow graph',
    'tag FINDING\nshow timeline',
    'show problems',
    `tag CONTROL\ntitle ${text.replace(/\s+/g, ' ')}`,
    `tag ${text}`,
  ]
  const elementsOf = (html: string): string[] => {
    const elements: string[] = []
    const rest = html.replaceAll(
      /<(\/?[a-z]\w*)((?: [a-zA-Z-]+="[^"<>]*")*)>/g,
      (_whole, name: string, attributes: string) => {
        elements.push(name + attributes.replaceAll(/="[^"]*"/g, ''))
        return ''
      },
    )
    expect(rest).not.toMatch(/[<>]/)
    return elements
  }
  const { blocks: made } = await filled(blocks, [], { 'a.compliance.rec': record(shown) })
  const allowed =
    /^\/?(?:div|p|table|caption|thead|tbody|tr|th|td|a|figure|figcaption|svg|text|rect|path|circle|details|summary)$/
  for (const html of made) for (const element of elementsOf(html)) expect(element.split(' ')[0]).toMatch(allowed)
  for (const html of made)
    expect(html.match(/ href="[^"]*"/g) ?? []).not.toContainEqual(expect.stringMatching(/javascript:|https?:|command:/))
})
