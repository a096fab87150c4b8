import { expect, test } from 'vitest'
import { blockOfTable } from './report-block.ts'

const shown = {
  table: 'core.compliance.FINDING',
  columns: ['rid', 'severity', 'due-date'],
  sort: [
    { column: 'severity', isDescending: true },
    { column: 'rid', isDescending: false },
  ],
  where: ' status == "open"\n&& has(owner)',
  hasOtherFilters: false,
}

test('a block has the tag, the expression, the columns and the order of a table', () => {
  expect(blockOfTable(shown)).toEqual({
    text: `\`\`\`recline
tag core.compliance.FINDING
where status == "open"
  && has(owner)
select rid, severity, due-date
sort -severity, rid
\`\`\`
`,
    said: 'The block is copied; paste it into a Markdown file.',
  })
})

test('what a block cannot say is told', () => {
  const { text, said } = blockOfTable({ ...shown, columns: [], sort: [], where: '', hasOtherFilters: true })
  expect(text).toBe('```recline\ntag core.compliance.FINDING\n```\n')
  expect(said).toMatch(/not the search, the filters and Problems/)
})
