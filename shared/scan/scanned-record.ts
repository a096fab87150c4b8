import { type DeclaredRule, isBroken } from '../check/declared-rules.ts'
import { type FollowedValues, followedValues } from '../check/followed-records.ts'
import type { FieldDefinition } from '../domains/registry.ts'
import { type Evaluate, Frame } from '../expression/frame.ts'
import { typedValue } from '../expression/parsed-record.ts'
import type { RecordValues, Timestamp, Value } from '../expression/values.ts'
import { QUOTE } from '../syntax/characters.ts'
import { withoutEscapes } from '../syntax/nodes.ts'
import type { ByteMap } from './byte-map.ts'
import { textOfUtf8 } from './utf8.ts'
import { numberBetween, plainText, timestampBetween } from './values.ts'

/** A field that rules can read, and where its last value stands. */
interface ScannedField {
  readonly index: number
  readonly definition: FieldDefinition
  readonly allowed: ByteMap<string> | undefined
  readonly valueStart: number
  readonly valueEnd: number
}

/** A record in the bytes of a part, for the rules of its tag. One object serves all records of a tag, one at a time. */
export class ScannedRecord implements RecordValues {
  private bytes: Uint8Array = new Uint8Array(0)
  private view: DataView = new DataView(new ArrayBuffer(0))
  private latest = 0
  private readonly frame: Frame
  private readonly fields: ReadonlyMap<FieldDefinition, ScannedField>

  /**
   * @param rules those that read only the record itself
   * @param followed the fields of the tag that rules about several records read
   * @param where of which records the values of these fields are wanted
   * @param fields all fields of the tag
   * @param seen the last record that had each field, by the numbers of the records
   */
  constructor(
    private readonly rules: readonly DeclaredRule[],
    private readonly followed: readonly FieldDefinition[] | undefined,
    private readonly where: Evaluate | undefined,
    fields: readonly ScannedField[],
    private readonly seen: Int32Array,
    now: Timestamp,
  ) {
    this.fields = new Map(fields.map(field => [field.definition, field]))
    this.frame = new Frame(this, now)
  }

  /** Whether the record that was scanned last follows all rules that read only the record itself. */
  isRight(bytes: Uint8Array, view: DataView, latest: number): boolean {
    this.bytes = bytes
    this.view = view
    this.latest = latest
    for (const rule of this.rules) {
      this.frame.restart()
      if (isBroken(rule, this.frame)) return false
    }
    return true
  }

  /** What rules about other records or a query need of this one; undefined if they need nothing. */
  followedValues(): FollowedValues | undefined {
    if (!this.followed) return undefined
    this.frame.restart()
    return this.where && this.where(this.frame) !== true ? undefined : followedValues(this.followed, this)
  }

  /** The value of a field. The scanner only skips records whose values are allowed. */
  get(definition: FieldDefinition): Value | undefined {
    const field = this.fields.get(definition)
    if (!field || this.seen[field.index] !== this.latest) return undefined
    const { bytes } = this
    const { valueStart: start, valueEnd: end } = field
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
      default: {
        const allowed = field.allowed?.get(this.view, start, end)
        return allowed ?? this.valueOfText(start, end, definition)
      }
    }
  }

  isWritten(definition: FieldDefinition): boolean {
    const field = this.fields.get(definition)
    return field !== undefined && this.seen[field.index] === this.latest
  }

  private valueOfText(start: number, end: number, definition: FieldDefinition): Value | undefined {
    return typedValue(this.textOf(start, end), definition)
  }

  private textOf(start: number, end: number): string {
    const { bytes } = this
    const plain = plainText(bytes, start, end)
    if (plain !== undefined) return plain
    const text = textOfUtf8(bytes, start, end)
    return bytes[start - 1] === QUOTE ? withoutEscapes(text) : text
  }
}
