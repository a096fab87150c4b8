import type { Command, Option } from 'commander'
import { speak, spokenNow } from '../../shared/domains/localize.ts'
import {
  languageOfEnvironment,
  languageOfLocale,
  shownLanguages,
  type TextLanguage,
} from '../../shared/domains/texts/languages.ts'
import { speakLanguage } from '../../shared/domains/texts/speak-language.ts'
import { choice } from './choice.ts'

/** The option for the language of texts. */
export const languageOption = (): Option =>
  choice(
    '--language <language>',
    'language of texts and titles; by default RECLINE_LANGUAGE or the locale',
    shownLanguages,
  )

/**
 * The language that a run shows texts in, and says its sentences in from now on; undefined for English.
 *
 * @param asked what the user wrote for the option
 * @param env the variables of the environment
 */
export function languageOfRun(
  asked: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): TextLanguage | undefined {
  const language = asked === undefined ? languageOfEnvironment(env) : languageOfLocale(asked)
  speakLanguage(language)
  return language
}

/**
 * The commands whose sentences are in the language of the user. What they write for others, such as sites and reports,
 * is in English, and so are all files that are written.
 */
const localCommands: ReadonlySet<string> = new Set([
  'check',
  'convert',
  'descriptors breaking',
  'descriptors check',
  'descriptors diff',
  'descriptors draft',
  'descriptors site',
  'diff',
  'due',
  'edit',
  'format',
  'git approvals',
  'git check',
  'git install',
  'git status',
  'git uninstall',
  'import',
  'init',
  'log',
  'merge',
  'migrate',
  'patch',
  'query',
  'rename',
  'report',
  'resolve',
  'site',
])

/** Does work whose sentences become a part of files, which are in English whatever the language of the user is. */
export async function writtenInEnglish<Result>(work: () => Promise<Result>): Promise<Result> {
  const language = spokenNow()
  speak()
  try {
    return await work()
  } finally {
    speak(language)
  }
}

/** The forms of output that people read in a terminal. Programs, and the readers of a pull request, get English. */
const localFormats: ReadonlySet<string> = new Set(['text', 'table', 'stat'])

/** Lets the run of a command say its sentences in the language of the environment, if people read its output. */
export function speakToUser(command: Command, env: Readonly<Record<string, string | undefined>>): void {
  const { format = 'text', report = [], map, reduce } = command.opts<LocalOptions>()
  if (localCommands.has(commandPath(command)) && localFormats.has(format) && report.length === 0 && !map && !reduce)
    languageOfRun(undefined, env)
}

/** The name of a command below the program, such as `descriptors check`. */
const commandPath = (command: Command): string =>
  command.parent?.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name()

interface LocalOptions {
  readonly format?: string
  readonly report?: readonly unknown[]
  readonly map?: true
  readonly reduce?: true
}
