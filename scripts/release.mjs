// npm run release: checks that the last commit can be released, makes both packages with their checksums, and marks the
// commit with a tag. CONTRIBUTING.md says what to do before and after it.
//
//   npm run release                      runs all tests, makes the packages and the tag
//   npm run release -- --dry-run         the same without the tag
//   npm run release -- --skip-tests      for a commit whose tests passed elsewhere

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtFrom } from './built-from.mjs'
import { changelogProblems, sectionsOf } from './changelog.mjs'
import { mustRun, root, run } from './project.mjs'

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, 'skip-tests': { type: 'boolean', default: false } },
})

/** @param {string} name the name of a file of the project */
const read = name => readFileSync(join(root, name), 'utf8')

/** Where the packages are put. */
const folder = join(root, 'dist/release')
const { version } = JSON.parse(read('package.json'))
const tag = `v${version}`

try {
  await release()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function release() {
  const problems = [...versionProblems(), ...changelogProblems(read('CHANGELOG.md'), version), ...(await gitProblems())]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  console.log(`Version     ${version}, in all manifests and in CHANGELOG.md`)
  console.log(`Commit      ${builtFrom(root)?.commit}`)
  if (values['skip-tests']) console.log('Tests       not run, because of --skip-tests')
  else if ((await run('npm', ['run', 'test:all'])) === 0) console.log('Tests       passed')
  else throw new Error('A test failed, so nothing is released.')
  for (const line of await makePackages()) console.log(`Package     ${line}`)
  if (values['dry-run']) return console.log(`Tag         ${tag} is not made, because of --dry-run`)
  const [, newest] = sectionsOf(read('CHANGELOG.md'))
  await mustRun('git', ['tag', '--annotate', tag, '--cleanup=verbatim', '--message', `${version}\n\n${newest?.text}\n`])
  console.log(`Tag         ${tag}; "git push origin ${tag}" publishes it`)
}

/** A sentence for each manifest with another version. */
function versionProblems() {
  /** @param {RegExp} pattern @param {string} file */
  const found = (pattern, file) => pattern.exec(read(file))?.[1]
  const versions = {
    'package-lock.json': JSON.parse(read('package-lock.json')).packages[''].version,
    'sbom.cdx.json': JSON.parse(read('sbom.cdx.json')).metadata.component.version,
    'editors/emacs/recline.el': found(/^;; Version: (.*)$/m, 'editors/emacs/recline.el'),
    'editors/jetbrains/package.json': JSON.parse(read('editors/jetbrains/package.json')).version,
    'editors/zed/extension.toml': found(/^version = "(.*)"$/m, 'editors/zed/extension.toml'),
    'editors/zed/Cargo.toml': found(/^version = "(.*)"$/m, 'editors/zed/Cargo.toml'),
  }
  return Object.entries(versions)
    .filter(([, other]) => other !== version)
    .map(([file, other]) => `${file} has version ${other}, and package.json ${version}.`)
}

/** What stands in the way of a tag for the last commit, a sentence each. */
async function gitProblems() {
  const from = builtFrom(root)
  if (!from) return ['A release needs a git repository.']
  const tagged = (await mustRun('git', ['tag', '--list', tag])).trim() !== ''
  return [
    ...(from.hasChanges ? ['Some files have changes that are not committed.'] : []),
    ...(tagged ? [`There is a tag ${tag} already; raise the version.`] : []),
  ]
}

/** Makes both packages, and a file with their checksums. Returns a line for each of them. */
async function makePackages() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await mustRun(process.execPath, ['scripts/build.mjs'])
  const vsix = join(folder, `recline-${version}.vsix`)
  await mustRun(process.execPath, ['scripts/package-vscode.mjs', vsix])
  const archive = (await mustRun(process.execPath, ['scripts/package-npm.mjs', folder])).trim()
  const sums = [vsix, join(folder, archive)].map(path => {
    const content = readFileSync(path)
    const sum = createHash('sha256').update(content).digest('hex')
    return { line: `${sum}  ${basename(path)}`, size: content.length }
  })
  writeFileSync(join(folder, 'SHA256SUMS'), sums.map(({ line }) => `${line}\n`).join(''))
  return sums.map(({ line, size }) => `${line}  ${size.toLocaleString('en')} bytes`)
}
