import { type CommandModel, ruleCodes, severities, type Values } from './model.ts'

/** The completions for fish. */
export const fishScript = (
  commands: readonly CommandModel[],
): string => `# Completions of recline for fish, written by "recline completions fish".
# Whether the cursor is at a command, and behind so many of its arguments.
function __recline_at
    set -l command
    set -l option
    set -l position 0
    for word in (commandline -opc)[2..-1]
        if test -n "$option"
            set option
            continue
        end
        switch "$command/$word"
${commands.flatMap(({ path, commands }) => commands.map(({ name }) => `            case ${fishQuoted(`${path}/${name}`)}\n                set command ${fishQuoted(`${path} ${name}`.trim())}`)).join('\n')}
${commands.flatMap(({ path, options }) => options.flatMap(({ names, value }) => (value ? names.map(name => `            case ${fishQuoted(`${path}/${name}`)}\n                set option $word`) : []))).join('\n')}
            case '*/-*'
            case '*'
                set position (math $position + 1)
        end
    end
    test "$command" = "$argv[1]"; and begin
        test (count $argv) -eq 1; or test $position = $argv[2]
    end
end
complete -c recline -f
${commands.flatMap(fishLines).join('\n')}
`

function fishLines({ path, commands, options, arguments: all }: CommandModel): string[] {
  const at = (position?: number): string =>
    `complete -c recline -n ${fishQuoted(`__recline_at ${fishQuoted(path)}${position === undefined ? '' : ` ${position}`}`)}`
  return [
    ...commands.map(({ name, description }) => `${at(0)} -a ${name} -d ${fishQuoted(description)}`),
    ...options.map(({ names, description, value }) => {
      const flags = names.map(name => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ')
      return `${at()} ${flags}${value ? ` ${valueFlags(value)}` : ''} -d ${fishQuoted(description)}`
    }),
    ...all
      .filter(({ values }) => values !== 'anything')
      .map(
        ({ values, isRepeatable }, index) =>
          `${isRepeatable ? at() : at(index)} ${values === 'path' ? '-F' : `-a ${fishQuoted(wordsOf(values))}`}`,
      ),
  ]
}

/** The flags of fish for the value of an option: `-r -F` for a path, `-x` for other values, with the words to offer. */
function valueFlags(value: Values): string {
  if (value === 'path') return '-r -F'
  return value === 'anything' ? '-x' : `-x -a ${fishQuoted(wordsOf(value))}`
}

const wordsOf = (values: Values): string =>
  (values === 'rule'
    ? ruleCodes.flatMap(code => severities.map(severity => `${code}=${severity}`))
    : [values].flat()
  ).join(' ')

const fishQuoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`
