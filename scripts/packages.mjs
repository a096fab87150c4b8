// Checks the packages: that each has all of its programs, and is not too large.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bundles, sentencesOfPages } from './bundles.mjs'
import { mustRun, root } from './project.mjs'
import { one } from './stages.mjs'

// The texts and rules of the built-in domains are a tenth of it, and the server for agents another one, because nothing
// else loads the libraries of its protocol. Each language besides English adds about 148,000 bytes: 131,000 for what
// domains, rules, the server and the command line say, which are loaded when the first text is needed, 4,000 for the
// pages, 10,000 for what VS Code shows, and 3,000 for the first steps.
const packageLimit = 2_240_000

/**
 * Makes the package of the extension, and checks it and the package for npm.
 *
 * @param {string} vsix where the package goes to
 */
export async function checkPackages(vsix) {
  await mustRun(process.execPath, ['scripts/package-vscode.mjs', vsix])
  const { size } = statSync(vsix)
  if (size >= packageLimit)
    throw new Error(`The package has ${size} bytes, and the limit is ${packageLimit}: see .vscodeignore.`)
  const { main, browser, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const pages = built().filter(file => file.startsWith('dist/webviews/'))
  const styles = pages.filter(file => file !== sentencesOfPages).map(file => file.replace(/js$/, 'css'))
  const needed = [main, browser, ...pages, ...styles, ...texts, ...byPath, 'images/icon.png']
  mustHave('.vscodeignore', await filesOfExtension(), needed)
  mustHave('.npmignore', await filesOfNpmPackage(), [bin.recline, ...texts, ...forEditors])
  return { ...one(0), output: `  The package has ${size} bytes.\n` }
}

/** The programs that the extension starts by their paths. */
const byPath = ['dist/program.js', 'dist/mcp.js', 'dist/table-reader.js']

/** What both packages have besides programs. */
const texts = ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs/codes.md']

/** What other editors take from the package for npm. */
const forEditors = [
  'docs/editors/neovim.md',
  'editors/neovim/lua/recline.lua',
  'editors/tree-sitter-recline/src/parser.c',
]

/** The files that the build makes. */
const built = () => bundles().map(({ outfile }) => String(outfile))

const filesOfExtension = async () => (await mustRun('npx', ['vsce', 'ls', '--no-dependencies'])).split('\n')

async function filesOfNpmPackage() {
  const list = await mustRun('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'])
  /** @type {{ files: { path: string }[] }[]} */
  const [{ files }] = JSON.parse(list)
  return files.map(({ path }) => path)
}

/**
 * Throws if a package lacks a file that it needs, or a program that one of its programs loads.
 *
 * @param {string} list the file that says what is in the package
 * @param {string[]} files
 * @param {string[]} needed
 */
function mustHave(list, files, needed) {
  const programs = built().filter(file => files.includes(file))
  const loaded = programs.flatMap(file =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(/["'`]\.\/([\w-]+\.js)["'`]/g),
      ([, name]) => `dist/${name}`,
    ),
  )
  const all = [...needed.map(file => file.replace(/^\.\//, '')), ...loaded.filter(file => built().includes(file))]
  const missing = [...new Set(all)].filter(file => !files.includes(file))
  if (missing.length > 0) throw new Error(`The package lacks ${missing.join(', ')}: see ${list}.`)
}
