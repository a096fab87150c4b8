import { localize } from '../../shared/domains/localize.ts'
import { languageOfEnvironment } from '../../shared/domains/texts/languages.ts'
import { host } from '../host/host.ts'
import { saidToUser } from './wrong-option-value.ts'

/**
 * A message of Commander about options and arguments in the language of the user. Any other text stays as it is.
 *
 * @param text starts with `error: `
 */
export function localUsageError(text: string): string {
  if (languageOfEnvironment(host.env) === undefined) return text
  const message = text.trimEnd()
  for (const [form, sentence] of commanderMessages) {
    const parts = form.exec(message)
    if (parts) return `error: ${saidToUser(() => sentence(...parts.slice(1)))}${text.slice(message.length)}`
  }
  return text
}

type Sentence = (...parts: readonly (string | undefined)[]) => string

const commanderMessages: readonly (readonly [RegExp, Sentence])[] = [
  [
    /^error: option '(.+?)' argument '([^]*?)' is invalid\. ([^]*)$/,
    (option = '', value = '', advice = '') =>
      `${localize("option '{option}' argument '{value}' is invalid.", { option, value })} ${advice}`,
  ],
  [
    /^error: command-argument value '([^]*?)' is invalid for argument '(.+?)'\. ([^]*)$/,
    (value = '', name = '', advice = '') =>
      `${localize("value '{value}' is invalid for argument '{name}'.", { value, name })} ${advice}`,
  ],
  [
    /^error: missing required argument '(.+)'$/,
    (name = '') => localize("missing required argument '{name}'", { name }),
  ],
  [
    /^error: option '(.+)' argument missing$/,
    (option = '') => localize("option '{option}' argument missing", { option }),
  ],
  [
    /^error: required option '(.+)' not specified$/,
    (option = '') => localize("required option '{option}' not specified", { option }),
  ],
  [
    /^error: option '(.+)' cannot be used with option '(.+)'$/,
    (option = '', other = '') => localize("option '{option}' cannot be used with option '{other}'", { option, other }),
  ],
  [
    /^error: unknown option '([^]+?)'(?:\n\(Did you mean (one of )?(.+)\?\))?$/,
    (option = '', many, meant) => {
      const unknown = localize("unknown option '{option}'", { option })
      if (meant === undefined) return unknown
      return many === undefined
        ? `${unknown}\n${localize('(Did you mean {name}?)', { name: meant })}`
        : `${unknown}\n${localize('(Did you mean one of {names}?)', { names: meant })}`
    },
  ],
  [
    /^error: too many arguments(?: for '(.+)')?\. Expected (\d+) arguments? but got (\d+)\.$/,
    (command = 'recline', expected = '', count = '') =>
      localize("too many arguments for '{command}': {count} instead of {expected}", { command, count, expected }),
  ],
]
