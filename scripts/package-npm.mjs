// npm run package:npm [-- <folder>]: makes the archive of the command line and the library for npm. The manifest of the
// project is the one of the extension for VS Code, so the package gets a manifest of its own, with the same name: an
// installation from a git address has it too, and one replaces the other. It needs no other packages: all of them are
// in its programs.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFrom } from './built-from.mjs'
import { libraryTypes } from './library-types.mjs'
import { mustRun, root } from './project.mjs'
import { stage, stageText } from './staging.mjs'

/** @type {{ files: { path: string }[] }[]} */
const [{ files } = { files: [] }] = JSON.parse(
  await mustRun('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent']),
)
const folder = stage(files.map(({ path }) => path))
const { name, description, version, license, keywords, engines, bin } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const manifest = {
  ...{ name, version, description, license, keywords, ...addresses() },
  engines: { node: engines.node },
  bin,
  sideEffects: ['./dist/*.js'],
  exports: {
    '.': { types: './dist/library/index.d.mts', default: './dist/library/index.mjs' },
    // Files and folders, for Node.
    './node': { types: './dist/library/node.d.mts', default: './dist/library-node.mjs' },
    // The language server, for a process or a web worker.
    './server': './dist/server.js',
    './package.json': './package.json',
  },
}
for (const [file, text] of await libraryTypes()) stageText(folder, `dist/library/${file}`, text)
stageText(folder, 'package.json', `${JSON.stringify(manifest, undefined, 2)}\n`)
console.log((await mustRun('npm', ['pack', folder, '--pack-destination', process.argv[2] ?? root, '--silent'])).trim())

/** The addresses of the project, if it was cloned from one: `repository`, `bugs` and `homepage`. */
function addresses() {
  const web = builtFrom(root)?.web
  return web === undefined
    ? {}
    : { repository: { type: 'git', url: `git+${web}.git` }, bugs: `${web}/issues`, homepage: `${web}#readme` }
}
