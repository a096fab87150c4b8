// Keys that are pressed while the process of the extensions stands still: the text is the one that the same keys give
// when each is answered before the next, and outside of records the one that VS Code gives without an extension.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openFile } from './page.mjs'

/**
 * @typedef {object} Case
 * @property {string} title
 * @property {string} before with the cursor `$0`
 * @property {string[]} keys keys, or text to type
 * @property {string} after
 */

const record = '@CONTROL rid=CTL-9901 | title="Reviews" | owner=""\n'
const wrapped = '@CONTROL rid=CTL-9902 | title="Logs"\n  | owner="Ana"\n'

/** @type {Case[]} */
const cases = [
  { title: 'comment: Tab', before: `${record}# a$0\n`, keys: ['Tab', 'bcd'], after: `${record}# a bcd\n` },
  {
    title: 'comment: Tab behind a record that was left just now',
    before: `${record.replace('ws"', 'ws$0"')}# a`,
    keys: ['Control+End', 'Tab', 'bcd'],
    after: `${record}# a bcd`,
  },
  {
    title: 'comment: Enter behind a wrapped record that was left just now',
    before: wrapped.replace('Logs', 'Lo$0gs'),
    keys: ['Control+End', 'Enter', '# abc'],
    after: `${wrapped}\n# abc`,
  },
  {
    title: 'comment: Enter in the middle of one below a record that was left just now',
    before: `${record.trim()}$0\n# A long comment that is longer than the record above it, so that the cursor is in it.`,
    keys: ['ArrowDown', 'Enter', 'x'],
    after: `${record}# A long comment that is longer than the record ab\nxove it, so that the cursor is in it.`,
  },
  {
    title: 'block: Enter at the end of a line that looks like a record',
    before: '@BEGIN note\n@Ana owner=x$0\n  | more\n@END\n',
    keys: ['Enter', 'y'],
    after: '@BEGIN note\n@Ana owner=x\ny\n  | more\n@END\n',
  },
  {
    title: 'block: Tab in a line that looks like a record',
    before: '@BEGIN note\n@CONTROL rid=$0\n@END\n',
    keys: ['Tab', 'y'],
    after: '@BEGIN note\n@CONTROL rid=   y\n@END\n',
  },
  {
    title: 'record: Tab from a comment that was left just now',
    before: `# a$0\n${record}`,
    keys: ['ArrowDown', 'End', 'ArrowLeft', 'Tab', 'x'],
    after: `# a\n${record.replace('\n', ' | x\n')}`,
  },
  {
    title: 'record: Tab to a value, which is replaced, and on',
    before: '@CONTROL rid=CTL-9903$0 | title="abc" | owner="x"\n',
    keys: ['Tab', 'New', 'Tab', 'Ana', 'Tab', 'y'],
    after: '@CONTROL rid=CTL-9903 | title="New" | owner="Ana" | y\n',
  },
  {
    title: 'record: Shift+Tab',
    before: '@CONTROL rid=CTL-9904 | title="abc" | owner="x$0"\n',
    keys: ['Shift+Tab', 'New'],
    after: '@CONTROL rid=CTL-9904 | title="New" | owner="x"\n',
  },
  {
    title: 'record: what is typed and taken back behind Tab',
    before: '@CONTROL rid=CTL-9905 | title="a$0" | owner=""\n',
    keys: ['Tab', 'Anx', 'Backspace', 'a'],
    after: '@CONTROL rid=CTL-9905 | title="a" | owner="Ana"\n',
  },
  {
    title: 'record: Enter in a text above other lines of the record',
    before: wrapped.replace('Logs', 'Lo$0gs'),
    keys: ['Enter', '# next'],
    after: `${wrapped}# next\n`,
  },
  {
    title: 'record: Enter and the next record',
    before: '@CONTROL rid=CTL-9906 | title="a$0"',
    keys: ['Enter', '@CONTROL rid=CTL-9907', 'Enter', '# x'],
    after: '@CONTROL rid=CTL-9906 | title="a"\n@CONTROL rid=CTL-9907\n# x',
  },
]

/** @param {number} index */
const nameOf = index => `stopped-${index + 1}.compliance.rec`
const files = Object.fromEntries(cases.map(({ before }, index) => [nameOf(index), before.replace('$0', '')]))
// No list opens over the keys: its entries would depend on how far a process has come.
const settings = { 'editor.tabSize': 4, '[rec]': { 'editor.quickSuggestions': false } }

/** @type {import('./flow.mjs').Flow} */
export const stopped = {
  name: 'keys while extensions stand still',
  files,
  run: async where => {
    await where.remote.settings(settings)
    const results = []
    for (const [index, example] of cases.entries()) {
      const failure = await tryCase(where, nameOf(index), example).catch(String)
      if (failure !== undefined) await where.page.screenshot({ path: join(where.pictures, `${index + 1}.png`) })
      results.push({ name: example.title, ...(failure !== undefined && { failure }) })
    }
    return results
  },
}

/**
 * @param {import('./flow.mjs').Where} where
 * @param {string} name
 * @param {Case} example
 */
async function tryCase({ page, remote }, name, { before, keys, after }) {
  await openFile(page, name)
  await remote.setCursor(before.indexOf('$0'))
  await remote.idle()
  const goOn = await remote.hold()
  for (const key of keys.flatMap(strokes)) await page.keyboard.press(key)
  await goOn()
  await remote.idle()
  assert.equal((await remote.read()).replace('¦', ''), after)
}

/** @param {string} key */
function strokes(key) {
  return /^(?:(?:(?:Control|Shift)\+)+\w+|Tab|Enter|Escape|Backspace|Arrow\w+|End)$/.test(key) ? [key] : [...key]
}
