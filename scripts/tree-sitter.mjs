// Generates the parser of the tree-sitter grammar again, after a change of grammar.js.
//
//   npm run tree-sitter
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, mustRun, root } from './project.mjs'

/** The last version whose parsers Neovim 0.7 can load. Newer versions write another format by default. */
const version = '0.22'
const folder = join(root, 'editors/tree-sitter-recline')

try {
  await generate()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function generate() {
  const advice =
    `tree-sitter ${version} is needed on the PATH, for example with "cargo install tree-sitter-cli@${version}", ` +
    'or from Debian 13 with "apt-get install tree-sitter-cli".'
  if (!findProgram('tree-sitter')) throw new Error(`There is no tree-sitter: ${advice}`)
  const found = (await mustRun('tree-sitter', ['--version'])).trim()
  if (!found.startsWith(`tree-sitter ${version}.`)) throw new Error(`This is ${found}: ${advice}`)
  await mustRun('tree-sitter', ['generate', '--no-bindings'], { cwd: folder })
  // The generator also writes files for its own npm package.
  rmSync(join(folder, 'package.json'), { force: true })
  const checksum = createHash('sha256')
    .update(readFileSync(join(folder, 'grammar.js')))
    .digest('hex')
  const parser = join(folder, 'src/parser.c')
  writeFileSync(
    parser,
    `/* Generated from grammar.js with the checksum ${checksum} */\n${readFileSync(parser, 'utf8')}`,
  )
}
