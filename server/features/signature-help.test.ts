import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarkupContent } from 'vscode-languageserver-types'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { positionAt } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { open, snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { signatureHelp } from './signature-help.ts'

/** The signature in use, its current field in ⟨⟩. */
function help(text: string, domains: string[] = []): string | null {
  const { snapshot, position } = open(text, { domains })
  const answer = signatureHelp(snapshot, position)
  if (!answer) return null
  const { label, parameters, activeParameter } = answer.signatures[answer.activeSignature!]!
  const [start, end] = (parameters![activeParameter!]?.label ?? [label.length, label.length]) as [number, number]
  return `${label.slice(0, start)}⟨${label.slice(start, end)}⟩${label.slice(end)}`
}

test('the current field is the active parameter', () => {
  expect(help('@CONTROL rid=$0')).toBe('@CONTROL ⟨rid⟩ | framework | title | status | …')
  expect(help('@CONTROL rid=CTL-1 | title="x$0"')).toBe('@CONTROL … | ⟨title⟩ | status | owner | …')
  expect(help('@CONTROL rid=CTL-1 | title="x"$0 | status="draft"')).toBe('@CONTROL … | ⟨title⟩ | status | owner | …')
  expect(help('@CONTROL maturity:$0')).toBe('@CONTROL … | status | owner | ⟨maturity:int⟩')
  expect(help('@CONTROL rid=CTL-1\r\n  | sta$0tus="🙂"')).toBe('@CONTROL … | ⟨status⟩ | owner | maturity:int')
})

test('at a new field, the first missing field is active', () => {
  expect(help('@CONTROL $0')).toBe('@CONTROL ⟨rid⟩ | framework | title | status | …')
  expect(help('@CONTROL rid=CTL-1 | $0')).toBe('@CONTROL rid | ⟨framework⟩ | title | status | …')
  expect(help('@CONTROL rid=CTL-1 | $0 | framework="x"')).toBe('@CONTROL … | ⟨title⟩ | status | owner | …')
})

test('at an unknown field, no parameter is active', () => {
  expect(help('@CONTROL color=$0')).toBe('@CONTROL rid | framework | title | status | …⟨⟩')
})

test('the current field is described, and no other', () => {
  const described = (text: string, hasMarkdown = true): (string | undefined)[] => {
    const { snapshot, position } = open(text, { client: { hasMarkdown } })
    return signatureHelp(snapshot, position)!.signatures[0]!.parameters!.map(
      ({ documentation }) => (documentation as MarkupContent | undefined)?.value,
    )
  }
  expect(described('@CONTROL maturity:$0')).toEqual([
    undefined,
    undefined,
    expect.stringMatching(/^\*\*CONTROL\.maturity\*\* · `int`\n\nMaturity level/),
  ])
  expect(described('@CONTROL maturity:$0', false)[2]).toMatch(/^CONTROL\.maturity · int\n\nMaturity level/)
  expect(described('@CONTROL color=$0').filter(Boolean)).toEqual([])
})

test('a signature is one line, and short enough for the box in VS Code', () => {
  for (const { tags } of createRegistry(builtinDescriptors).domains.values()) {
    for (const { name, fields } of tags.values()) {
      for (const field of fields.keys()) {
        const { snapshot, position } = open(`@${name} ${field}=$0`)
        for (const { label, parameters } of signatureHelp(snapshot, position)!.signatures) {
          expect(label.length, label).toBeLessThanOrEqual(parameters!.length > 1 ? 50 : 55)
        }
      }
    }
  }
})

test('a tag of several domains has a signature for each; that of its own domain is active', () => {
  const { snapshot, position } = open('@POLICY premium:float=$0')
  const { signatures, activeSignature } = signatureHelp(snapshot, position)!
  expect(signatures.map(({ label }) => label.split(' · ')[1])).toEqual(['core.compliance', 'core.insurance'])
  expect(activeSignature).toBe(1)
  expect(help('@POLICY $0', ['compliance'])).toContain('⟨rid⟩')
})

test('there is no signature in a tag, a header, a comment, a block, an unknown record, or below a record', () => {
  for (const text of [
    '@CONT$0ROL rid=1',
    '@CONTROL$0',
    '@DOC domain=$0',
    '# @CONTROL $0',
    '@BEGIN\n@CONTROL $0\n@END',
    '@NOTAG a=$0',
    '@CONTROL rid=1\n$0',
    '@CONTROL rid=1 # x$0',
    '$0',
    'x$0',
  ]) {
    expect(help(text)).toBeNull()
  }
})

test(
  'at every place of any text the current field is at most one behind the last',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const snapshot = snapshotOf(text)
        for (let offset = 0; offset <= text.length; offset++) {
          const help = signatureHelp(snapshot, positionAt(snapshot.file.tree, offset))
          if (!help) continue
          expect(help.activeSignature).toBeLessThan(help.signatures.length)
          for (const { activeParameter, parameters } of help.signatures)
            expect(activeParameter).toBeLessThanOrEqual(parameters!.length)
        }
      }),
      { numRuns: runs(100) },
    ),
  60_000,
)

test('an old client gets parameters as text, and one active parameter for all signatures', () => {
  const { snapshot, position } = open('@CONTROL maturity:$0', { client: { hasLabelOffsets: false } })
  const { signatures, activeParameter } = signatureHelp(snapshot, position)!
  expect(signatures[0]!.parameters!.map(({ label }) => label)).toEqual(['status', 'owner', 'maturity:int'])
  expect(activeParameter).toBe(2)
})
