// npm run test:changed: the tests that the changes since the last commit can reach.
//
// By the imports of each file: tests of single files and of several parts. By its folder: tests of a command of the
// command line, whose run in a test imports all commands. And the tests that read all files of the project.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { glob } from 'tinyglobby'
import { mustRun, root, run } from './project.mjs'

const listed = await mustRun('git', ['status', '--porcelain', '--no-renames', '--untracked-files=all'])
const changed = listed
  .split('\n')
  .filter(line => line !== '' && !line.startsWith(' D') && !line.startsWith('D'))
  .map(line => line.slice(3))
const tests = await glob('test/**/*.test.ts', { cwd: root, ignore: ['**/*.long.test.ts', 'test/{editors,install}/**'] })
const readers = tests.filter(file => /\bglobSync\(/.test(textOf(file)))
const commands = new Set(changed.flatMap(file => /^cli\/(\w+)\//.exec(file)?.[1] ?? []))
const ofCommands = tests.filter(file => [...commands].some(name => new RegExp(`'${name}[ ']`).test(textOf(file))))
const files = changed.filter(file => /\.(ts|mts|json|md)$/.test(file))
if (changed.length === 0) console.log('Nothing has changed since the last commit.')
else {
  // A change of a test runs that test alone.
  const related = ['unit', 'whole'].map(name => `--project=${name}`)
  process.exitCode = await run('npx', ['vitest', 'related', '--run', ...related, ...files, ...readers])
  const protocol = [...new Set([...ofCommands, ...files.filter(file => /^test\/protocol\/.*\.test\.ts$/.test(file))])]
  if (protocol.length > 0) process.exitCode ||= await run('npx', ['vitest', 'run', '--project=protocol', ...protocol])
}

/** @param {string} file */
function textOf(file) {
  return readFileSync(join(root, file), 'utf8')
}
