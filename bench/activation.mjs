// Measures how long VS Code needs to activate the extension, as "Developer: Show Running Extensions" shows it: the time
// to load its code and to call its `activate`. VS Code's own extensions for JSON and Git are measured in the
// same windows. What the extension loads, and when, follows with its size.
//
//   npm run build && node bench/activation.mjs       7 windows
//   node bench/activation.mjs 3                      3 windows
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { endWithParent, root } from '../scripts/project.mjs'
import { openFile, runCommand } from '../test/e2e/page.mjs'
import { openEditor } from '../test/e2e/windows.mjs'

/** The extensions by their names in the list, which has the id of one that is loaded from its folder. */
const names = { recline: 'recline.recline', json: 'JSON Language Features', git: 'Git' }

/** The files that the extension loads, and when. */
const loaded = {
  'dist/extension.js': 'at the activation',
  'dist/client.js': 'right after it, while the server starts',
  'dist/program.js': 'in the process of the server',
}

endWithParent()
const rounds = Number(process.argv[2] ?? 7)
/** @type {{ recline: number[], json: number[], git: number[] }} */
const times = { recline: [], json: [], git: [] }
for (let round = 1; round <= rounds; round++) {
  const { page, close } = await openEditor()
  await openFile(page, 'bakery-account.insurance.rec')
  // The server has answered, so the extension is active.
  await page.locator('.statusbar-item[id*="recline.domain"]').waitFor()
  // Only rows in sight are drawn.
  await page.setViewportSize({ width: 1280, height: 4000 })
  await runCommand(page, 'Developer: Show Running Extensions')
  times.recline.push(await activationTime(page, names.recline))
  times.json.push(await activationTime(page, names.json))
  times.git.push(await activationTime(page, names.git))
  await close()
  console.error(
    `window ${round}: Recline ${times.recline.at(-1)} ms, JSON ${times.json.at(-1)} ms, Git ${times.git.at(-1)} ms`,
  )
}
console.log(`
| extension | median | fastest | slowest |
| --- | ---: | ---: | ---: |
${row('Recline', times.recline)}
${row('JSON, part of VS Code', times.json)}
${row('Git, part of VS Code', times.git)}

| file | size | loaded |
| --- | ---: | --- |
${Object.entries(loaded).map(sizeOf).join('\n')}`)
process.exit()

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name of an extension
 * @returns {Promise<number>} milliseconds
 */
async function activationTime(page, name) {
  const extension = page
    .locator('.runtime-extensions-editor .extension')
    .filter({ has: page.locator('.name', { hasText: new RegExp(`^${name}$`) }) })
  const text = (await extension.locator('.activation-time').textContent()) ?? ''
  const [, time] = /Activation:\s*(\d+)\s*ms/.exec(text) ?? []
  if (time === undefined) throw new Error(`VS Code shows no activation time of ${name}: "${text}".`)
  return Number(time)
}

/** @param {[string, string]} file and when it is loaded */
function sizeOf([file, when]) {
  return `| \`${file}\` | ${Math.round(statSync(join(root, file)).size / 1000)} kB | ${when} |`
}

/** @param {string} name @param {number[]} unsorted milliseconds */
function row(name, unsorted) {
  const sorted = unsorted.toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)]
  return `| ${name} | ${median} ms | ${sorted[0]} ms | ${sorted.at(-1)} ms |`
}
