import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import manifest from '../../package.json'
import { type CleanFolder, cleanFolder, root } from './clean-folder.ts'

/** Where Recline is; git takes it from a clone. */
export const address = 'https://git.invalid/owner/recline.git'

/** A clean folder with one version of npm, which finds Recline at the address. */
export interface CleanNpm extends CleanFolder {
  /** Runs npm. */
  npm(...args: string[]): Promise<string>
  /** The environment in which git finds Recline at the address. */
  gitSettings(): Record<string, string>
  /** The path of the package. */
  archive(): string
  /** The commit that is installed. */
  commit(): Promise<string>
  /** The installed package is that of the commit, and the only one. */
  expectCommit(): Promise<void>
}

/**
 * Makes a clean folder for a version of npm. This needs git and the registry of npm. An installation from a git address
 * takes a minute, so that each of them serves several expectations, and each version of npm has a file of its own.
 */
export function cleanNpm(version: string): CleanNpm {
  const folder = cleanFolder()
  const { at, run, recline } = folder
  let archive: string
  beforeAll(async () => {
    await run('git', ['clone', '--quiet', '--bare', root, 'recline.git'])
    archive = at((await run('node', [join(root, 'scripts/package-npm.mjs'), at('.')])).trim())
  })
  const gitSettings = (): Record<string, string> => ({
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.file://${at('recline.git')}.insteadOf`,
    GIT_CONFIG_VALUE_0: address,
  })
  const commit = async (): Promise<string> =>
    (await run('git', ['-C', 'recline.git', 'rev-parse', 'HEAD'])).slice(0, 10)
  return {
    ...folder,
    npm: (...args) => run('npx', ['--yes', `npm@${version}`, ...args], { env: gitSettings() }),
    gitSettings,
    archive: () => archive,
    commit,
    expectCommit: async () => {
      expect(await recline('--version')).toBe(`${manifest.version} (${await commit()})\n`)
      expect(await readdir(at('global/lib/node_modules'))).toEqual(['recline'])
      expect(await readdir(at('global/lib/node_modules/recline'))).not.toContain('node_modules')
    },
  }
}

/** Expects that a version of npm packs a clone, and links it. */
export async function expectPackAndLink(version: string, { at, run, npm, recline, commit }: CleanNpm): Promise<void> {
  await run('git', ['clone', '--quiet', 'recline.git', 'clone'])
  const clone = { cwd: at('clone') }
  // pre-commit takes what is printed for the archive's name.
  expect(await run('npx', ['--yes', `npm@${version}`, 'pack'], clone)).toBe(`recline-${manifest.version}.tgz\n`)
  await run('npx', ['--yes', `npm@${version}`, 'link'], clone)
  expect(await recline('--version')).toBe(`${manifest.version} (${await commit()})\n`)
  await npm('uninstall', '--global', 'recline')
}
