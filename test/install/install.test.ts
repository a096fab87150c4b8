import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { firstWorkflow } from '../../cli/init/first-files.ts'
import manifest from '../../package.json'

/**
 * Recline is installed as the documentation says, from the last commit of this repository. This needs git and the
 * registry of npm.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-install-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs a program and returns its output. Settings of the npm that runs this test do not count. */
async function run(program: string, args: readonly string[], cwd = folder, env = {}): Promise<string> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^GIT_/i.test(name)))
  const options = { cwd, env: { ...own, npm_config_prefix: join(folder, 'global'), ...env }, maxBuffer: 2 ** 26 }
  return (await promisify(execFile)(program, [...args], options)).stdout
}

/** Clones the repository, and returns the address of the clone for npm. */
async function gitAddress(): Promise<string> {
  await run('git', ['clone', '--quiet', '--bare', root, 'recline.git'])
  return `git+file://${join(folder, 'recline.git')}`
}

const installed = (...args: string[]): Promise<string> => run(join(folder, 'global/bin/recline'), args)

describe.each(['10', '11'])('npm %s', version => {
  test('installs from a git address', async () => {
    const address = await gitAddress()
    await run('npx', ['--yes', `npm@${version}`, 'install', '--global', address])
    expect(await installed('--version')).toBe(`${manifest.version}\n`)
  })
})

test('the archive installs without other packages, and no link of its README leads nowhere', async () => {
  const archive = (await run('node', [join(root, 'scripts/package-npm.mjs'), folder], root)).trim()
  await run('npm', ['install', '--global', '--offline', join(folder, archive)])
  expect(await installed('--version')).toBe(`${manifest.version}\n`)
  const own = join(folder, 'global/lib/node_modules/@recline/cli')
  expect(await readdir(own)).not.toContain('node_modules')
  expect(deadLinks(own)).toEqual([])
})

test('no link of the README of the extension leads nowhere', async () => {
  const files = (await run('npx', ['vsce', 'ls', '--no-dependencies'], root)).split('\n')
  expect(linksOf(root).filter(link => !files.includes(link))).toEqual([])
  expect(files).toContain('THIRD-PARTY-NOTICES.txt')
})

test('npm link makes the command', async () => {
  await run('npm', ['link', '--ignore-scripts'], root)
  expect(await installed('--version')).toBe(`${manifest.version}\n`)
})

test('the workflow of "recline init" installs the archive and checks', async () => {
  const archive = (await run('node', [join(root, 'scripts/package-npm.mjs'), folder], root)).trim()
  await writeFile(join(folder, 'a.rec'), '@CONTROL rid=CTL-1\n')
  const { steps } = parse(firstWorkflow('.').text).jobs.check as { steps: { run?: string }[] }
  for (const { run: script } of steps) {
    if (script === undefined) continue
    const path = `${join(folder, 'global/bin')}:${process.env.PATH}`
    await run('bash', ['-e', '-c', script], folder, { RECLINE_PACKAGE: join(folder, archive), PATH: path })
  }
})

/** The links of a package's README to files that are not in the package. */
const deadLinks = (packed: string): string[] => linksOf(packed).filter(link => !existsSync(join(packed, link)))

/** The files that a README links. */
const linksOf = (packed: string): string[] =>
  [...readFileSync(join(packed, 'README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link!)
