import { quotedForShell } from '../output/one-line.ts'
import { type CommandModel, ruleCodes, severities, type Values } from './model.ts'

/**
 * The completions for bash 3.2 and later, without the package bash-completion. The script only compares the typed text:
 * it never evaluates it and starts no other program.
 */
export const bashScript = (
  commands: readonly CommandModel[],
): string => `# Completions of recline for bash, written by "recline completions bash".
_recline() {
  local IFS=$' \\t\\n' word glue='' command='' option='' cur prefix='' words='' paths='' position=0 line=()
  COMPREPLY=()
  # bash takes words apart at =; here --format=json is one again.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ \${#line[@]} -gt 0 && ( $word == = || -n $glue ) ]]; then line[\${#line[@]}-1]+=$word; else line+=("$word"); fi
    if [[ $word == = ]]; then glue=1; else glue=''; fi
  done
  cur=\${line[\${#line[@]}-1]}
  for word in "\${line[@]:0:\${#line[@]}-1}"; do
    if [[ -n $option ]]; then option=''; continue; fi
    case "$command/$word" in
${commands.flatMap(({ path, commands }) => commands.map(({ name }) => `      ${quotedForShell(`${path}/${name}`)}) command=${quotedForShell(`${path} ${name}`.trim())} ;;`)).join('\n')}
${commands
  .flatMap(withValues)
  .map(({ path, name }) => `      ${quotedForShell(`${path}/${name}`)}) option=$word ;;`)
  .join('\n')}
      */-*) ;;
      *) position=$((position + 1)) ;;
    esac
  done
  if [[ -z $option && $cur == --*=* ]]; then option=\${cur%%=*} prefix=$option= cur=\${cur#*=}; fi
  if [[ -n $option ]]; then
    case "$command/$option" in
${commands
  .flatMap(withValues)
  .map(({ path, name, value }) => `      ${quotedForShell(`${path}/${name}`)}) ${taken(value)} ;;`)
  .join('\n')}
    esac
  elif [[ $cur == -* ]]; then
    case "$command" in
${commands.map(({ path, options }) => `      ${quotedForShell(path)}) words=${quotedForShell(options.flatMap(({ names }) => names).join(' '))} ;;`).join('\n')}
    esac
  else
    case "$command/$position" in
${commands
  .flatMap(places)
  .map(({ pattern, value }) => `      ${pattern}) ${taken(value)} ;;`)
  .join('\n')}
    esac
  fi
  if [[ $words == rule ]]; then
    if [[ $cur == *=* ]]; then
      prefix=$prefix\${cur%%=*}= cur=\${cur#*=} words=${quotedForShell(severities.join(' '))}
    else
      words=${quotedForShell(ruleCodes.map(code => `${code}=`).join(' '))}
      compopt -o nospace 2>/dev/null
    fi
  fi
  # Paths are left to bash, which knows how they are quoted.
  if [[ -n $paths ]]; then return; fi
  compopt +o default 2>/dev/null
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$cur")
  # Where bash does not take words apart at =, it wants all of the word back.
  if [[ -n $prefix && $COMP_WORDBREAKS != *=* && \${#COMPREPLY[@]} -gt 0 ]]; then COMPREPLY=("\${COMPREPLY[@]/#/$prefix}"); fi
}
complete -o default -F _recline recline
`

const withValues = ({ path, options }: CommandModel): { path: string; name: string; value: Values }[] =>
  options.flatMap(({ names, value }) => (value ? names.map(name => ({ path, name, value })) : []))

/** The positions of the arguments of a command, and of its subcommands. */
function places({ path, commands, arguments: all }: CommandModel): { pattern: string; value: Values }[] {
  if (commands.length > 0) return [{ pattern: quotedForShell(`${path}/0`), value: commands.map(({ name }) => name) }]
  return all.map(({ values, isRepeatable }, index) => ({
    pattern: isRepeatable ? `${quotedForShell(`${path}/`)}*` : quotedForShell(`${path}/${index}`),
    value: values,
  }))
}

const taken = (value: Values): string => {
  if (value === 'path') return 'paths=1'
  if (value === 'rule') return 'words=rule'
  if (value === 'anything') return ':'
  const isPair = value.every(word => word.endsWith('='))
  return `words=${quotedForShell(value.join(' '))}${isPair ? '; compopt -o nospace 2>/dev/null' : ''}`
}
