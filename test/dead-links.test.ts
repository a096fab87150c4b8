import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { deadLinks } from '../scripts/dead-links.mjs'

const site = mkdtempSync(join(tmpdir(), 'recline-'))
afterAll(() => rmSync(site, { recursive: true }))

test('a link of the site that leads to no file is found', () => {
  mkdirSync(join(site, 'docs'))
  const links = [
    'codes',
    './codes.html#syntax',
    '../notice.txt',
    '/site/',
    '/site/docs/rules',
    'https://x.org/y',
    '#top',
  ]
  const dead = ['none', '../gone.txt', '/other/page', '../../out']
  const html = [...links, ...dead].map(link => `<a href="${link}">x</a>`).join('\n')
  writeFileSync(join(site, 'index.html'), '<img src="/site/image.png">')
  writeFileSync(join(site, 'notice.txt'), '')
  writeFileSync(join(site, 'docs/codes.html'), '')
  writeFileSync(join(site, 'docs/rules.html'), html)
  expect(deadLinks(site, '/site/')).toEqual([
    ...dead.map(link => `docs/rules.html: ${link}`),
    'index.html: /site/image.png',
  ])
})
