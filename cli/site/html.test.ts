import { expect, test } from 'vitest'
import { html, printHtml } from '../../shared/basics/html.ts'
import { prose, recordsMarkup } from './html.ts'

test('text is escaped, markup and lists of it are not', () => {
  const items = ['<b>', `"&'`].map(text => html`<li title="${text}">${text}</li>`)
  expect(printHtml(html`<ul>${items}</ul>${undefined}${3}`)).toBe(
    '<ul><li title="&#60;b&#62;">&#60;b&#62;</li><li title="&#34;&#38;&#39;">&#34;&#38;&#39;</li></ul>3',
  )
})

test('an object of a file is no markup', () => {
  const read = JSON.parse('{ "markup": "<b>", "Symbol(markup)": "<b>" }') as string
  expect(printHtml(html`${read}`)).toBe('[object Object]')
})

test('backticks in prose enclose names', () => {
  expect(printHtml(html`${prose('Compare `impact` with `a<b`.')}`)).toBe(
    'Compare <code>impact</code> with <code>a&#60;b</code>.',
  )
  expect(printHtml(html`${prose('One ` alone')}`)).toBe('One ` alone')
})

test('the parts of a record look different', () => {
  expect(printHtml(recordsMarkup('@A b:int=3 | c="<"\n# note\n'))).toBe(
    '<pre><code>' +
      '<span class="entry"><span class="tag-word">@A</span>' +
      ' <span class="name">b</span>:<span class="type">int</span>=<span class="value">3</span>' +
      ' | <span class="name">c</span>=<span class="value">&#34;&#60;&#34;</span></span>' +
      '<span class="entry"># note</span></code></pre>',
  )
})
