// Tries "npm start" as a person would: runs it, opens the address that it prints in a plain page, and opens a sample
// there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openPage, startBrowser } from '../../scripts/editor/workbench.mjs'
import { endWithParent, root } from '../../scripts/project.mjs'
import { chooseFile, workbenchReady } from './page.mjs'

endWithParent()
try {
  const page = await openPage(await startBrowser())
  const start = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--browser'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => start.kill())
  await page.goto(await printedAddress(start))
  await workbenchReady(page)
  const sample = 'bakery-account.insurance.rec'
  await chooseFile(page, sample)
  // The extension tells the domain, which is a part of the name.
  await page.locator('.statusbar-item', { hasText: 'insurance' }).waitFor()
  console.log('  passed  the address that npm start prints opens samples/')
  await page.context().browser()?.close()
  start.kill()
  await once(start, 'close')
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
// Whatever is still open after a failure ends with this process.
process.exit()

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} start
 * @returns {Promise<string>} the address that it prints
 */
function printedAddress(start) {
  let output = ''
  return new Promise((resolve, reject) => {
    start.stdout.on('data', chunk => {
      output += chunk
      const address = /Open (http\S+)\n/.exec(output)
      if (address?.[1]) resolve(address[1])
    })
    start.on('close', () => reject(new Error(`npm start ended without an address. It said:\n${output}`)))
  })
}
