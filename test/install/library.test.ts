import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { cleanFolder, root } from './clean-folder.ts'

/** The library is used from an empty folder, as docs/library.md says. */
const { at, files, run } = cleanFolder()

beforeAll(async () => {
  const archive = (await run('node', [join(root, 'scripts/package-npm.mjs'), at('.')])).trim()
  await files({ 'package.json': '{ "private": true }' })
  await run('npm', ['install', '--silent', at(archive)])
})

const example = `import { check } from 'recline'
const problems = check('@CONTROL rid=C-1 | maturity:int=9\\n', { domain: 'core.compliance' })
console.log(problems.map(({ line, code }) => line + ': ' + code).join())
`

test('in Node', async () => {
  await files({ 'check.mjs': example })
  expect(await run('node', ['check.mjs'])).toBe('1: out-of-range\n')
})

test('for the files of a folder', async () => {
  await files({
    'audit/a.compliance.rec': '@CONTROL rid=C-1 | maturity:int=9\n',
    'folder.mjs': `import { checkFolders } from 'recline/node'
const { problems, files } = await checkFolders('audit')
console.log(files, problems.map(({ file, code }) => file + ': ' + code).join())
`,
  })
  expect(await run('node', ['folder.mjs'])).toBe('1 audit/a.compliance.rec: out-of-range\n')
})

test('in a bundle for browsers, which needs nothing of Node', async () => {
  await files({ 'page.mjs': example })
  await run(join(root, 'node_modules/.bin/esbuild'), [
    ...['page.mjs', '--bundle', '--minify', '--format=iife', '--platform=browser', '--outfile=page.js'],
  ])
  expect(readFileSync(at('page.js'), 'utf8').length).toBeLessThan(800_000)
  expect(await run('node', ['page.js'])).toBe('1: out-of-range\n')
})

test('in TypeScript, whose compiler finds a wrong option', async () => {
  const types = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  const tsc = (file: string): Promise<string> => run(join(root, 'node_modules/.bin/tsc'), [...types, file])
  await files({
    'right.mts': "import { check, type Problem } from 'recline'\nexport const found: Problem[] = check('')\n",
    'folder.mts':
      "import { checkFolders, type FileProblem } from 'recline/node'\nexport const found: readonly FileProblem[] = (await checkFolders('.')).problems\n",
    'wrong.mts': "import { check } from 'recline'\ncheck('', { domains: 'compliance' })\n",
  })
  await tsc('right.mts')
  await tsc('folder.mts')
  await expect(tsc('wrong.mts')).rejects.toThrow(/exited|failed/i)
})
