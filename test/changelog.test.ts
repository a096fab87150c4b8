import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../package.json'
import { changelogProblems, sectionsOf } from '../scripts/changelog.mjs'

const text = (unreleased: string, title: string, body = '- New.\n'): string =>
  `# Changelog\n\n## Unreleased\n\n${unreleased}## ${title}\n\n${body}\n## 0.1.0 - 2026-11-22\n\n- First.\n`

test('a changelog is ready for a release if all changes are below its version and date', () => {
  expect(changelogProblems(text('', '0.2.0 - 2026-11-27'), '0.2.0')).toEqual([])
  expect(changelogProblems(text('- More.\n\n', '0.2.0 - 2026-11-27'), '0.2.0')).toEqual([
    'CHANGELOG.md has changes below "Unreleased"; move them to the section of 0.2.0.',
  ])
  expect(changelogProblems(text('', '0.2.0'), '0.2.0')).toEqual(['The section of 0.2.0 has no date in CHANGELOG.md.'])
  expect(changelogProblems(text('', '0.2.0 - 2026-11-27', ''), '0.2.0')).toEqual([
    'The section of 0.2.0 in CHANGELOG.md is empty.',
  ])
  expect(changelogProblems(text('', '0.1.9 - 2026-11-27'), '0.2.0')).toEqual([
    'CHANGELOG.md has no section "0.2.0 - <date>" below "Unreleased".',
  ])
  expect(changelogProblems('# Changelog\n', '0.2.0')[0]).toBe(
    'CHANGELOG.md does not start with a section "Unreleased".',
  )
})

test('the changelog has a section for what comes, and one for this version', () => {
  const titles = sectionsOf(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')).map(({ title }) => title)
  expect(titles[0]).toBe('Unreleased')
  expect(titles[1]).toMatch(new RegExp(`^${manifest.version.replaceAll('.', '\\.')} - `))
})
