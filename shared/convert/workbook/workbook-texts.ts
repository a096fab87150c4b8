import { localize } from '../../domains/localize.ts'
import { UnreadableWorkbook } from './unreadable-workbook.ts'

/** Puts together the runs of texts, without what says how they are pronounced. Throws an error at a limit. */
export function textReader(mostCharacters: number): {
  readonly start: () => void
  readonly open: (name: string) => void
  readonly text: (piece: string) => void
  readonly close: (name: string) => void
  readonly end: () => string
} {
  let whole = ''
  let isText = false
  let isPhonetic = false
  let left = mostCharacters
  return {
    start: () => {
      whole = ''
      isText = false
      isPhonetic = false
    },
    open: name => {
      if (name === 'rPh') isPhonetic = true
      if (name === 't') isText = !isPhonetic
    },
    text: piece => {
      if (!isText) return
      left -= piece.length
      if (left < 0) throw tooManyCharacters(mostCharacters)
      whole += piece
    },
    close: name => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
    end: () => withoutXmlEscapes(whole),
  }
}

/** Excel writes characters that XML does not have as `_x000B_`. */
export const withoutXmlEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** The reason for a workbook that has too much text. */
export const tooManyCharacters = (most: number): UnreadableWorkbook =>
  new UnreadableWorkbook(localize('has texts of more than {count} characters', { count: most }))
