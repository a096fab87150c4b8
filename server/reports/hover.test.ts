import { expect, test } from 'vitest'
import type { MarkupContent } from 'vscode-languageserver-types'
import { openReport, pageWith } from '../../test/report-page.ts'
import { blockHover } from './hover.ts'

/** The text of a hover, and what it marks. */
function hoverIn(lines: string): { readonly said: string; readonly marked: string } | null {
  const { page, position } = openReport(pageWith(lines))
  const hover = blockHover(page, position)
  return hover && { said: (hover.contents as MarkupContent).value, marked: page.text.getText(hover.range) }
}

test.each([
  ['ta▮g FINDING', 'tag', '**tag** · The tag of the records'],
  ['tag FIN▮DING', 'FINDING', '**FINDING**'],
  ['tag FINDING\nwhere seve▮rity == "high"', 'severity', '**FINDING.severity**'],
  ['tag FINDING\nwhere severity == "hi▮gh"', '"high"', '**high** · a value of FINDING'],
  ['tag FINDING\nselect rid, control_ref.own▮er', 'owner', '**CONTROL.owner**'],
  ['tag FINDING\nsort -sta▮tus', 'status', '**FINDING.status**'],
  ['tag FINDING\nshow time▮line', 'timeline', '**timeline** · The days'],
])('%j', (lines, marked, said) => {
  const hover = hoverIn(lines)
  expect(hover?.marked).toBe(marked)
  expect(hover?.said).toContain(said)
})

test.each(['tag NO▮NE', 'tag FINDING\ntitle The sta▮tus', 'tag FINDING\nshow p▮ie', 'tag FINDING\n▮', 'tga FIN▮DING'])(
  'nothing is said of %j',
  lines => expect(hoverIn(lines)).toBeNull(),
)
