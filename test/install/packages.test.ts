import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanFolder, root } from './clean-folder.ts'

/** Both packages, made from two clones in two folders, with other settings of the machine. */
const { at, run } = cleanFolder()

beforeAll(async () => {
  await makePackages('one', 'umask 022; export TZ=UTC')
  await makePackages('another/folder', 'umask 077; export TZ=Asia/Tokyo LC_ALL=C.UTF-8')
})

/** Builds a clone in a folder, and makes the packages beside its files: `recline.vsix` and the archive for npm. */
async function makePackages(folder: string, settings: string): Promise<void> {
  await mkdir(at(folder), { recursive: true })
  const inClone = (command: string): Promise<string> =>
    run('bash', ['-e', '-c', `${settings}; ${command}`], { cwd: at(folder) })
  await inClone(`git clone --quiet '${root}' . && node scripts/prepare.mjs`)
  // The program that makes a .vsix, and the compiler that makes the types of the library.
  for (const name of ['@vscode', 'typescript', '@typescript', '@types'])
    await symlink(join(root, 'node_modules', name), at(`${folder}/node_modules/${name}`))
  await inClone('node scripts/package-vscode.mjs recline.vsix && node scripts/package-npm.mjs')
}

describe.each([
  ['the extension', /\.vsix$/, 'unzip -q'],
  ['the package for npm', /\.tgz$/, 'tar xzf'],
])('%s', (_, name, extract) => {
  /** The path of the package in a clone. */
  const packageIn = async (folder: string): Promise<string> =>
    join(at(folder), (await readdir(at(folder))).find(file => name.test(file))!)

  test('has the same bytes wherever it is made', async () => {
    const [one, other] = await Promise.all(['one', 'another/folder'].map(async in_ => readFile(await packageIn(in_))))
    expect(one!.length).toBeGreaterThan(100_000)
    expect(one!.equals(other!)).toBe(true)
  })

  test('has no path of the machine, and lists the packages in it', async () => {
    const content = `content${name.source}`
    await mkdir(at(content))
    await run('bash', ['-c', `${extract} '${await packageIn('one')}'`], { cwd: at(content) })
    const entries = await readdir(at(content), { recursive: true, withFileTypes: true })
    const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
    const texts = await Promise.all(paths.map(path => readFile(path, 'utf8')))
    for (const place of [at('one'), root, homedir()])
      expect(paths.filter((_, index) => texts[index]!.includes(`${place}/`))).toEqual([])
    for (const list of ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json'])
      expect(paths.filter(path => path.endsWith(list))).toHaveLength(1)
  })
})
