// A random sample of all changes, as many in each folder, and how many of them the tests noticed.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { root } from '../../scripts/project.mjs'
import { changeKey } from './only-sample.mjs'

/**
 * A change of the code, as Stryker describes it.
 *
 * @typedef {import('./only-sample.mjs').Change} Change
 *
 * @typedef {object} Noticed
 * @property {number} killed
 * @property {number} mutants those that were tried
 * @property {number} uncovered the part of `mutants` that no test runs
 */

/** Another seed chooses other changes. */
const seed = 4

const configFile = join(root, 'dist/mutation/sample.config.json')
const reportFile = join(root, 'dist/mutation/sample.json')

/**
 * Chooses changes, and writes a configuration that tries only these.
 *
 * @param {number} count how many changes; each folder has as many, or all it has
 * @returns {Promise<string>} the path of the configuration
 */
export async function writeSampleConfig(count) {
  const config = JSON.parse(readFileSync(join(root, 'test/mutation/stryker.config.json'), 'utf8'))
  const changes = await allChanges(allFiles())
  const folders = byFolder(changes, ({ fileName }) => fileName)
  const each = Math.ceil(count / folders.length)
  const sample = folders.flatMap(([, inFolder]) => inFolder.sort(byHash).slice(0, each))
  const mutate = sample.map(({ fileName, location: { start, end } }) => {
    const range = `${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`
    return `${relative(root, fileName)}:${range}`
  })
  mkdirSync(dirname(configFile), { recursive: true })
  const changed = {
    ...config,
    mutate: [...new Set(mutate)],
    plugins: [...config.plugins, join(root, 'test/mutation/only-sample.mjs')],
    checkers: ['only-sample'],
    sample: sample.map(changeKey),
    warnings: { unknownOptions: false },
    incremental: false,
    reporters: ['clear-text', 'json'],
    jsonReporter: { fileName: reportFile },
  }
  writeFileSync(configFile, JSON.stringify(changed, null, 2))
  return configFile
}

/**
 * @returns {{ seed: number, folders: Record<string, Noticed>, ignored: number }} what the last sample gave, by
 * folder, and how many of its changes take effect while the code is loaded, and were not tried
 */
export function sampleResults() {
  /** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */
  const { files } = JSON.parse(readFileSync(reportFile, 'utf8'))
  const all = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map(({ status }) => ({ file: join(root, file), status })),
  )
  /** @type {{ sample: string[] }} */
  const { sample } = JSON.parse(readFileSync(configFile, 'utf8'))
  const tried = ['Killed', 'Timeout', 'Survived', 'NoCoverage']
  const count = (/** @type {typeof all} */ some, /** @type {string[]} */ ...statuses) =>
    some.filter(({ status }) => statuses.includes(status)).length
  return {
    seed,
    folders: Object.fromEntries(
      byFolder(all, ({ file }) => file).map(([folder, some]) => [
        folder,
        {
          killed: count(some, 'Killed', 'Timeout'),
          mutants: count(some, ...tried),
          uncovered: count(some, 'NoCoverage'),
        },
      ]),
    ),
    ignored: sample.length - count(all, ...tried),
  }
}

/** Without the forms of requests, which the tests of the built programs use. */
const allFiles = () =>
  ['shared', 'cli/check'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !/\.(test|d)\.ts$|^protocol\b/.test(name))
      .map(name => join(root, folder, name)),
  )

/** @type {(files: readonly string[]) => Promise<Change[]>} */
async function allChanges(files) {
  const { Instrumenter } = await import(
    join(root, 'test/mutation/node_modules/@stryker-mutator/instrumenter/dist/src/index.js')
  )
  const instrumenter = new Instrumenter({ debug() {}, info() {}, isDebugEnabled: () => false })
  const contents = files.map(name => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  const { mutants } = await instrumenter.instrument(contents, { plugins: null, excludedMutations: [], ignorers: [] })
  return mutants
}

/** The order depends on the change alone, so that most of the sample stays when other code changes. */
const byHash = (/** @type {Change} */ one, /** @type {Change} */ other) => (hash(one) < hash(other) ? -1 : 1)

const hash = (/** @type {Change} */ change) =>
  createHash('sha256')
    .update(`${seed} ${changeKey(change)}`)
    .digest('hex')

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} fileOf
 * @returns {[folder: string, items: Item[]][]} in the order of the folders
 */
function byFolder(items, fileOf) {
  const folders = [...new Set(items.map(item => folderOf(fileOf(item))))].sort()
  return folders.map(folder => [folder, items.filter(item => folderOf(fileOf(item)) === folder)])
}

/** `shared/check/rules` is a folder of its own: half of the check is there. */
function folderOf(/** @type {string} */ file) {
  const folder = dirname(relative(root, file)).split(sep).join('/')
  return folder === 'shared/check/rules' ? folder : folder.split('/').slice(0, 2).join('/')
}
