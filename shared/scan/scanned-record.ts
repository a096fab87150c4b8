import { type DeclaredRule, isBroken } from '../check/declared/declared-rules.ts'
import type { FollowedColumn } from '../check/declared/followed-columns.ts'
import { type FollowedValues, followedValues } from '../check/declared/followed-records.ts'
import type { Aspect, FieldDefinition } from '../domains/registry.ts'
import type { StepBudget } from '../domains/rule-budget.ts'
import type { Use } from '../expression/check/scope.ts'
import { type Evaluate, Frame } from '../expression/run/frame.ts'
import { valueOfType } from '../expression/run/parsed-record.ts'
import type { RecordValues, Timestamp, Value } from '../expression/run/values.ts'
import { BACKSLASH } from '../syntax/characters.ts'
import { endOfBareWord, hasByte, notAllowed, numberBetween, textOfBytes, timestampBetween } from './bytes/values.ts'
import type { RowList } from './followed-rows.ts'
import { hashBytes, type NameHash } from './names.ts'

/** A field that rules can read, and where its last value stands. */
interface ScannedField {
  readonly index: number
  readonly definition: FieldDefinition
  /** Its last value, if it has an enum. */
  readonly said: string | undefined
  readonly valueStart: number
  readonly valueEnd: number
}

/** A column of the values that rules about several records read. */
export interface ScannedColumn extends FollowedColumn {
  readonly scanned: ScannedField | undefined
  /** The hash of the tag whose ids it has. */
  readonly tagHash: NameHash | undefined
}

/** A record in the bytes of a part, for the rules of its tag. One object serves all records of a tag, one at a time. */
export class ScannedRecord implements RecordValues {
  /** The text of the bytes, if the caller has it and it is of ASCII. Then values are parts of it. */
  source: string | undefined
  private bytes: Uint8Array = new Uint8Array(0)
  private view: DataView = new DataView(new ArrayBuffer(0))
  private latest = 0
  private readonly frame: Frame
  private readonly fields: ReadonlyMap<FieldDefinition, ScannedField>
  private readonly scannedWanted: readonly (ScannedField | undefined)[]
  private readonly hasAspects: boolean

  /**
   * @param rules those that read only the record itself
   * @param columns the values that rules about several records read
   * @param conditions as `conditionsToFollow` has them
   * @param followed the fields of the tag whose values a query or a map wants
   * @param where tells the records whose values are wanted
   * @param fields all fields of the tag
   * @param seen the last record that had each field, by the numbers of the records
   * @param reading how values are read
   * @param budget what the rules can still cost
   */
  constructor(
    private readonly rules: readonly DeclaredRule[],
    readonly columns: readonly ScannedColumn[],
    private readonly conditions: readonly Evaluate[] | undefined,
    private readonly followed: readonly FieldDefinition[] | undefined,
    private readonly where: Evaluate | undefined,
    fields: readonly ScannedField[],
    private readonly seen: Int32Array,
    now: Timestamp,
    private readonly reading: Use,
    public budget?: StepBudget,
  ) {
    this.fields = new Map(fields.map(field => [field.definition, field]))
    this.scannedWanted = (followed ?? []).map(field => this.fields.get(field))
    this.hasAspects = (followed ?? []).some(({ aspect }) => aspect)
    this.frame = new Frame(this, now)
  }

  /** What `now` means in the rules from here on. */
  set now(now: Timestamp) {
    this.frame.now = now
  }

  /** Whether the record that was scanned last follows all rules that read only the record itself. */
  isRight(bytes: Uint8Array, view: DataView, latest: number): boolean {
    this.bytes = bytes
    this.view = view
    this.latest = latest
    for (const rule of this.rules) {
      this.frame.restart()
      if (isBroken(rule, this.frame, this.budget)) return false
    }
    return true
  }

  /** Whether rules about several records may need this one. */
  get isFollowed(): boolean {
    const { conditions, frame } = this
    if (!conditions) return true
    for (const condition of conditions) {
      frame.restart()
      if (condition(frame) === false || frame.isExhausted) return true
    }
    return false
  }

