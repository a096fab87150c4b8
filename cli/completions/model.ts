import type { Argument, Command, Option } from 'commander'
import { rules } from '../../shared/check/rules/index.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { codeSections } from '../output/codes-page.ts'

/** A command as its completions know it. The program itself is the one without a path. */
export interface CommandModel {
  /** The words that lead to it, such as `descriptors check`. */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly OptionModel[]
  readonly arguments: readonly ArgumentModel[]
}

export interface OptionModel {
  /** As they are typed: `-h`, `--help`. */
  readonly names: readonly string[]
  readonly description: string
  readonly isRepeatable: boolean
  /** What it takes; undefined for one that takes nothing. */
  readonly value: Values | undefined
}

export interface ArgumentModel {
  readonly name: string
  readonly values: Values
  readonly isRepeatable: boolean
}

/** What can be typed as a value: one of these words, a path, a code with its severity, or anything. */
export type Values = readonly string[] | 'path' | 'rule' | 'anything'

export const ruleCodes: readonly string[] = rules.map(({ code }) => code)
export const severities = ['error', 'warning', 'information', 'off'] as const

/** The program and all its commands. */
export function commandModels(program: Command): CommandModel[] {
  const help = program.createHelp()
  const models = (command: Command, path: string): CommandModel[] => {
    // The word `help` before a command does what `--help` does behind it.
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
  isRepeatable: /may be repeated/.test(description),
  value:
    required || optional
      ? (argChoices ?? valuesOf(long === '--domain' ? 'domain' : /<(.*)>/.exec(flags)?.[1]))
      : undefined,
})

const argumentModel = (argument: Argument): ArgumentModel => ({
  name: argument.name(),
  values: argument.argChoices ?? valuesOf(argument.name()),
  isRepeatable: argument.variadic,
})

/** What can stand in a place, by what the help calls it. */
function valuesOf(placeholder: string | undefined): Values {
  switch (placeholder) {
    case 'path':
    case 'paths':
    case 'file':
    case 'folder':
      return 'path'
    case 'code=severity':
      return 'rule'
    case 'code':
      return codeSections().map(({ code }) => code)
    case 'domain':
      return builtinDescriptors.flatMap(({ domain }) => [domain.replace(/^core\./, ''), domain])
    case 'tag':
      return [...new Set(builtinDescriptors.flatMap(({ records }) => records.map(({ tag }) => tag)))].sort()
    default:
      return 'anything'
  }
}
