import { StreamLanguage, type StringStream } from '@codemirror/language'

/** Where in a record a line stands, from one line to the next. */
interface RecLineState {
  /** Whether a block is open, whose text is no record. */
  isInBlock: boolean
  /** Whether a value is expected, because an equals sign was read. */
  isValue: boolean
}

/**
 * The first colors of records, while the server starts and for a line that it has not seen yet. It knows the notation
 * but no domain; the colors of the server then lie above these.
 */
export const recLanguage = StreamLanguage.define<RecLineState>({
  name: 'rec',
  startState: () => ({ isInBlock: false, isValue: false }),
  token: (stream, state) => {
    if (stream.sol()) {
      state.isValue = false
      if (state.isInBlock || /^\s*@BEGIN(\s|$)/.test(stream.string)) return blockLine(stream, state)
      if (stream.match(/^\s*#.*/)) return 'comment'
      if (stream.match(/^(<{7}|\|{7}|={7}|>{7})(\s.*)?$/)) return 'keyword'
      if (stream.match(/^\s*@[\w-]+/)) return 'className'
    }
    if (stream.eatSpace()) return null
    if (stream.match(/^\|+/)) {
      state.isValue = false
      return 'separator'
    }
    return state.isValue ? valueToken(stream, state) : name(stream, state)
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['"', '['] } },
})

function blockLine(stream: StringStream, state: RecLineState): string {
  state.isInBlock = !/^\s*@END(\s|$)/.test(stream.string)
  stream.skipToEnd()
  return 'meta'
}

function name(stream: StringStream, state: RecLineState): string | null {
  if (stream.match(/^[A-Za-z_][\w.-]*(?=\s*[:=])/)) return 'propertyName'
  if (stream.match(/^:[A-Za-z]*/)) return 'typeName'
  if (stream.eat('=')) {
    state.isValue = true
    return 'operator'
  }
  stream.match(/^[^\s|=:]+/) || stream.next()
  return null
}

function valueToken(stream: StringStream, state: RecLineState): string | null {
  state.isValue = false
  if (stream.match(/^"(?:\\.|[^"\\])*"?/)) return 'string'
  if (stream.match(/^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s|\||$)/)) return 'number'
  if (stream.match(/^(?:true|false)(?=\s|\||$)/)) return 'bool'
  stream.match(/^[^|]*[^|\s]/) || stream.next()
  return 'string'
}
