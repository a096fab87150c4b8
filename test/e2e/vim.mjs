// The keys of records beside the extensions for Vim and Neovim: in each mode but the one for inserting, a key does what
// it does in any text.
//
//   node test/e2e/vim.mjs
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/project.mjs'
import { openFile, tryInEditor } from './page.mjs'
import { until } from './table/view.mjs'

/**
 * @typedef {object} Example a key, and the text that it leaves, or what the status bar says about the selection
 * @property {string} key
 * @property {string} before with `$0` for the cursor
 * @property {string | RegExp} plain in any text
 * @property {string | RegExp} ours in records
 * @property {string} [typed] what is typed right behind the key
 */

const file = 'modes.compliance.rec'
const first = '@CONTROL rid=CTL-901 | title="ab" | status="tested"\n'
const second = '  | owner="c"\n'
const other = '@CONTROL rid=CTL-903 | title="x"\n'
const before = first.replace('ab', 'a$0b') + second + other
const long = 'quarterly '.repeat(40)

/** @type {Example[]} */
const examples = [
  {
    key: 'Tab',
    before,
    plain: first.replace('ab', 'a #b') + second + other,
    ours: first.replace('tested', '#') + second + other,
    typed: '#',
  },
  {
    key: 'Shift+Tab',
    before: `${first}  | owner="$0c"\n${other}`,
    plain: `${first}| owner="#c"\n${other}`,
    ours: first.replace('tested', '#') + second + other,
    typed: '#',
  },
  // The stand-in for both extensions goes down with it.
  {
    key: 'Enter',
    before,
    plain: first + second.replace('\n', '#\n') + other,
    ours: `${first + second}#\n${other}`,
    typed: '#',
  },
  // The record is wrapped: the end of its first row is visible.
  {
    key: 'Shift+End',
    before: `@CONTROL rid=CTL-901 | title="$0${long}"\n`,
    plain: /^\d\d selected/,
    ours: /^\d{3} selected/,
  },
  { key: 'Alt+ArrowDown', before, plain: second + first + other, ours: other + first + second },
  {
    key: 'Control+Shift+Alt+ArrowDown',
    before,
    plain: first + first + second + other,
    ours: first + second + first.replace('901', '904') + second + other,
  },
  { key: 'Control+Shift+K', before, plain: second + other, ours: other },
  { key: 'Control+/', before, plain: `# ${first}${second}${other}`, ours: `# ${first}# ${second}${other}` },
  { key: 'Control+L', before, plain: /^52 selected/, ours: /^66 selected/ },
]

/** The contexts that the extensions set, in turn. @type {[contexts: object, isInserting: boolean][]} */
const modes = [
  [{ 'vim.active': true, 'vim.mode': 'Normal' }, false],
  [{ 'vim.mode': 'VisualLine' }, false],
  [{ 'vim.mode': 'Replace' }, false],
  [{ 'vim.mode': 'Insert' }, true],
  [{ 'vim.active': false, 'neovim.init': true, 'neovim.mode': 'normal' }, false],
  [{ 'neovim.mode': 'insert' }, true],
]

const options = { files: { [file]: '# Nothing yet\n' }, helper: join(root, 'test/e2e/vim-host') }
await tryInEditor('vim', options, async (page, { folder }) => {
  await openFile(page, file)
  await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
  for (const [contexts, isInserting] of modes)
    for (const { key, before, plain, ours, typed = '' } of examples) {
      await start(page, folder, contexts, before)
      await page.keyboard.press(key)
      await page.keyboard.type(typed)
      const what = `${JSON.stringify(contexts)} ${key}`
      await expectAfter(page, join(folder, file), isInserting ? ours : plain, what)
    }
  return `${examples.length} keys of records stay as they are in the modes of Vim, except when it inserts`
})

/**
 * Has the stand-in set the contexts, the text and the cursor.
 *
 * @param {import('./page.mjs').Page} page
 * @param {string} folder
 * @param {object} contexts
 * @param {string} text
 */
async function start(page, folder, contexts, text) {
  const done = join(folder, 'started.json')
  rmSync(done, { force: true })
  const given = { contexts, text: text.replace('$0', ''), offset: text.indexOf('$0') }
  writeFileSync(join(folder, 'start.json'), JSON.stringify(given))
  await page.keyboard.press('Control+F9')
  await until(
    () => existsSync(done),
    () => 'the stand-in does not start',
  )
}

/**
 * Waits until the file has a text, or the status bar tells a selection.
 *
 * @param {import('./page.mjs').Page} page
 * @param {string} path
 * @param {string | RegExp} expected
 * @param {string} what
 */
async function expectAfter(page, path, expected, what) {
  const selection = page.locator('#status\\.editor\\.selection')
  const stands = async () => {
    if (expected instanceof RegExp) return (await selection.textContent())?.split('(')[1] ?? ''
    await page.keyboard.press('Control+S')
    return readFileSync(path, 'utf8')
  }
  let last = ''
  await until(
    async () => {
      last = await stands()
      return expected instanceof RegExp ? expected.test(last) : last === expected
    },
    () => `${what}: ${JSON.stringify(last)}`,
  )
}
