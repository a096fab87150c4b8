import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { localize, speak } from '../../shared/domains/localize.ts'

afterEach(() => {
  speak()
  vi.unstubAllGlobals()
})

test('a page says the sentences that stand in it, and others in English', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de-AT' } })
  vi.stubGlobal('reclineSentences', { de: { '{count} records': '{count} Datensätze' }, fr: {} })
  // By a variable, as tests are compiled without the types of a page.
  const module: string = './page-language.ts'
  await import(module)
  expect(localize('{count} records', { count: 2 })).toBe('2 Datensätze')
  expect(localize('1 record')).toBe('1 record')
})

const pages = readdirSync('client/webviews', { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)

test.each(pages)('%s takes its language before it makes a text', name =>
  expect(readFileSync(join('client/webviews', name, 'main.ts'), 'utf8')).toMatch(/^import '..\/page-language.ts'\n/),
)
