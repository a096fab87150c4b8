import { plainLetters } from '../../basics/letters.ts'

/** How tables write months, weekdays and truth values in the languages that are read: `Dezember`, `févr.`, `はい`. */

/** The names of the months, each in English, German, French and Spanish, and as they are cut in a way of their own. */
export const monthNames = [
  'january januar janner janvier enero',
  'february februar feber fevrier febrero',
  'march marz mrz mars marzo',
  'april avril abril',
  'may mai mayo',
  'june juni juin junio',
  'july juli juillet julio',
  'august aout agosto',
  'september septembre septiembre setiembre',
  'october oktober octobre octubre',
  'november novembre noviembre',
  'december dezember decembre diciembre',
].map(names => names.split(' '))

/**
 * The number of a month by its name, which can be cut to its first letters, three or more.
 *
 * @returns undefined for another word, and for one that can mean two months, such as `jui` in French
 */
export function monthNamed(name: string): number | undefined {
  const start = plainLetters(name)
  if (start.length < 3) return undefined
  const meant = monthNames.flatMap((names, index) => (names.some(one => one.startsWith(start)) ? [index + 1] : []))
  return meant.length === 1 ? meant[0] : undefined
}

const weekdays =
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag ' +
  'sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado ' +
  'domingo'

const weekdayNames = weekdays.split(' ')

/** Whether a word is a weekday, which can be cut to its first letters, two or more. It says nothing new of a date. */
export function isWeekday(word: string): boolean {
  const start = plainLetters(word)
  return start.length >= 2 && weekdayNames.some(one => one.startsWith(start))
}

/** What stands for true and for false in English, German, French, Spanish and Japanese, in pairs. */
export const truthPairs =
  'true false, yes no, y n, on off, 1 0, wahr falsch, ja nein, j n, an aus, ein aus, vrai faux, oui non, o n, ' +
  'verdadero falso, si no, s n, はい いいえ, 有 無, あり なし, 真 偽, ○ ×, 〇 ×'

const truthWords: ReadonlyMap<string, string> = new Map(
  truthPairs.split(', ').flatMap(pair => {
    const [yes = '', no = ''] = pair.split(' ')
    return [[yes, 'true'] as const, [no, 'false'] as const]
  }),
)

/** `true` or `false` for a word that means it, in any case; undefined for another word. No word means both. */
export const truthOf = (word: string): string | undefined => truthWords.get(plainLetters(word))

/** The first years of the Japanese eras since 1926. */
const eras: Readonly<Record<string, number>> = { 昭和: 1926, 平成: 1989, 令和: 2019 }

/**
 * A date in Japanese as digits, `2026年6月30日` as `2026-6-30`, with its year in any era: `令和8年6月30日`. A time behind
 * it becomes one with colons. Any other text stays.
 */
export function withoutJapanese(text: string): string {
  const match =
    /^(昭和|平成|令和)?(元|\d{1,4})年(\d{1,2})月(\d{1,2})日(?:\s*[(（][月火水木金土日][)）])?(?:\s*(\d{1,2})(?:時|:)(\d{2})分?)?$/u.exec(
      text.normalize('NFKC'),
    )
  if (!match) return text
  const [, era, yearText = '', month = '', day = '', hours, minutes] = match
  const inEra = yearText === '元' ? 1 : Number(yearText)
  if (era === undefined && yearText.length !== 4) return text
  const year = era === undefined ? inEra : eras[era]! + inEra - 1
  return `${year}-${month}-${day}${hours === undefined ? '' : ` ${hours}:${minutes}`}`
}
