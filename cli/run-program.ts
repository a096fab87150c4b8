import { Command, CommanderError, Option } from 'commander'
import { version } from '../package.json'
import { localize, speak } from '../shared/domains/localize.ts'
import { escapeControlsInLines } from '../shared/syntax/controls.ts'
import { reasonOf } from './files/failure.ts'
import { endRun, host, type OutputStream } from './host/host.ts'
import { builtCommit } from './options/built-from.ts'
import { choice } from './options/choice.ts'
import { didYouMean } from './options/did-you-mean.ts'
import { speakToUser } from './options/language-option.ts'
import { localUsageError } from './options/usage-errors.ts'
import { saidToUser } from './options/wrong-option-value.ts'
import { complain, ExitCode } from './output/exit.ts'
import { withoutCommands } from './output/one-line.ts'

/** Adds a command to the program. */
export type DefineCommand = (program: Command) => Command

/**
 * Runs the command that words name, such as `['check', 'audit/']`, on the streams and the environment of the host.
 *
 * @param commands each adds a command to the program
 * @returns the exit code, after all work has ended
 */
export async function runProgram(commands: readonly DefineCommand[], words: readonly string[]): Promise<number> {
  const program = programOf(commands)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    host.exitCode = error instanceof CommanderError && error.exitCode === 0 ? ExitCode.Clean : ExitCode.CouldNotRun
    if (!(error instanceof CommanderError))
      complain(localize('The command failed: {reason}.', { reason: reasonOf(error as Error) }))
  } finally {
    endRun()
    // The next run in this process can ask for another language.
    speak()
  }
  return Number(host.exitCode ?? ExitCode.Clean)
}

function programOf(commands: readonly DefineCommand[]): Command {
  const builtVersion = builtCommit === undefined ? version : `${version} (${builtCommit})`
  const program = new Command('recline')
    .description('Checks, formats and converts .rec files: records in plain text.')
    .version(builtVersion)
    .configureOutput({
      writeOut: text => host.stdout.write(text),
      writeErr: text => host.stderr.write(text),
      getOutHelpWidth: () => host.stdout.columns ?? 80,
      getErrHelpWidth: () => host.stderr.columns ?? 80,
      getOutHasColors: () => hasColors(host.stdout),
      getErrHasColors: () => hasColors(host.stderr),
      outputError: (text, write) => write(withoutCommands(escapeControlsInLines(asOwnMessage(localUsageError(text))))),
    })
    // The option --version belongs to the program only before the name of a command.
    .enablePositionalOptions()
    .exitOverride()
    .hook('preAction', (_, command) => speakToUser(command, host.env))
  // Settings hold for a command only where it was made from the program.
  for (const define of commands) define(program)
  giveColors(program)
  for (const command of program.commands) giveVersion(command, builtVersion)
  refuseMistakenOptions(program)
  program.on('command:*', ([word = '']: readonly string[]) => {
    const names = program.commands.map(command => command.name())
    const unknown = (): string => localize("unknown command '{word}'", { word }) + meantCommand(word, names)
    program.error(`error: ${saidToUser(unknown)}`)
  })
  return program
}

/** Whether a stream gets colors: by the variables that programs have agreed on, then by what it is. */
function hasColors(stream: OutputStream): boolean {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE } = host.env
  if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false
  if (FORCE_COLOR || CLICOLOR_FORCE !== undefined) return true
  return stream.isTTY === true && stream.hasColors?.() === true
}

/** Gives all commands that have none below them the option for colors. `reportOptions` reads it. */
function giveColors(command: Command): void {
  for (const below of command.commands) giveColors(below)
  if (command.commands.length === 0)
    command.addOption(
      choice('--color <when>', 'when to use colors; by default on a terminal', ['auto', 'always', 'never']),
    )
}

/** Lets all commands print the version as the program does, but those whose own option has this name. */
function giveVersion(command: Command, text: string): void {
  for (const below of command.commands) giveVersion(below, text)
  if (command.options.some(({ long }) => long === '--version')) return
  command.addOption(new Option('-V, --version').hideHelp())
  command.on('option:version', () => {
    host.stdout.write(`${text}\n`)
    throw new CommanderError(ExitCode.Clean, 'commander.version', text)
  })
}

/** A message of the library as our own ones: with the name of the program, and a full stop behind its first line. */
const asOwnMessage = (text: string): string =>
  text.replace(/^error/, 'recline').replace(/^.*[^.?!:)。\n](?=\n|$)/, '$&.')

/**
 * Ends the run where an option of a command, or of a command below it, is given twice: Commander would keep the last
 * value and drop the others without a word. An option whose description says that it can be repeated is left alone.
 * And where the value of an option is left out: Commander would take the next option as the value.
 */
function refuseMistakenOptions(command: Command): void {
  for (const option of command.options) {
    if (!option.required) continue
    let isGiven = false
    command.on(`option:${option.name()}`, (value: string) => {
      const next = command.options.find(({ long, short }) => value === long || value === short)
      const places = { option: option.flags, value }
      if (next)
        command.error(
          `error: ${saidToUser(() => localize("option '{option}' needs a value, but {value} follows", places))}`,
        )
      if (isGiven && !option.description.includes('can be repeated'))
        command.error(`error: ${saidToUser(() => givenTwice(option))}`)
      isGiven = true
    })
  }
  for (const below of command.commands) refuseMistakenOptions(below)
}

/** With what to do instead, by what the option takes. */
function givenTwice({ flags }: Option): string {
  const option = { option: flags }
  if (/<(?:expression|condition)>/.test(flags))
    return localize("option '{option}' can be given only once; join the conditions with &&", option)
  return flags.includes('<expressions>')
    ? localize("option '{option}' can be given only once; separate the expressions with commas", option)
    : localize("option '{option}' can be given only once; leave one of them out", option)
}

/** Words of other programs, and the command that does what they mean there. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ['fix', 'check --fix'],
  ['lint', 'check'],
  ['validate', 'check'],
  ['verify', 'check'],
  ['test', 'check'],
  ['fmt', 'format'],
  ['prettify', 'format'],
  ['export', 'convert'],
  ['ls', 'query'],
  ['list', 'query'],
  ['find', 'query'],
  ['search', 'query'],
  ['grep', 'query'],
  ['select', 'query'],
  ['set', 'edit'],
  ['update', 'edit'],
  ['delete', 'edit --delete'],
  ['rm', 'edit --delete'],
  ['compare', 'diff'],
  ['apply', 'patch'],
  ['history', 'log'],
  ['mv', 'rename'],
  ['new', 'init'],
  ['domains', 'descriptors list'],
  ['schema', 'descriptors show'],
  ['server', 'lsp --stdio'],
])

/** The command that the user may have meant, as an addition to a message. */
function meantCommand(word: string, commands: readonly string[]): string {
  const meant = otherWords.get(word)
  return meant === undefined ? didYouMean(word, commands) : `\n${localize('(Did you mean {name}?)', { name: meant })}`
}
