import {
  BACKSLASH,
  CARRIAGE_RETURN,
  COLON,
  EQUALS,
  isMarkerCharacter,
  LINE_FEED,
  PIPE,
  QUOTE,
} from '../syntax/characters.ts'
import { BLANK, behindLineEnd, isRareBlank, skipBlankBytes } from './bytes/blanks.ts'
import {
  type Bytes,
  bytesToRead,
  endOfBareWord,
  endOfName,
  endOfString,
  hasByte,
  notAllowed,
  unsure,
} from './bytes/values.ts'
import { endOfUnquoted, endOfValue, isAllowedValue, isCertainlyWrong, mayHavePrefix } from './field-values.ts'
import { NameList, SpannedNames } from './names.ts'
import { type FieldTable, type TagTable, Writing } from './tables.ts'

/** What a scanner is to do besides skipping records. */
export interface ScanOptions {
  /** Whether to collect names. */
  readonly hasNames?: boolean
  /** Whether to remember where their ids stand. */
  readonly hasSpans?: boolean
  /** The lists to collect names in, if the caller has some. */
  readonly definitions?: NameList
  readonly references?: NameList
  /** Whether to skip records except for some of their fields, and those that break rules of their tag. */
  readonly mayDoubt?: boolean
}

/** Reads the fields of one record after another. Collects their names, and the fields that it is not certain of. */
export class FieldScanner {
  readonly definitions: NameList
  readonly references: NameList
  readonly hasSpans: boolean
  /** About the record that is read: the line ends inside it. */
  linesInside = 0
  /** Whether it breaks a rule of its tag that reads only the record itself. */
  breaksRules = false
  /** The fields that it is not certain of. */
  private doubts: number[] = []
  /** Whether one of them is unknown. */
  private hasUnknown = false
  /** The number of its line. */
  private line = 0
  /** The last field whose value certainly is not allowed. */
  private wrong: FieldTable | undefined
  readonly hasNames: boolean
  private readonly mayDoubt: boolean
  private readonly source: Bytes
  private readonly view: DataView

  /** @param bytes as for a `Scanner` */
  constructor(
    private readonly bytes: Uint8Array,
    {
      hasNames = true,
      hasSpans = false,
      mayDoubt = false,
      definitions = hasSpans ? new SpannedNames() : new NameList(),
      references = hasSpans ? new SpannedNames() : new NameList(),
    }: ScanOptions,
  ) {
    this.hasNames = hasNames
    this.hasSpans = hasSpans
    this.definitions = definitions
    this.references = references
    this.mayDoubt = mayDoubt
    this.source = bytesToRead(bytes)
    this.view = this.source.view
  }

  /** Where each of the fields that it is not certain of starts and ends, in turn; undefined if there are none. */
  takeDoubts(): readonly number[] | undefined {
    if (this.doubts.length === 0) return undefined
    const { doubts } = this
    this.doubts = []
    return doubts
  }

  /**
   * Reads the fields of a record with one definition of its tag.
   *
   * @param record the start of the record's line
   * @param line the number of this line
   * @returns the start of the next line, or `unsure`. Then nothing is noted of the record
   */
  scan(tag: TagTable, record: number, line: number, tagEnd: number): number {
    const { definitions, references } = this
    const definitionsBefore = definitions.length
    const referencesBefore = references.length
    this.linesInside = 0
    this.hasUnknown = false
    this.line = line
    const next = this.scanFields(tag, record, tagEnd)
    if (next !== unsure) {
      this.breaksRules = !this.isRight(tag)
      if (!this.breaksRules || this.mayDoubt) return next
    }
    this.doubts.length = 0
    definitions.length = definitionsBefore
    references.length = referencesBefore
    return unsure
  }

  /** Whether the record whose fields were read last follows all rules of its tag that read only the record itself. */
  isRight({ ruled, latest }: TagTable): boolean {
    return ruled === undefined || ruled.isRight(this.bytes, this.view, latest)
  }

  /** Reads the fields of a record. Returns the start of the next line, or `unsure`. */
  private scanFields(tag: TagTable, record: number, tagEnd: number): number {
    const { bytes, view } = this
    const { seen } = tag
    const latest = (tag.latest + 1) | 0
    tag.latest = latest
    let { required, rivals } = tag
    let before: FieldTable | undefined
    let position = this.firstField(tagEnd)
    while (position > 0) {
      let field = before === undefined ? tag.first : before.follower
      if (field === undefined || !field.start.standsAt(view, position)) {
        field = this.fieldAt(tag, position)
        if (field !== undefined) {
          if (before === undefined) tag.first = field
          else before.follower = field
        }
      }
      let behind = field === undefined ? unsure : this.scanValue(tag, field, position + field.start.length, record)
      if (behind === unsure || field!.isWatched) {
        if (!this.mayDoubt) return unsure
        if (behind !== unsure) this.doubts.push(position, behind)
      }
      if (behind === unsure) {
        const nameEnd = endOfName(bytes, position)
        field = tag.fields.get(view, position, nameEnd)
        behind = this.doubt(tag, field, position, nameEnd, record)
        if (behind === unsure) return unsure
      }
      if (field !== undefined) {
        if (seen[field.index] === latest) return unsure
        seen[field.index] = latest
        rivals &= field.rivals
        if (field.isRequired) required--
        before = field
      }
      position =
        (view.getInt32(behind, true) & 0xffffff) === BLANK_PIPE_BLANK
          ? skipBlankBytes(bytes, behind + 3)
          : this.behindValue(behind)
    }
    return position !== unsure && required === 0 && rivals === 0 ? ~position : unsure
  }

