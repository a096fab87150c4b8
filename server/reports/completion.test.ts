import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { CompletionItem } from 'vscode-languageserver-types'
import { insertRange } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { openReport, pageWith } from '../../test/report-page.ts'
import { blockCompletion } from './completion.ts'
import { blockHover } from './hover.ts'
import { blockDiagnostics } from './problems.ts'

const itemsAt = (marked: string): CompletionItem[] => {
  const { page, position } = openReport(marked)
  return blockCompletion(page, position)?.items ?? []
}

const labelsIn = (lines: string): string[] => itemsAt(pageWith(lines)).map(({ label }) => label)

/** The lines of a block after a completion was accepted. */
function accepted(lines: string, label: string): string {
  const marked = pageWith(lines)
  const item = itemsAt(marked).find(one => one.label === label)
  if (!item) throw new Error(`No completion is called ${label}.`)
  const text = TextDocument.create('file:///a.md', 'markdown', 1, marked.replace('▮', ''))
  const { newText } = item.textEdit!
  const after = TextDocument.applyEdits(text, [{ range: insertRange(item.textEdit!), newText }])
  return after.split('\n').slice(3, -2).join('\n')
}

test('a line starts with a word that the block does not have yet', () => {
  expect(labelsIn('▮')).toEqual(expect.arrayContaining(['tag', 'where', 'show', 'count-by']))
  expect(labelsIn('tag FINDING\n▮')).not.toContain('tag')
  expect(labelsIn('tag FINDING\ncou▮')).toContain('count-by')
  expect(accepted('tag FINDING\ncou▮', 'count-by')).toBe('tag FINDING\ncount-by ')
  expect(accepted('tag FINDING\nwh▮ere status == "open"', 'where')).toBe('tag FINDING\nwhere status == "open"')
})

test('behind a word stands what it takes', () => {
  expect(labelsIn('tag ▮')).toEqual(expect.arrayContaining(['FINDING', 'CONTROL']))
  expect(accepted('tag FIN▮', 'FINDING')).toBe('tag FINDING')
  expect(labelsIn('tag FINDING\nshow ▮')).toEqual(expect.arrayContaining(['table', 'bar', 'timeline', 'graph']))
  expect(accepted('tag FINDING\nshow ta▮ble', 'timeline')).toBe('tag FINDING\nshow timeline')
  expect(labelsIn('every ▮')).toContain('quarter')
  expect(labelsIn('tag FINDING\ntitle ▮')).toEqual([])
  expect(labelsIn('tag FINDING\nlimit ▮')).toEqual([])
})

test('expressions have the fields and values of the tag, also in a list and on a line that goes on', () => {
  expect(labelsIn('tag FINDING\nwhere ▮')).toContain('severity')
  expect(accepted('tag FINDING\nwhere sev▮', 'severity')).toBe('tag FINDING\nwhere severity')
  expect(labelsIn('tag FINDING\nwhere severity == "▮"')).toEqual(['low', 'medium', 'high', 'critical'])
  expect(accepted('tag FINDING\nselect rid, control_ref.ow▮', 'owner')).toBe(
    'tag FINDING\nselect rid, control_ref.owner',
  )
  expect(labelsIn('tag FINDING\nselect rid, ▮')).toContain('status')
  expect(accepted('tag FINDING\nsort -sev▮', 'severity')).toBe('tag FINDING\nsort -severity')
  expect(accepted('tag FINDING\nwhere has(status)\n  && sev▮', 'severity')).toBe(
    'tag FINDING\nwhere has(status)\n  && severity',
  )
  expect(labelsIn('where ▮\ntag NONE')).toEqual([])
})

test('left of a line that goes on, nothing is listed', () => {
  const { page, position } = openReport(pageWith('tag FINDING\nwhere has(status)\n ▮ && sev'))
  expect(blockCompletion(page, position)).toBeNull()
})

test('groups are sorted by their columns', () => {
  expect(labelsIn('tag CONTROL\ncount-by owner\navg maturity\nsort ▮')).toEqual(['owner', 'count', 'avg(maturity)'])
})

test('in the fence of a list, its blanks do not count', () => {
  const { page, position } = openReport('- a\n\n  ```recline\n  tag FINDING\n  where sev▮\n  ```\n')
  const item = blockCompletion(page, position)!.items.find(({ label }) => label === 'severity')!
  expect(insertRange(item.textEdit!)).toEqual({ start: { line: 4, character: 8 }, end: { line: 4, character: 11 } })
})

test.each([
  '▮# A\n```recline\ntag X\n```\n',
  '```recline▮\ntag X\n```\n',
  '```recline\ntag X\n```▮\n',
  '```rec\n▮\n```\n',
])('outside of blocks there is nothing: %j', marked => {
  const { page, position } = openReport(marked)
  expect(blockCompletion(page, position)).toBeNull()
  expect(blockHover(page, position)).toBeNull()
})

const pieces = fc.constantFrom(
  '```recline',
  '```',
  '\n',
  '\r\n',
  ' ',
  'tag FINDING',
  'where ',
  'sort -',
  'a == "',
  ',',
  'é🙂',
  '  ',
)

test('whatever a page has, every place has an answer in its lines', () =>
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), fc.nat(), (all, at) => {
      const text = all.join('')
      const place = at % (text.length + 1)
      const { page, position } = openReport(`${text.slice(0, place)}▮${text.slice(place)}`)
      for (const { textEdit } of blockCompletion(page, position)?.items ?? []) {
        const range = insertRange(textEdit!)
        expect([range.start.line, range.end.line]).toEqual([position.line, position.line])
        expect(range.start.character).toBeLessThanOrEqual(position.character)
      }
      blockHover(page, position)
      for (const { range } of blockDiagnostics(page)) expect(range.start.line).toBeLessThan(page.text.lineCount)
    }),
    { numRuns: runs(300) },
  ))
