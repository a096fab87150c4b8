/** The languages besides English that texts of domains are written in, by their codes of ISO 639-1. */
export const textLanguages = ['de', 'es', 'fr', 'ja'] as const

/** One of these, or the pseudo-language `qps`, which shows what is not localized and has no texts of domains. */
export type TextLanguage = (typeof textLanguages)[number] | 'qps'

/** A language that texts are shown in. English is that of the source. */
export const shownLanguages = ['en', ...textLanguages] as const

/**
 * The language of a locale, if there are texts in it; undefined for English and for all others.
 *
 * @param locale as editors name it, `de-AT`, or as POSIX does, `de_AT.UTF-8`
 */
export function languageOfLocale(locale: string | undefined): TextLanguage | undefined {
  const [code = ''] = (locale ?? '').toLowerCase().split(/[^a-z]/, 1)
  return code === 'qps' ? code : textLanguages.find(language => language === code)
}

/**
 * The language that the environment of a program asks for: `RECLINE_LANGUAGE` comes before the locale.
 *
 * @param env the variables of the environment
 */
export const languageOfEnvironment = (env: Readonly<Record<string, string | undefined>>): TextLanguage | undefined =>
  // An empty variable counts as not set, as POSIX says.
  languageOfLocale(env.RECLINE_LANGUAGE || env.LC_ALL || env.LC_MESSAGES || env.LANG)
