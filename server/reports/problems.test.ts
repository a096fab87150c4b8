import { expect, test } from 'vitest'
import { openReport, pageWith } from '../../test/report-page.ts'
import { blockDiagnostics } from './problems.ts'

/** The problems of a page, each with its line from 0 and the text that it marks. */
function saidOf(markdown: string): string[] {
  const { page } = openReport(markdown)
  return blockDiagnostics(page).map(
    ({ range, message }) => `${range.start.line} [${page.text.getText(range)}] ${message}`,
  )
}

test('a problem stands at what is wrong', () => {
  expect(saidOf(pageWith('tag FINDING\nwhere has(owner)\n  && stat == "open"'))).toEqual([
    expect.stringMatching(/^4 \[owner\] FINDING has no field owner/),
  ])
  expect(saidOf(pageWith('tag FINDING\nwhere has(status)\n  && stat == "open"'))).toEqual([
    expect.stringMatching(/^5 \[stat\] FINDING has no field stat/),
  ])
  expect(saidOf(pageWith('tag FINDING\nshow bar'))).toEqual([
    '2 [```recline] A bar chart needs groups; write a line such as count-by status.',
  ])
  expect(saidOf('1. a\r\n\r\n   ```recline\r\n   tag FINDING\r\n   limit few\r\n   ```\r\n')).toEqual([
    '4 [limit few] limit needs a whole number, such as limit 20.',
  ])
})

test('a page without mistakes has no problem, and all blocks are looked at', () => {
  const right = pageWith('tag FINDING\ncount-by status\nshow bar')
  expect(saidOf(`${right}\n\`\`\`rec\n@A\n\`\`\`\n`)).toEqual([])
  expect(saidOf(right + pageWith('tag NONE') + pageWith('tag NIL'))).toEqual([
    expect.stringMatching(/^10 \[tag NONE\] There is no tag NONE/),
    expect.stringMatching(/^15 \[tag NIL\] There is no tag NIL/),
  ])
})
