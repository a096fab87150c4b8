import type { Argument, Command, Option } from 'commander'
import { rules } from '../../shared/check/rules/index.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { practicePaths } from '../../shared/domains/practice.ts'
import { codeSections } from '../output/codes-page.ts'
import { formats } from '../output/formats/index.ts'

/** A command as the completions need it. The program itself has the empty path. */
export interface CommandModel {
  /** The words of the command, such as `descriptors check`. */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly OptionModel[]
  readonly arguments: readonly ArgumentModel[]
}

export interface OptionModel {
  /** Short and long name, as typed: `-h`, `--help`. */
  readonly names: readonly string[]
  readonly description: string
  readonly isRepeatable: boolean
  /** The values of the option; undefined if it takes none. */
  readonly value: Values | undefined
}

export interface ArgumentModel {
  readonly name: string
  readonly values: Values
  readonly isRepeatable: boolean
}

/** The possible values: some words, a path, a rule code with a severity (`code=severity`), or any text. */
export type Values = readonly string[] | 'path' | 'rule' | 'anything'

export const ruleCodes: readonly string[] = rules.map(({ code }) => code)
export const severities = ['error', 'warning', 'information', 'off'] as const

/** The program and all its commands. */
export function commandModels(program: Command): CommandModel[] {
  const help = program.createHelp()
  const models = (command: Command, path: string): CommandModel[] => {
    // The word `help` before a command is left out: the option `--help` does the same.
    const commands = help.visibleCommands(command).filter(inner => inner.name() !== 'help')
    return [
      {
        path,
        commands: commands.map(inner => ({ name: inner.name(), description: help.subcommandDescription(inner) })),
        options: help.visibleOptions(command).map(optionModel),
        arguments: command.registeredArguments.map(argumentModel),
      },
      ...commands.flatMap(inner => models(inner, path === '' ? inner.name() : `${path} ${inner.name()}`)),
    ]
  }
  return models(program, '')
}

const optionModel = ({ short, long, description, required, optional, argChoices, flags }: Option): OptionModel => ({
  names: [short, long].filter(name => name !== undefined),
  description,
  isRepeatable: /can be repeated/.test(description),
  value:
    required || optional
      ? (argChoices ?? argumentValues(long === '--domain' ? 'domain' : /<(.*)>/.exec(flags)?.[1]))
      : undefined,
})

const argumentModel = (argument: Argument): ArgumentModel => ({
  name: argument.name(),
  values: argument.argChoices ?? argumentValues(argument.name()),
  isRepeatable: argument.variadic,
})

/** The possible values of an argument, by its placeholder in the help. */
function argumentValues(placeholder: string | undefined): Values {
  switch (placeholder) {
    case 'path':
    case 'paths':
    case 'file':
    case 'folder':
      return 'path'
    case 'code=severity':
      return 'rule'
    case 'format=file':
      return Object.keys(formats).map(format => `${format}=`)
    case 'code':
      return codeSections().map(({ code }) => code)
    case 'domain':
      return [...builtinDescriptors.flatMap(({ domain }) => [domain.replace(/^core\./, ''), domain]), ...practicePaths]
    case 'tag':
      return [...new Set(builtinDescriptors.flatMap(({ records }) => records.map(({ tag }) => tag)))].sort()
    default:
      return 'anything'
  }
}
