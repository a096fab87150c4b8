// Completions in real shells, typed as a person types: bash, and also zsh and fish if they are or can be installed.
//
//   node test/shells/completions.mjs    after npm run build
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { endWithParent, findProgram, mustRun, root } from '../../scripts/project.mjs'
import { openTerminal } from './terminal.mjs'

/** What is typed before the Tab key, and what the line is then. */
const lines = [
  ['recline ch', 'recline check '],
  ['recline --vers', 'recline --version '],
  ['recline check --fix-d', 'recline check --fix-dry-run '],
  ['recline check --format sar', 'recline check --format sarif '],
  ['recline check --format=sar', 'recline check --format=sarif '],
  ['recline check --quiet --max-warnings 5 --format nd', 'recline check --quiet --max-warnings 5 --format ndjson '],
  ['recline check --max-warnings ', 'recline check --max-warnings '],
  ['recline check --rule notation=of', 'recline check --rule notation=off '],
  ['recline check --domain core.comp', 'recline check --domain core.compliance '],
  ['recline check aud', 'recline check audit/'],
  ['recline check audit/my', 'recline check audit/my\\ file.rec '],
  ['recline format --wr', 'recline format --wr'],
  ['recline format --wri', 'recline format --write '],
  ['recline edit --tag CONTROL --unset owner --del', 'recline edit --tag CONTROL --unset owner --delete '],
  ['recline edit --wri', 'recline edit --write '],
  ['recline explain out', 'recline explain out-of-range '],
  ['recline explain aud', 'recline explain aud'],
  ['recline descriptors sit', 'recline descriptors site '],
  ['recline descriptors show leg', 'recline descriptors show legal '],
  ['recline descriptors show legal CLAU', 'recline descriptors show legal CLAUSE '],
  ['recline descriptors list --descriptors aud', 'recline descriptors list --descriptors audit/'],
  ['recline completions z', 'recline completions zsh '],
  [
    'recline check $(touch audit/run) ";touch audit/run" --fix-d',
    'recline check $(touch audit/run) ";touch audit/run" --fix-dry-run ',
  ],
]

/** How each shell is tried: the program, and what completes a line in it. */
const shells = { bash: interactive, zsh: interactive, fish: asked }

/** Prints the line behind a control character, which nothing else prints, and empties it. */
const setup = {
  bash: String.raw`bind 'set bell-style none'; bind -x '"\C-g": printf "\001%s\002" "$READLINE_LINE"; READLINE_LINE='`,
  zsh: String.raw`show() { printf "\001%s\002" "$BUFFER"; BUFFER= }; zle -N show; bindkey '^G' show`,
}

endWithParent()
const folder = mkdtempSync(join(tmpdir(), 'recline-shells-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'audit'))
writeFileSync(join(folder, 'audit', 'my file.rec'), '')

let failed = 0
for (const [shell, completer] of /** @type {['bash' | 'zsh' | 'fish', typeof interactive][]} */ (
  Object.entries(shells)
)) {
  if (!(await isThere(shell))) {
    console.log(
      `\n  SKIPPED  completions in ${shell}: there is no ${shell} on the PATH, and it cannot be installed from Debian's packages here.\n`,
    )
    continue
  }
  try {
    await completer(shell)
    assert.ok(!existsSync(join(folder, 'audit', 'run')), 'The completion ran what was typed.')
    console.log(`  passed  completions in ${shell}: ${lines.length} lines`)
  } catch (error) {
    failed++
    console.log(`  FAILED  completions in ${shell}: ${error instanceof Error ? error.message : error}`)
  }
}
process.exit(failed > 0 ? 1 : 0)

/**
 * Types the lines at the prompt of a shell, on a terminal of its own.
 *
 * @param {'bash' | 'zsh' | 'fish'} shell
 */
async function interactive(shell) {
  const file = script(shell)
  // zsh finds completions in a folder, as a function that it loads on first use.
  const load =
    shell === 'zsh' ? `fpath=(${dirname(file)} $fpath); autoload -U compinit; compinit -u -D` : `source ${file}`
  const command = shell === 'zsh' ? 'zsh -f -i' : 'bash --norc --noprofile -i'
  const terminal = openTerminal(command, folder, { HISTFILE: '' })
  terminal.type(`${load}; ${setup[shell === 'zsh' ? 'zsh' : 'bash']}\n`)
  for (const [typed, expected] of lines) {
    terminal.type(`${typed}\t\x07`)
    const [, line] = await terminal.shown(/\x01([^\x02]*)\x02/)
    assert.equal(line, expected)
  }
  terminal.close()
}

/**
 * Asks fish for the completions of the lines. fish can answer without a terminal.
 *
 * @param {'bash' | 'zsh' | 'fish'} shell
 */
async function asked(shell) {
  for (const [typed, expected] of lines) {
    const question = `source ${script(shell)}; complete -C (cat)`
    const found = execFileSync('fish', ['--no-config', '--command', question], {
      cwd: folder,
      input: typed,
      encoding: 'utf8',
    })
    const words = found
      .split('\n')
      .filter(Boolean)
      .map(line => line.split('\t')[0])
    const last = expected.replace(/^.*(?<!\\) (?=.)/, '').trim()
    // fish lists every completion of a word. The other shells insert nothing when there are several.
    const isRight = expected === typed ? words.length !== 1 : words.includes(last.replaceAll('\\ ', ' '))
    assert.ok(isRight, `"${typed}" is completed to ${words.join(', ') || 'nothing'}, not to ${last}.`)
  }
}

/**
 * Writes the completions for a shell to a file.
 *
 * @param {string} shell
 * @returns {string} the file
 */
function script(shell) {
  const file = join(folder, shell, shell === 'zsh' ? '_recline' : `recline.${shell}`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, execFileSync(process.execPath, [join(root, 'dist/cli.js'), 'completions', shell]))
  return file
}

/**
 * Installs a shell if that is possible, and returns whether it is on the PATH.
 *
 * @param {string} shell
 */
async function isThere(shell) {
  if (findProgram(shell)) return true
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return false
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120']
  try {
    await mustRun('apt-get', [...options, 'update'], { env })
    await mustRun('apt-get', [...options, 'install', '-y', '--no-install-recommends', shell], { env })
  } catch (error) {
    console.log(error instanceof Error ? error.message.slice(-500) : error)
  }
  return findProgram(shell) !== undefined
}
