import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json'
import { cleanFolder, root } from './clean-folder.ts'

/** Recline is installed with npm as the documentation says. This needs git and the registry of npm. */
const { at, run, recline } = cleanFolder()

beforeAll(() => run('git', ['clone', '--quiet', '--bare', root, 'recline.git']))

/** The commit that is installed. */
const commit = async (): Promise<string> => (await run('git', ['-C', 'recline.git', 'rev-parse', 'HEAD'])).slice(0, 10)

describe.each(['10', '11'])('npm %s', version => {
  const npm = (...args: string[]): Promise<string> => run('npx', ['--yes', `npm@${version}`, ...args])

  test('installs from a git address', async () => {
    await npm('install', '--global', `git+file://${at('recline.git')}`)
    expect(await recline('--version')).toBe(`${manifest.version} (${await commit()})\n`)
    expect(await readdir(at('global/lib/node_modules/recline'))).not.toContain('node_modules')
    await npm('uninstall', '--global', 'recline')
    expect(existsSync(at('global/bin/recline'))).toBe(false)
  })

  test('packs and links a clone', async () => {
    await run('git', ['clone', '--quiet', 'recline.git', version])
    const clone = { cwd: at(version) }
    // pre-commit takes what is printed for the archive's name.
    expect(await run('npx', ['--yes', `npm@${version}`, 'pack'], clone)).toBe(`recline-${manifest.version}.tgz\n`)
    await run('npx', ['--yes', `npm@${version}`, 'link'], clone)
    expect(await recline('--version')).toBe(`${manifest.version} (${await commit()})\n`)
    await npm('uninstall', '--global', 'recline')
  })
})

test('the archive installs without other packages, and no link of its README leads nowhere', async () => {
  const archive = await run('node', [join(root, 'scripts/package-npm.mjs'), at('.')])
  await run('npm', ['install', '--global', '--offline', at(archive.trim())])
  expect(await recline('explain', 'notation')).toMatch(/^notation/)
  const own = at('global/lib/node_modules/recline')
  expect(await readdir(own)).not.toContain('node_modules')
  expect(linksOf(own).filter(link => !existsSync(join(own, link)))).toEqual([])
})

test('the archive and a git address replace each other', async () => {
  const archive = (await run('node', [join(root, 'scripts/package-npm.mjs'), at('.')])).trim()
  const install = (what: string): Promise<string> => run('npm', ['install', '--global', what])
  await install(`git+file://${at('recline.git')}`)
  await install(at(archive))
  await install(`git+file://${at('recline.git')}`)
  expect(await readdir(at('global/lib/node_modules'))).toEqual(['recline'])
  // The folder that the pages of editors name.
  expect(await readdir(join((await run('npm', ['root', '--global'])).trim(), 'recline/editors'))).toContain('neovim')
  expect(await recline('--version')).toBe(`${manifest.version} (${await commit()})\n`)
  await run('npm', ['uninstall', '--global', 'recline'])
})

test('the workflow of "recline init" installs the same commit, and checks without an edit', async () => {
  const address = 'https://git.invalid/owner/recline.git'
  const env = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.file://${at('recline.git')}.insteadOf`,
    GIT_CONFIG_VALUE_0: address,
  }
  await run('npm', ['install', '--global', `git+${address}`], { env })
  await recline('init', 'new', '--domain', 'compliance', '--yes')
  await run('npm', ['uninstall', '--global', 'recline'])
  const workflow = parse(readFileSync(at('new/.github/workflows/recline.yml'), 'utf8'))
  expect(workflow.env.RECLINE_PACKAGE).toMatch(`git+${address}#${await commit()}`)
  const steps: readonly { readonly run?: string }[] = workflow.jobs.check.steps
  for (const script of steps.flatMap(step => step.run ?? []))
    await run('bash', ['-e', '-c', script], { cwd: at('new'), env: { ...env, ...workflow.env } })
  expect(await recline('--version')).toContain(await commit())
})

test('no link of the README of the extension leads nowhere', async () => {
  const files = (await run('npx', ['vsce', 'ls', '--no-dependencies'], { cwd: root })).split('\n')
  expect(linksOf(root).filter(link => !files.includes(link))).toEqual([])
})

/** The files that a README links. */
const linksOf = (packed: string): string[] =>
  [...readFileSync(join(packed, 'README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link!)
