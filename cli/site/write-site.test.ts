import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { siteFiles } from './site.ts'
import { writeSite } from './write-site.ts'

const registry = createRegistry(builtinDescriptors)
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recline-site-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the site is written to a folder that is made, and once more over itself', async () => {
  const out = join(folder, 'new', 'site')
  await writeSite(out, registry)
  const written = await writeSite(out, registry)
  expect(written).toEqual({
    start: expect.stringMatching(/new\/site\/index\.html$/) as string,
    pages: builtinDescriptors.length + 1,
  })
  for (const [file, text] of siteFiles(registry)) expect(readFileSync(join(out, file), 'utf8')).toBe(text)
})

test('a folder that cannot be written is named with the reason', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const failure = expect.stringMatching(/^The site could not be written to .*file: not a directory\.$/) as string
  expect(await writeSite(file, registry)).toEqual({ failure })
})

test('a link out of the folder is not written through', async () => {
  mkdirSync(join(folder, 'outside'))
  mkdirSync(join(folder, 'site'))
  symlinkSync('../outside', join(folder, 'site/domains'))
  const failure = expect.stringMatching(/site\/domains is a link that leads out of the folder, so it is not written/)
  expect(await writeSite(join(folder, 'site'), registry)).toEqual({ failure })
  expect(readdirSync(join(folder, 'outside'))).toEqual([])
})

test('what no site has written is not replaced', async () => {
  const target = join(folder, 'web')
  mkdirSync(target)
  writeFileSync(join(target, 'style.css'), 'mine')
  const failure = expect.stringMatching(
    /style\.css would be replaced, and no site has written it, so nothing is written/,
  )
  expect(await writeSite(target, registry)).toEqual({ failure })
  expect(readdirSync(target)).toEqual(['style.css'])
  writeFileSync(join(target, 'index.html'), '<!doctype html>mine')
  expect(await writeSite(target, registry)).toEqual({
    failure: expect.stringMatching(/index\.html and 1 other file would be replaced/),
  })
  expect(readFileSync(join(target, 'index.html'), 'utf8')).toBe('<!doctype html>mine')
})
