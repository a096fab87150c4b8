import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkIn, newCheckCommand } from '../../test/check-command.ts'
import { ownFolder } from '../../test/own-folder.ts'

const folder = ownFolder()
const { at, read, write } = folder
const check = checkIn(folder)

describe('the options', () => {
  test('are those of the documentation, and the help says what each does', () => {
    const documentation = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8')
    const sections = documentation.split(/^## /m).filter(section => /^Check (records|on many)/.test(section))
    const documented = sections.flatMap(section =>
      Array.from(section.matchAll(/^\| `(-[^`]+)`/gm), ([, flags]) => flags),
    )
    const { options: all, registeredArguments } = newCheckCommand()
    const options = all.filter(({ hidden }) => !hidden)
    expect(options.map(({ flags }) => flags).sort()).toEqual(documented.sort())
    for (const { flags, description } of [...options, { flags: 'paths', ...registeredArguments[0]! }])
      expect(description.length, flags).toBeGreaterThan(9)
    const help = newCheckCommand().helpInformation()
    expect(help).toContain('Usage: recline check [options] [paths...]\n\ncheck records and list their problems\n')
    expect(help.replace(/\s+/g, ' ')).toContain('(default: the severity of each code)')
    expect(help).not.toMatch(/default: [[{]/)
  })

  test.each([
    [
      '--fix-dry-run',
      [
        '--fix',
        '--format=text',
        '--quiet',
        '--max-warnings=1',
        '--output=x',
        '--report=json=x',
        '--since=x',
        '--stats',
      ],
    ],
    ['--since=x', ['--fix']],
    [
      '--write-baseline=x',
      [
        ...['--baseline=x', '--fix-dry-run', '--format=text', '--max-warnings=1', '--output=x', '--quiet'],
        ...['--report=json=x', '--select=syntax', '--since=x', '--stats', '--watch'],
      ],
    ],
    [
      '--map',
      [
        ...['--fix', '--fix-dry-run', '--since=x', '--watch', '--baseline=x', '--format=text', '--max-warnings=1'],
        ...[
          '--output=x',
          '--quiet',
          '--reduce',
          '--report=json=x',
          '--select=syntax',
          '--show-files',
          '--stats',
          '--write-baseline=x',
        ],
      ],
    ],
    ['--reduce', ['--fix', '--fix-dry-run', '--since=x', '--watch', '--now=2026-01-01']],
  ])('%s does not go with some others', async (option, others) => {
    for (const other of others) {
      const message = (await check(option, other, at())).replace(/ <.*?>/g, '')
      expect(message, other).toMatch(
        /^! error: option '(?:-., )?--[a-z-]+' cannot be used with option '(?:-., )?--[a-z-]+'\nexit 2$/,
      )
      for (const one of [option, other]) expect(message).toContain(`${one.replace(/=.*/, '')}'`)
    }
  })

  test.each([
    ['--range needs --map', ['--range=0-9']],
    [
      "option '--facts-format <format>' argument 'ndjson' is invalid. Facts are always Parquet; leave this option out.",
      ['--map', '--facts-format=ndjson'],
    ],
    ['--fix-only needs --fix or --fix-dry-run', ['--fix-only=notation']],
    ['--expect needs --reduce', ['--expect=']],
    ['--suspects needs --reduce', ['--suspects']],
    ['--fix cannot write to standard input; give the paths of files', ['--fix', '-']],
    ['--fix cannot write to standard input; give the paths of files', ['--fix-dry-run', '-']],
    ['--watch cannot watch standard input; give the paths of files', ['--watch', '-']],
    ['--since cannot compare standard input; give the paths of files', ['--since=', '-']],
    ['--reduce cannot read standard input; give the paths of files of facts', ['--reduce', '-']],
    [
      "option '--max-warnings <number>' argument 'x' is invalid. It must be a whole number, 0 or more.",
      ['--max-warnings=x'],
    ],
  ])('%s', async (message, args) => {
    expect(await check(...args, at('a.rec'))).toBe(`! error: ${message}\nexit 2`)
  })

  test('a map writes no facts to a terminal', async () => {
    const usual = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY')
    Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true })
    try {
      expect(await check('--map', at())).toBe(
        '! error: facts are Parquet and not text; write them to a file, such as > facts.parquet\nexit 2',
      )
    } finally {
      if (usual) Object.defineProperty(process.stdout, 'isTTY', usual)
      else Reflect.deleteProperty(process.stdout, 'isTTY')
    }
  })

  test('--reduce needs the files of facts', async () => {
    expect(await check('--reduce')).toBe('! error: --reduce needs the files of facts\nexit 2')
  })

  test.each(['--format=jsn', '--report=jsn=x', '--select=x', '--rule=notation=of', '--range=x', '--fix-only=x'])(
    '%s is refused',
    async option => {
      expect(await check(option, at())).toMatch(
        new RegExp(`^! error: option '(?:-., )?${option.replace(/=.*/, '')} <.*' is invalid`),
      )
    },
  )

  test('a domain that does not exist ends a check and a map', async () => {
    write({ 'a.rec': '@control rid=C-1\n' })
    for (const args of [[], ['--map'], ['--fix']])
      expect(await check(...args, '--domain', 'complaince', at('a.rec'))).toMatch(
        /^! error: option '--domain <name>' argument 'complaince' is invalid\. .*\n! \(Did you mean compliance\?\)\nexit 2$/,
      )
    expect(read('a.rec')).toBe('@control rid=C-1\n')
  })
})
