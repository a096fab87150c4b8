import { expect, test } from 'vitest'
import { printHtml } from '../../shared/basics/html.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { externalLink } from './html.ts'
import { domainFile, domainLink, fieldAnchor, pageAnchor, tagAnchor, tagLink } from './links.ts'

test('names that descriptors usually have are their own anchors and files', () => {
  expect(domainFile('core.compliance')).toBe('domains/core.compliance.html')
  expect(tagAnchor('RISK_ASSESSMENT')).toBe('RISK_ASSESSMENT')
  expect(fieldAnchor('CONTROL', 'maturity')).toBe('CONTROL.maturity')
})

test('different names make different anchors and files, even where capitals do not count', () => {
  expect(domainFile('Acme.fleet')).toBe('domains/~41~cme.fleet.html')
  expect(domainFile('acme.~41~')).toBe('domains/acme.~7e~41~7e~.html')
  expect(domainFile('../up')).toBe('domains/..~2f~up.html')
  expect(new Set([fieldAnchor('A', 'b.c'), fieldAnchor('A.b', 'c'), tagAnchor('A.b.c')]).size).toBe(3)
  expect(tagAnchor('page:main')).not.toBe(pageAnchor('main'))
})

test('what the site does not have is named without a link', () => {
  const from = { registry: createRegistry([]), domain: 'acme.fleet' }
  expect(printHtml(domainLink(from, 'acme.<b>'))).toBe('acme.&#60;b&#62;')
  expect(printHtml(tagLink(from, { domain: 'acme.fleet', tag: 'CAR' }))).toBe('<code>CAR</code>')
  expect(printHtml(tagLink(from, { domain: 'core.legal', tag: 'CASE' }))).toBe('<code>core.legal.CASE</code>')
})

test('only an https address becomes a link', () => {
  expect(printHtml(externalLink('https://www.iso.org/a"b', 'ISO'))).toBe(
    '<a href="https://www.iso.org/a%22b" rel="external noopener noreferrer">ISO</a>',
  )
  for (const url of [
    'http://example.com',
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    '//example.com',
    'data:text/html,x',
    '',
  ]) {
    expect(printHtml(externalLink(url, 'label'))).toBe('label')
  }
})
