// The playground in the Firefox of Debian, which no driver of the project can control: a page beside the playground has
// it in a frame, uses it, and sends what it saw to the server.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFirefox } from '../../scripts/editor/firefox.mjs'
import { mustRun } from '../../scripts/project.mjs'
import { serveFolder } from './serve-folder.mjs'

/** What runs in Firefox, as text. It must need nothing from this file. */
async function useInFrame() {
  const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'))
  /** @param {() => unknown} isTrue */
  const until = async isTrue => {
    while (!isTrue()) await new Promise(done => setTimeout(done, 50))
  }
  const page = () => frame.contentDocument
  const heading = () => page()?.querySelector('.problems h2')?.textContent
  const text = () =>
    /** @type {HTMLElement | null} */ (page()?.querySelector('#text')?.shadowRoot?.querySelector('.cm-content') ?? null)
  await until(() => heading() === '4 problems')
  await until(() => page()?.querySelector('#text')?.shadowRoot?.querySelector('.token-class'))
  // As a key does it: the editor reads what the browser has written into its text.
  text()?.focus()
  page()?.execCommand('insertText', false, '@CONTROL rid=CTL-0009 | maturity:int=9\n')
  await until(() => heading() === '5 problems')
  /** @type {HTMLButtonElement | undefined} */
  const table = [...(page()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Table')
  table?.click()
  await until(() =>
    /** @type {HTMLIFrameElement | null | undefined} */ (
      page()?.querySelector('iframe')
    )?.contentDocument?.querySelector('[role=gridcell]'),
  )
  await fetch('/result', { method: 'POST', headers: { 'x-result': `${heading()} and a table` } })
}

/**
 * Uses the playground in Firefox.
 *
 * @param {string} folder the folder of the playground
 * @returns {Promise<string>} the name and version of the browser
 */
export async function checkInFirefox(folder) {
  const program = findFirefox()
  if (!program) throw new Error('No Firefox was found on the PATH; "npm test" installs one on Debian.')
  /** @type {(result: string) => void} */
  let finish = () => {}
  const finished = new Promise(done => (finish = done))
  const { address, stop } = await serveFolder(folder, (path, { headers }) => {
    if (path === '/result') finish(String(headers['x-result']))
    if (path === '/result') return 'ok'
    return path === '/test'
      ? `<!DOCTYPE html><iframe src="index.html" width="1200" height="800"></iframe><script>(${useInFrame})()</script>`
      : undefined
  })
  const profile = mkdtempSync(join(tmpdir(), 'recline-firefox-'))
  const browser = spawn(program, ['--headless', '--no-remote', '--profile', profile, `${address}/test`], {
    stdio: 'ignore',
  })
  try {
    const ended = new Promise((_, failed) =>
      browser.on('exit', code => failed(new Error(`Firefox ended with code ${code}.`))),
    )
    const late = new Promise((_, failed) =>
      setTimeout(() => failed(new Error('Firefox did not get to the end of the test in two minutes.')), 120_000),
    )
    assert.equal(await Promise.race([finished, ended, late]), '5 problems and a table')
    return (await mustRun(program, ['--version'])).trim()
  } finally {
    browser.removeAllListeners('exit')
    const gone = new Promise(done => browser.on('exit', done))
    browser.kill()
    await gone
    stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