  /** Adds the values that rules about other records read of this one to the last row of a list. */
  addTo(rows: RowList): void {
    for (let index = 0; index < this.columns.length; index++) {
      const column = this.columns[index]!
      const { field, kind, scanned, tagHash } = column
      if (!scanned || !this.isSeen(scanned)) {
        if (column.hasText) rows.setText(index, undefined)
        continue
      }
      const { valueStart: start, valueEnd: end } = scanned
      if (start === notAllowed) rows.setValue(index, null)
      else if (kind === 'number') {
        const number = numberBetween(this.bytes, start, end)
        if (Number.isNaN(number)) rows.setValue(index, this.get(field) ?? null)
        else rows.setNumber(index, number)
      } else if (tagHash && start < end && endOfBareWord(this.bytes, start) === end) {
        if (column.hasText) rows.setText(index, this.get(field))
        rows.setHash(index, hashBytes(tagHash, this.view, start, end))
      } else if (kind === 'word' && scanned.said !== undefined) rows.setNumber(index, field.enum!.indexOf(scanned.said))
      else rows.setValue(index, this.get(field) ?? null)
    }
  }

  /** What a query or a map needs of this record; undefined if it needs nothing. */
  followedValues(): FollowedValues | undefined {
    if (!this.followed) return undefined
    this.frame.restart()
    if (this.where && this.where(this.frame) !== true) return undefined
    if (this.hasAspects) return followedValues(this.followed, this)
    return this.scannedWanted.map(field => (field && this.isSeen(field) ? (this.valueOf(field) ?? null) : undefined))
  }

  /** Whether a query or a map may want values of this record. */
  get isWanted(): boolean {
    return this.followed !== undefined
  }

  /** The value of a field; undefined if it is absent or not allowed. */
  get(definition: FieldDefinition): Value | undefined {
    if (definition.aspect) return this.aspectOf(definition.aspect)
    const field = this.fields.get(definition)
    return field && this.isSeen(field) ? this.valueOf(field) : undefined
  }

  /** The scanner skips only records without problems, so each value that they have is allowed. */
  private aspectOf({ kind, of }: Aspect): Value | undefined {
    const field = this.fields.get(of)
    const isThere = field !== undefined && this.isSeen(field)
    if (kind === 'valid') return isThere
    return isThere ? this.textOf(field.valueStart, field.valueEnd) : undefined
  }

  isWritten(definition: FieldDefinition): boolean {
    const field = this.fields.get(definition)
    return field !== undefined && this.isSeen(field)
  }

  /** Whether the record has a field. */
  private isSeen({ index }: ScannedField): boolean {
    return this.seen[index] === this.latest
  }

  /** The value of a field that the record has; undefined if it is not allowed. */
  private valueOf(field: ScannedField): Value | undefined {
    const { bytes } = this
    const { definition, valueStart: start, valueEnd: end } = field
    if (start === notAllowed) return undefined
    switch (definition.list ? 'list' : definition.type) {
      case 'int':
      case 'float': {
        const number = numberBetween(bytes, start, end)
        return Number.isNaN(number) ? this.valueOfText(start, end, definition) : number
      }
      case 'bool':
        return bytes[start] === 0x74
      case 'ts':
        return timestampBetween(bytes, start, end) ?? this.valueOfText(start, end, definition)
      case 'string':
        if (definition.target) return this.valueOfText(start, end, definition)
        // Other values than allowed ones have no start.
        return field.said ?? this.textOf(start, end)
      default:
        return this.valueOfText(start, end, definition)
    }
  }

  private valueOfText(start: number, end: number, definition: FieldDefinition): Value | undefined {
    return valueOfType(this.textOf(start, end), definition, this.reading)
  }

  private textOf(start: number, end: number): string {
    const { bytes, source } = this
    if (source === undefined || hasByte(bytes, start, end, BACKSLASH)) return textOfBytes(bytes, start, end)
    return source.slice(start, end)
  }
}
