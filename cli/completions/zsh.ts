import { quotedForShell } from '../output/one-line.ts'
import { type ArgumentModel, type CommandModel, type OptionModel, ruleCodes, severities, type Values } from './model.ts'

/** The completions for zsh: a file `_recline` for a folder in `fpath`, or a script to source. */
export const zshScript = (commands: readonly CommandModel[]): string => `#compdef recline
# Completions of recline for zsh, written by "recline completions zsh".
${commands.map(commandFunction).join('\n')}
_recline_rule() {
  if compset -P '*='; then compadd -- ${severities.join(' ')}; else compadd -q -S = -- ${ruleCodes.join(' ')}; fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _recline "$@"; else compdef _recline recline; fi
`

function commandFunction(command: CommandModel): string {
  const { path, commands, options, arguments: all } = command
  const specs = [
    ...options.map(optionSpec),
    ...all.map(argumentSpec),
    ...(commands.length > 0 ? ['1:command:->command', '*::argument:->argument'] : []),
  ]
  const call = `_arguments -s -S ${commands.length > 0 ? '-C ' : ''}: ${specs.map(quotedForShell).join(' ')}`
  if (commands.length === 0) return `${functionName(path)}() {\n  ${call}\n}`
  return `${functionName(path)}() {
  local line state
  ${call}
  case $state in
    command) local -a commands=(${commands.map(({ name, description }) => quotedForShell(`${name}:${description.replaceAll(':', '\\:')}`)).join(' ')})
      _describe command commands ;;
    argument) case $line[1] in
${commands.map(({ name }) => `      ${name}) ${functionName(`${path} ${name}`)} ;;`).join('\n')}
    esac ;;
  esac
}`
}

const functionName = (path: string): string => `_recline${path === '' ? '' : ` ${path}`}`.replace(/ +/g, '_')

/** The specification of an option for `_arguments`: names that exclude each other, name, description and values. */
function optionSpec({ names, description, isRepeatable, value }: OptionModel): string {
  const exclusive = isRepeatable ? '*' : `(${names.join(' ')})`
  const long = names.at(-1)!
  return `${exclusive}${value ? `${long}=` : long}[${zshEscaped(description)}]${value ? `:${long.slice(2)}:${action(value)}` : ''}`
}

const argumentSpec = ({ name, values, isRepeatable }: ArgumentModel): string =>
  `${isRepeatable ? '*' : ''}:${name}:${action(values)}`

function action(values: Values): string {
  if (values === 'path') return '_files'
  if (values === 'rule') return '_recline_rule'
  return values === 'anything' ? ' ' : `(${values.join(' ')})`
}

const zshEscaped = (description: string): string => description.replace(/[[\]:\\]/g, '\\$&')
