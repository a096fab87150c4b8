import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { formats } from '../../cli/output/formats/index.ts'
import manifest from '../../package.json'
import { builtFrom } from '../../scripts/built-from.mjs'
import { commandLine } from './command-line.ts'

const { start, recline } = commandLine()

describe('the arguments', () => {
  test('--version prints the version, and the commit of the build', async () => {
    const { stdout, code } = await recline(['--version'], { isProcess: true })
    const commit = builtFrom(fileURLToPath(new URL('../..', import.meta.url)))?.commit
    expect(stdout).toMatch(/^\d+\.\d+\.\d+(?: \([0-9a-f]{10}(?: and changes)?\))?\n$/)
    expect(stdout.startsWith(manifest.version)).toBe(true)
    // The build can be older than the last commit.
    expect(stdout.includes('(')).toBe(commit !== undefined)
    expect(code).toBe(0)
  })

  test.each(['check', 'descriptors check', 'descriptors add acme.fleet', 'query'])(
    '%s --version prints it, too',
    async command => {
      const [{ stdout }, of] = await Promise.all([
        recline(['--version']),
        recline([...command.split(' '), '--version']),
      ])
      const takesVersion = command.startsWith('descriptors add')
      expect([of.stdout, of.code]).toEqual(takesVersion ? ['', 2] : [stdout, 0])
    },
  )

  test('--help names every command', async () => {
    const { stdout, code } = await recline(['--help'])
    expect(stdout).toMatch(/^Usage: recline [^]* check .* list their problems[^]* lsp .* language server/)
    expect(code).toBe(0)
  })

  test.each([
    ['explain --none', "recline: unknown option '--none'."],
    ['chek a.rec', "recline: unknown command 'chek'.\n(Did you mean check?)"],
    ['fix a.rec', "recline: unknown command 'fix'.\n(Did you mean check --fix?)"],
    ['lint .', "recline: unknown command 'lint'.\n(Did you mean check?)"],
    ['export --to csv a.rec', "recline: unknown command 'export'.\n(Did you mean convert?)"],
    ['constructor', "recline: unknown command 'constructor'."],
    ['check --fromat json a.rec', "recline: unknown option '--fromat'.\n(Did you mean --format?)"],
    [
      'check --format jsn a.rec',
      `recline: option '-f, --format <format>' argument 'jsn' is invalid. Allowed choices are ${Object.keys(formats).join(', ')}.\n(Did you mean json?)`,
    ],
    [
      'check --rule out-of-rang=off a.rec',
      "recline: option '--rule <code=severity>' argument 'out-of-rang=off' is invalid. There is no code out-of-rang.\n(Did you mean out-of-range?)",
    ],
    [
      'check --rule notation=warn a.rec',
      "recline: option '--rule <code=severity>' argument 'notation=warn' is invalid. Allowed choices are error, warning, information, off.\n(Did you mean warning?)",
    ],
    [
      'check --rule notation a.rec',
      "recline: option '--rule <code=severity>' argument 'notation' is invalid. Write a code and its severity, such as notation=off.",
    ],
    [
      'check --domain complience a.rec',
      "recline: option '--domain <name>' argument 'complience' is invalid. \"recline descriptors list\" lists the domains.\n(Did you mean compliance?)",
    ],
    [
      'check --max-warnings -1 a.rec',
      "recline: option '--max-warnings <number>' argument '-1' is invalid. It must be a whole number, 0 or more.",
    ],
    [
      'completions fisch',
      "recline: command-argument value 'fisch' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.\n(Did you mean fish?)",
    ],
    ['lsp', "recline: required option '--stdio' not specified."],
  ])('recline %s says what is wrong', async (args, sentence) => {
    expect(await recline(args.split(' '))).toEqual({ stdout: '', stderr: `${sentence}\n`, code: 2 })
  })

  test('nothing at all shows how it is used', async () => {
    const { stderr, code } = await recline([])
    expect(stderr).toMatch(/^Usage: recline /)
    expect(code).toBe(2)
  })
})

test.each(['bash', 'zsh', 'fish'])(
  'the completions for %s know every command, option, format, code and domain',
  async shell => {
    const { stdout } = await recline(['completions', shell])
    const { stdout: help } = await recline(['--help'])
    const commands = [...help.slice(help.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)/gm)]
      .map(([, name]) => name!)
      .filter(name => name !== 'help')
    expect(commands).toContain('check')
    for (const name of commands) {
      expect(stdout).toMatch(new RegExp(`\\b${name}\\b`))
      const { stdout: page } = await recline([name, '--help'])
      for (const [, option] of page.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm))
        expect(stdout, `${name} --${option}`).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`)
    }
    for (const word of ['sarif', 'out-of-range', 'config-json', 'core.compliance', 'CONTROL'])
      expect(stdout).toContain(word)
  },
)

test('recline lsp --stdio is the language server', async () => {
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: null, rootUri: null, capabilities: {} },
  })
  const { child, ended } = start(['lsp', '--stdio'])
  child.stdin.write(`Content-Length: ${initialize.length}\r\n\r\n${initialize}`)
  child.stdout.once('data', () => child.stdin.end())
  expect((await ended).stdout).toMatch(
    /^Content-Length: \d+\r\n\r\n\{"jsonrpc":"2\.0","id":1,"result":\{"capabilities":/,
  )
})
