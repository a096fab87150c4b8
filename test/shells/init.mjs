// Answers the questions of `recline init` with key presses on a real terminal.
//
//   node test/shells/init.mjs    after npm run build
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithParent, root } from '../../scripts/project.mjs'
import { openTerminal } from './terminal.mjs'

const down = '\x1b[B'
const enter = '\r'
const escapeKey = '\x1b'

endWithParent()
const folder = mkdtempSync(join(tmpdir(), 'recline-init-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
/** @param {string} args */
const recline = args => openTerminal(`${process.execPath} ${join(root, 'dist/cli.js')} ${args}`, folder)
/** @param {string} name */
const has = name => existsSync(join(folder, name))

try {
  await stopped()
  await answered()
  await given()
  console.log('  passed  the questions of recline init')
  process.exit(0)
} catch (error) {
  console.log(`  FAILED  the questions of recline init: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

async function stopped() {
  const terminal = recline('init one')
  await terminal.shown(/What are the records about\?[^]*core\.compliance/)
  terminal.type(escapeKey)
  await terminal.shown(/Stopped; nothing was written\./)
  assert.equal(await terminal.ended, 130)
  assert.ok(!has('one'))
}

async function answered() {
  const terminal = recline('init two')
  await terminal.shown(/What are the records about\?/)
  terminal.type(down + enter)
  await terminal.shown(/Which files should be written\?[^]*recline\.yml/)
  // Says no to the last file, the workflow.
  terminal.type(down + down + ' ' + enter)
  await terminal.shown(/Written: two\/recline\.json/)
  assert.equal(await terminal.ended, 0)
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'two/recline.json'), 'utf8')), {
    domains: { '*.rec': 'core.devops' },
  })
  assert.ok(has('two/first.rec') && !has('two/.github'))
}

async function given() {
  const terminal = recline('init three --domain legal')
  await terminal.shown(/Which files should be written\?/)
  terminal.type(enter)
  await terminal.shown(/Written: three\/\.github\/workflows\/recline\.yml/)
  assert.equal(await terminal.ended, 0)
  assert.match(readFileSync(join(folder, 'three/recline.json'), 'utf8'), /core\.legal/)
}
