import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { localize, speak } from '../../shared/domains/localize.ts'

afterEach(() => {
  speak()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** What a page says whose document has a text in the element with its sentences. */
async function said(textContent: string | undefined): Promise<string> {
  vi.stubGlobal('document', { getElementById: () => (textContent === undefined ? null : { textContent }) })
  vi.resetModules()
  await import('./page-language.ts')
  // The page has its own copy of the module, as the modules are loaded again.
  const { localize: ofPage } = await import('../../shared/domains/localize.ts')
  return ofPage('{count} records', { count: 2 })
}

test('a page says the sentences that stand in it, or English', async () => {
  expect(await said('{"{count} records":"{count} Datensätze"}')).toBe('2 Datensätze')
  expect(await said('"qps"')).toBe('[2 récórds~~~~~]')
  expect(await said(undefined)).toBe('2 records')
  expect(localize('{count} records', { count: 2 })).toBe('2 records')
})

const pages = readdirSync('client/webviews', { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)

test.each(pages)('%s takes its language before it makes a text', name =>
  expect(readFileSync(join('client/webviews', name, 'main.ts'), 'utf8')).toMatch(/^import '..\/page-language.ts'\n/),
)
