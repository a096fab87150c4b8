// The keys of records beside the extensions for Vim and Neovim: in each mode but the one for inserting, a key does what
// it does in any text.
import { openFile } from './page.mjs'
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
  // The extension of the tests (remote/package.json) goes down with it, as both extensions do.
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

/** @type {import('./flow.mjs').Flow} */
export const vim = {
  name: 'the keys beside Vim',
  files: { [file]: '# Nothing yet\n' },
  run: async ({ page, remote }) => {
    await openFile(page, file)
    await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
    for (const [contexts, isInserting] of modes)
      for (const { key, before, plain, ours, typed = '' } of examples) {
        await start(remote, contexts, before)
        await page.keyboard.press(key)
        await page.keyboard.type(typed)
        const what = `${JSON.stringify(contexts)} ${key}`
        await expectAfter(page, remote, isInserting ? ours : plain, what)
      }
  },
}

/**
 * Gives the file a text and a cursor, in a mode.
 *
 * @param {import('./remote.mjs').Remote} remote
 * @param {object} contexts
 * @param {string} text
 */
async function start(remote, contexts, text) {
  await remote.write(text.replace('$0', ''), text.indexOf('$0'))
  await remote.contexts({ ...contexts })
}

/**
 * Waits until there is a text, or until the status bar tells a selection.
 *
 * @param {import('./page.mjs').Page} page
 * @param {import('./remote.mjs').Remote} remote
 * @param {string | RegExp} expected
 * @param {string} what
 */
async function expectAfter(page, remote, expected, what) {
  const selection = page.locator('#status\\.editor\\.selection')
  let last = ''
  await until(
    async () => {
      if (typeof expected === 'string') last = (await remote.read()).replaceAll('¦', '')
      else last = (await selection.textContent())?.split('(')[1] ?? ''
      return typeof expected === 'string' ? last === expected : expected.test(last)
    },
    () => `${what}: ${JSON.stringify(last)}`,
  )
}
