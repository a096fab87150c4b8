import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json'
import { cleanFolder, root } from './clean-folder.ts'

/**
 * Recline is installed with npm as the documentation says. This needs git and the registry of npm. An installation from
 * a git address takes minutes, so that each of them serves several expectations.
 */
const { at, run, recline } = cleanFolder()

/** The file of the package. */
let archive: string

beforeAll(async () => {
  await run('git', ['clone', '--quiet', '--bare', root, 'recline.git'])
  archive = (await run('node', [join(root, 'scripts/package-npm.mjs'), at('.')])).trim()
})

/** Where Recline is; git takes it from the clone. */
const address = 'https://git.invalid/owner/recline.git'

const gitSettings = (): Record<string, string> => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: `url.file://${at('recline.git')}.insteadOf`,
  GIT_CONFIG_VALUE_0: address,
})

/** The commit that is installed. */
const commit = async (): Promise<string> => (await run('git', ['-C', 'recline.git', 'rev-parse', 'HEAD'])).slice(0, 10)

const npm = (version: string, ...args: string[]): Promise<string> =>
  run('npx', ['--yes', `npm@${version}`, ...args], { env: gitSettings() })

test('npm 10 installs from a git address, and the archive in its place', async () => {
  await npm('10', 'install', '--global', `git+${address}`)
  await expectCommit()
  await npm('10', 'install', '--global', at(archive))
  expect(await readdir(at('global/lib/node_modules'))).toEqual(['recline'])
  expect(await recline('explain', 'notation')).toMatch(/^notation/)
  await npm('10', 'uninstall', '--global', 'recline')
  expect(existsSync(at('global/bin/recline'))).toBe(false)
})

test('npm 11 installs a git address in place of the archive, and the workflow of "recline init" does too', async () => {
  await npm('11', 'install', '--global', at(archive))
  await npm('11', 'install', '--global', `git+${address}`)
  await expectCommit()
  // The folder that the pages of editors name.
  expect(await readdir(join((await npm('11', 'root', '--global')).trim(), 'recline/editors'))).toContain('neovim')
  await recline('init', 'new', '--domain', 'compliance', '--yes')
  await npm('11', 'uninstall', '--global', 'recline')

  const workflow = parse(readFileSync(at('new/.github/workflows/recline.yml'), 'utf8'))
  expect(workflow.env.RECLINE_PACKAGE).toMatch(`git+${address}#${await commit()}`)
  const steps: readonly { readonly run?: string }[] = workflow.jobs.check.steps
  for (const script of steps.flatMap(step => step.run ?? []))
    await run('bash', ['-e', '-c', script], { cwd: at('new'), env: { ...gitSettings(), ...workflow.env } })
  await expectCommit()
})

/** The installed package is that of the commit, and the only one. */
async function expectCommit(): Promise<void> {
  expect(await recline('--version')).toBe(`${manifest.version} (${await commit()})\n`)
  expect(await readdir(at('global/lib/node_modules'))).toEqual(['recline'])
  expect(await readdir(at('global/lib/node_modules/recline'))).not.toContain('node_modules')
}

test.each(['10', '11'])('npm %s packs and links a clone', async version => {
  await run('git', ['clone', '--quiet', 'recline.git', version])
  const clone = { cwd: at(version) }
  // pre-commit takes what is printed for the archive's name.
  expect(await run('npx', ['--yes', `npm@${version}`, 'pack'], clone)).toBe(`recline-${manifest.version}.tgz\n`)
  await run('npx', ['--yes', `npm@${version}`, 'link'], clone)
  expect(await recline('--version')).toBe(`${manifest.version} (${await commit()})\n`)
  await npm(version, 'uninstall', '--global', 'recline')
})

test('the archive installs without other packages, and no link of its README leads nowhere', async () => {
  await run('npm', ['install', '--global', '--offline', at(archive)])
  expect(await recline('explain', 'notation')).toMatch(/^notation/)
  const own = at('global/lib/node_modules/recline')
  expect(await readdir(own)).not.toContain('node_modules')
  expect(linksOf(readFileSync(join(own, 'README.md'), 'utf8')).filter(link => !existsSync(join(own, link)))).toEqual([])
})

test('no link of a page of the extension leads to a page that the package lacks', async () => {
  await run('node', [join(root, 'scripts/package-vscode.mjs'), at('recline.vsix')])
  const files = Object.entries(unzipSync(readFileSync(at('recline.vsix'))))
  // The package has README.md and CHANGELOG.md in small letters.
  const names = new Set(files.map(([name]) => name.toLowerCase()))
  const pages = files.filter(([name]) => /^extension\/(?:readme|docs\/[^/]*)\.md$/i.test(name))
  const dead = pages.flatMap(([name, bytes]) =>
    linksOf(strFromU8(bytes))
      .filter(link => link.endsWith('.md') && !names.has(posix.join(posix.dirname(name), link).toLowerCase()))
      .map(link => `${name}: ${link}`),
  )
  expect(pages.length).toBeGreaterThan(20)
  expect(dead).toEqual([])
})

/** The files that a text in Markdown links. */
const linksOf = (text: string): string[] => [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link!)
