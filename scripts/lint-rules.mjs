// The lint rules that Biome does not have. They print `file:line: what is wrong`, and each line fails `npm run lint`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { root } from './project.mjs'

/** @typedef {{ file: string, line: number, message: string }} Finding */

/** A definition at the top level of a file. What the runtime has is declared, and what a file passes on is imported. */
const definition =
  /^(?:export )?(?:const|let|function\*?|async function\*?|class|abstract class|interface|type|enum) (\w+)/

/** Files that may define the same names: a module for two hosts, or a small program that loads the other one later. */
const pairs = [
  ['client/host/browser.ts', 'client/host/node.ts'],
  ['client/start-in-browser.ts', 'client/start-on-node.ts'],
  ['server/platform/browser.ts', 'server/platform/node.ts'],
  ['client/extension.ts', 'client/main.ts'],
]

const found = [...longComments(), ...namesDefinedTwice()]
for (const { file, line, message } of found) console.error(`${file}:${line}: ${message}`)
if (found.length > 0) process.exitCode = 1

/** Lines of comments with more than 120 characters, which the formatter does not break. @returns {Finding[]} */
function longComments() {
  const ignore = ['**/node_modules/**', 'dist/**', 'website/pages/**']
  return globSync('**/*.{ts,mts,mjs}', { cwd: root, ignore }).flatMap(file =>
    linesOf(file).flatMap((text, index) =>
      text.length > 120 && /^\s*(\/\/|\/?\*)/.test(text)
        ? [{ file, line: index + 1, message: `The comment has ${text.length} characters; 120 is the limit.` }]
        : [],
    ),
  )
}

/**
 * Names that two files define, exported or not. One name has one meaning, so that a search for it finds one thing.
 *
 * @returns {Finding[]}
 */
function namesDefinedTwice() {
  // The pages of webviews are programs that no file imports: each has its own `reload`, `toolbar` and `summary`.
  const ignore = ['**/*.test.ts', '**/*.d.ts', 'client/webviews/*/main.ts', 'playground/main.ts']
  const files = globSync('{shared,server,cli,client,playground}/**/*.ts', { cwd: root, ignore }).sort()
  /** @type {Map<string, string>} */
  const first = new Map()
  return files.flatMap(file =>
    linesOf(file).flatMap((text, index) => {
      const name = definition.exec(text)?.[1]
      if (name === undefined) return []
      const other = first.get(name) ?? file
      first.set(name, other)
      return other === file || arePair(other, file)
        ? []
        : [{ file, line: index + 1, message: `${other} defines the name ${name} too; one name has one meaning.` }]
    }),
  )
}

/**
 * @param {string} one
 * @param {string} other
 */
function arePair(one, other) {
  return pairs.some(pair => pair.includes(one) && pair.includes(other))
}

/** @param {string} file @returns {string[]} */
function linesOf(file) {
  return readFileSync(join(root, file), 'utf8').split('\n')
}
