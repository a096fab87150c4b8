import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json'
import { cleanFolder, root } from './clean-folder.ts'

/** A release of the last commit, made in a clone. */
const { at, run, tryRun, files } = cleanFolder()

const { version } = manifest
const git = (...args: readonly string[]): Promise<string> =>
  run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: at('clone') })
const release = (...options: readonly string[]) =>
  tryRun('node', ['scripts/release.mjs', '--skip-tests', ...options], { cwd: at('clone') })

beforeAll(async () => {
  await run('git', ['clone', '--quiet', '--no-tags', root, 'clone'])
  await symlink(join(root, 'node_modules'), at('clone/node_modules'))
})

test('what is not ready is told, and nothing is made', async () => {
  await files({
    'clone/CHANGELOG.md': '## Unreleased\n\n- New.\n',
    'clone/editors/emacs/recline.el': ';; Version: 0.0.1\n',
  })
  const { stdout, stderr, code } = await release('--dry-run')
  expect([stdout, code]).toEqual(['', 1])
  expect(stderr.split('\n')).toEqual([
    `editors/emacs/recline.el has version 0.0.1, and package.json ${version}.`,
    `CHANGELOG.md has changes below "Unreleased"; move them to the section of ${version}.`,
    `CHANGELOG.md has no section "${version} - <date>" below "Unreleased".`,
    'Some files have changes that are not committed.',
    '',
  ])
  await git('checkout', '--quiet', '.')
})

test('a dry run makes both packages and their checksums, and a release a tag too', async () => {
  await files({ 'clone/CHANGELOG.md': `## Unreleased\n\n## ${version} - 2026-11-27\n\n- # New.\n` })
  await git('commit', '--quiet', '--all', '--allow-empty', '--message', 'Release')
  const { stdout, stderr, code } = await release('--dry-run')
  expect([stderr, code]).toEqual(['', 0])
  expect(stdout).toContain(`Version     ${version}, in all manifests and in CHANGELOG.md\n`)
  expect(stdout).toContain('Tests       not run, because of --skip-tests\n')
  const sums = readFileSync(at('clone/dist/release/SHA256SUMS'), 'utf8').trim().split('\n')
  expect(sums.map(line => line.split('  ')[1])).toEqual([`recline-${version}.vsix`, `recline-${version}.tgz`])
  for (const line of sums) {
    const [sum, name] = line.split('  ')
    const content = readFileSync(at(`clone/dist/release/${name}`))
    expect(createHash('sha256').update(content).digest('hex')).toBe(sum)
    expect(stdout).toContain(`Package     ${line}  ${content.length.toLocaleString('en')} bytes\n`)
  }
  expect(await git('tag')).toBe('')
  await git('config', 'user.name', 'Test')
  await git('config', 'user.email', 'test@example.com')
  expect((await release()).stdout).toContain(`"git push origin v${version}" publishes it\n`)
  expect(await git('tag', '--list', '--format=%(contents)', `v${version}`)).toContain(`${version}\n\n- # New.\n`)
  expect((await release()).stderr).toBe(`There is a tag v${version} already; raise the version.\n`)
})
