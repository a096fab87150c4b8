// npm run package [-- <file>]: makes the package of the extension for VS Code from the built programs. The same
// programs give the same bytes, on every day and every machine.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mustRun, root } from './project.mjs'
import { stage } from './staging.mjs'

/** The time of all files, which npm also uses in its packages: 1985-10-26, in seconds since 1970. */
const time = '499162500'

const require = createRequire(import.meta.url)
const vsce = join(dirname(require.resolve('@vscode/vsce/package.json')), 'vsce')
const files = (await mustRun(process.execPath, [vsce, 'ls', '--no-dependencies'])).trim().split('\n')
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { positionals } = parseArgs({ allowPositionals: true })
const file = resolve(positionals[0] ?? join(root, `${name}-${version}.vsix`))
const options = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--out', file]
// Times in a zip archive are local times.
const env = { SOURCE_DATE_EPOCH: time, TZ: 'UTC', LC_ALL: 'C' }
const folder = stage([...files, '.vscodeignore'])
leaveOutImages(join(folder, 'README.md'))
leaveOutDetails(join(folder, 'CHANGELOG.md'))
for (const page of files.filter(path => path.endsWith('.md'))) leaveOutLinks(page, new Set(files))
await mustRun(process.execPath, [vsce, 'package', ...options], { cwd: folder, env })
console.log(file)

/**
 * Removes the paragraphs with pictures from a text. The page of an extension in VS Code shows only pictures with an
 * `https` address, none of the package, so they would be broken. The walkthrough shows them.
 *
 * @param {string} file in Markdown
 */
function leaveOutImages(file) {
  const paragraphs = readFileSync(file, 'utf8').split('\n\n')
  writeFileSync(file, paragraphs.filter(paragraph => !paragraph.startsWith('![')).join('\n\n'))
}

/**
 * Removes the folded lists of all changes of a version: VS Code shows the changelog of an extension, and they would
 * be a fiftieth of the package.
 *
 * @param {string} file in Markdown
 */
function leaveOutDetails(file) {
  const folded = /<details>\n<summary>(.*)<\/summary>[^]*?<\/details>\n/g
  writeFileSync(file, readFileSync(file, 'utf8').replace(folded, '$1 are in the changelog of the source.\n'))
}

/**
 * Makes links to the pages of the project plain text that the package does not have, as nobody needs them in VS Code.
 *
 * @param {string} page in Markdown, by its path in the package
 * @param {ReadonlySet<string>} packed the paths of all files of the package
 */
function leaveOutLinks(page, packed) {
  const links = /\[([^\]]*)\]\((?![a-z]+:|#)([^)#]+\.md)(?:#[^)]*)?\)/g
  const isLeftOut = (/** @type {string} */ path) => !packed.has(path) && existsSync(join(root, path))
  const text = readFileSync(join(folder, page), 'utf8').replace(links, (whole, shown, target) =>
    isLeftOut(posix.join(posix.dirname(page), target)) ? shown : whole,
  )
  writeFileSync(join(folder, page), text)
}
