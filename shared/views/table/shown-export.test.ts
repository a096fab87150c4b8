import { expect, test } from 'vitest'
import { copiedCells } from './clipboard-text.ts'
import { shownAs } from './shown-export.ts'

const cells = copiedCells([
  ['rid', 'title'],
  ['C-1', 'a, "b"\nc'],
  ['C-2', '=1+1 <b>|'],
  ['C-3', null],
])

test('what a table shows is CSV, Markdown, and a page to print, and nothing of it runs', () => {
  expect(shownAs('csv', cells, 'x')).toBe('rid,title\nC-1,"a, ""b""\nc"\nC-2,\'=1+1 <b>|\nC-3,\n')
  expect(shownAs('md', cells, 'CONTROL')).toBe(
    '## CONTROL\n\n| rid | title |\n| --- | --- |\n| C-1 | a, "b"<br>c |\n| C-2 | =1+1 \\<b\\>\\| |\n| C-3 |  |\n',
  )
  const page = shownAs('html', cells, 'A <b>')
  expect(page).toContain('<thead><tr><th dir="auto">rid</th><th dir="auto">title</th></tr></thead>')
  expect(page).toContain('<td dir="auto">=1+1 &#60;b&#62;|</td>')
  expect(page).toContain('<title>A &#60;b&#62;</title>')
})