  /** The end of a field's value; `unsure` if the check may find a problem in the field. */
  private scanValue(tag: TagTable, field: FieldTable, behindEquals: number, record: number): number {
    const { bytes } = this
    const isQuoted =
      bytes[behindEquals] === QUOTE && (field.writing === Writing.Quoted || field.writing === Writing.Word)
    const start = isQuoted ? behindEquals + 1 : behindEquals
    const end = isQuoted ? endOfString(this.source, start) : endOfUnquoted(bytes, field.writing, start)
    if (end === unsure) return unsure
    // The canonical notation of an rid has quotes only if it needs them.
    if (isQuoted && field.writing === Writing.Word && endOfBareWord(bytes, start) === end) return unsure
    if (start === end && field.isRequired) return unsure
    if (field.isInKey) {
      field.keyStart = start
      field.keyEnd = end
    }
    if (field.isRead) {
      field.valueStart = start
      field.valueEnd = end
    }
    if (field.isConstrained && !isAllowedValue(this.source, field, start, end)) {
      if (field.isRead && isCertainlyWrong(this.source, field, start, end)) this.wrong = field
      return unsure
    }
    if (field.target && mayHavePrefix(bytes, start, end)) return unsure
    if (this.hasNames && (field.isId || field.target)) {
      const isWord = field.writing === Writing.Word ? !isQuoted : endOfBareWord(bytes, start) === end
      if (!this.noteNames(tag, field, start, end, isWord, record)) return unsure
    }
    return isQuoted ? end + 1 : end
  }

  /**
   * Notes a field that the check must look at. Returns its end; `unsure` if that is not certain, or if the field may
   * change the findings elsewhere in the record.
   */
  private doubt(tag: TagTable, field: FieldTable | undefined, start: number, nameEnd: number, record: number): number {
    const { bytes } = this
    const typeEnd = bytes[nameEnd] === COLON ? endOfName(bytes, nameEnd + 1) : nameEnd
    if (nameEnd === start || typeEnd === nameEnd + 1 || bytes[typeEnd] !== EQUALS) return unsure
    const value = typeEnd + 1
    const end = endOfValue(this.source, value)
    if (end === unsure) return unsure
    const isQuoted = bytes[value] === QUOTE
    const isEmpty = isQuoted && end === value + 2
    const isWrong = field !== undefined && this.wrong === field
    this.wrong = undefined
    // An unknown name can be a field of a rival, can be a duplicate, and rules can read it.
    if (field === undefined ? tag.rivals !== 0 || this.hasUnknown || tag.readsUndefined : field.isRequired && isEmpty)
      return unsure
    if (field?.target && mayHavePrefix(bytes, value, end)) return unsure
    if (field?.isRead) {
      // Rules take a value that is not allowed as absent. They cannot read one that only may be wrong.
      if (!isWrong || field.isQueried) return unsure
      field.valueStart = notAllowed
    }
    if (field?.isInKey) {
      field.keyStart = isQuoted ? value + 1 : value
      field.keyEnd = isQuoted ? end - 1 : end
    }
    if (field === undefined) this.hasUnknown = true
    else if (this.hasNames && (field.isId || field.target)) {
      const [idStart, idEnd] = isQuoted ? [value + 1, end - 1] : [value, end]
      if (!this.noteNames(tag, field, idStart, idEnd, endOfBareWord(bytes, idStart) === idEnd, record)) return unsure
    }
    this.doubts.push(start, end)
    return end
  }

  /** The field whose name, and type if it needs one, start here in canonical notation. */
  private fieldAt(tag: TagTable, start: number): FieldTable | undefined {
    const { bytes, view } = this
    let end = start
    while (bytes[end]! > BLANK && bytes[end] !== EQUALS && bytes[end] !== COLON) end++
    const field = tag.fields.get(view, start, end)
    return field?.start.standsAt(view, start) ? field : undefined
  }

  /**
   * Notes the names in a value. Returns false if it cannot read them.
   *
   * @param isWord whether the value needs no quotes
   */
  private noteNames(
    tag: TagTable,
    field: FieldTable,
    start: number,
    end: number,
    isWord: boolean,
    record: number,
  ): boolean {
    const { bytes, view, definitions, references } = this
    const { isId, target } = field
    if (start === end) return true
    // The id of a text with escapes has other bytes.
    if (!isWord && hasByte(bytes, start, end, BACKSLASH)) return false
    if (isId) definitions.add(tag.name, view, start, end, record, this.line, field)
    if (!target) return true
    if (!isWord) return references.addListed(target, bytes, view, start, end, record, this.line, field)
    references.add(target, view, start, end, record, this.line, field)
    return true
  }

  /** The start of the first field; the same results as `behindValue`. */
  private firstField(tagEnd: number): number {
    const { bytes } = this
    const position = skipBlankBytes(bytes, tagEnd)
    const code = bytes[position]
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return this.behindValue(position)
    return code === PIPE ? unsure : position
  }

  /**
   * The start of the next field, perhaps on a line that continues the record. If the record ends, the result is
   * `~line`, where `line` is the start of the next line.
   */
  private behindValue(start: number): number {
    const { bytes } = this
    let position = skipBlankBytes(bytes, start)
    if (bytes[position] !== PIPE) {
      const line = behindLineEnd(bytes, position)
      if (line === unsure) return unsure
      position = skipBlankBytes(bytes, line)
      // This may be white space that the scanner does not know, with a `|` behind it, or a conflict marker.
      if (bytes[position]! >= 0x80 || isRareBlank(bytes[position]!) || isMarkerCharacter(bytes[line]!)) return unsure
      if (position === line || bytes[position] !== PIPE) return ~line
      this.linesInside++
    }
    return skipBlankBytes(bytes, position + 1)
  }
}

/** The three bytes of ` | ` as one number. */
const BLANK_PIPE_BLANK = 0x207c20
