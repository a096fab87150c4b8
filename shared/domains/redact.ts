import { type RecordNode, tagName, type ValueNode, valueText } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { itemsOf } from './list-items.ts'
import { looseForm } from './nearest.ts'
import type { Registry, Tag } from './registry.ts'
import { isWellFormed, sensitiveFieldsOf, withheld } from './sensitive.ts'

/** What becomes of the values of a field: they are withheld, or become pseudonyms of the records of a tag. */
type Treatment = 'withheld' | { readonly idsOf: string }

/**
 * Takes the values of sensitive fields out of texts with records. Ids and references get pseudonyms, which are the same
 * in all texts that one redactor reads, so that records still belong together. Comments, blocks and other fields stay.
 */
export class Redactor {
  /** How many values are withheld. */
  values = 0
  /** How many damaged records are withheld as a whole, as their values may stand anywhere. */
  records = 0
  private readonly pseudonymized: ReadonlySet<string>
  private readonly treatments = new Map<string, ReadonlyMap<string, Treatment>>()
  private readonly pseudonyms = new Map<string, Map<string, string>>()
  private readonly met = new Map<string, Map<string, string>>()

  /** @param tellsChanges whether different values of the same field of a record get different texts */
  constructor(
    private readonly registry: Registry,
    private readonly tellsChanges = false,
  ) {
    this.pseudonymized = new Set(
      [...registry.tags.values()].flatMap(tag =>
        [...sensitiveFieldsOf(tag).keys()].flatMap(name => {
          const target = tag.fields.get(name)?.target
          return [...(name === tag.identityField ? [tag.nameOfRecords.path] : []), ...(target ? [target.path] : [])]
        }),
      ),
    )
  }

  /** A text with records, without the values of sensitive fields. */
  redact(text: string): string {
    return parseEntries(text)
      .map(entry => (entry.kind === 'record' ? this.redactRecord(entry) : entry.text))
      .join('')
  }

  private redactRecord(record: RecordNode): string {
    const { text, fields, tagEnd } = record
    const treatments = this.treatmentsOf(tagName(record))
    if (treatments.size === 0) return text
    const treated = fields.map(({ name }) => treatments.get(looseForm(name)))
    if (treated.every(one => one === undefined)) return text
    const end = text.trimEnd().length
    if (!isWellFormed(record)) {
      this.records++
      return `${text.slice(0, tagEnd)} ${this.placeholder('', text.slice(0, end))}${text.slice(end)}`
    }
    // Mostly the id of the record.
    const [first] = fields
    const key = JSON.stringify([tagName(record), first?.value && !treated[0] ? valueText(record, first.value) : ''])
    let shown = ''
    let from = 0
    for (const [index, { name, value }] of fields.entries()) {
      const treatment = treated[index]
      if (!value || !treatment) continue
      this.values++
      shown += `${text.slice(from, value.start)}"${this.shownValue(record, value, treatment, `${key} ${name}`)}"`
      from = value.end
    }
    return shown + text.slice(from)
  }

  private shownValue(record: RecordNode, value: ValueNode, treatment: Treatment, key: string): string {
    const text = valueText(record, value)
    if (treatment === 'withheld') return this.placeholder(key, text)
    const items = itemsOf(text)
    return (items.length === 0 ? [text] : items).map(id => this.pseudonym(treatment.idsOf, id)).join(', ')
  }

  /** The text in place of a value. If changes are told, other values of the same key get numbers. */
  private placeholder(key: string, value: string): string {
    if (!this.tellsChanges) return withheld
    const texts = this.met.get(key) ?? new Map<string, string>()
    this.met.set(key, texts)
    const text = texts.get(value) ?? (texts.size === 0 ? withheld : withheld.replace(']', ` ${texts.size + 1}]`))
    texts.set(value, text)
    return text
  }

  private pseudonym(path: string, id: string): string {
    const ofTag = this.pseudonyms.get(path) ?? new Map<string, string>()
    this.pseudonyms.set(path, ofTag)
    const text = ofTag.get(id) ?? `${path.replace(/^.*\./, '')}-pseudonym-${ofTag.size + 1}`
    ofTag.set(id, text)
    return text
  }

  /**
   * The treated fields of a tag in all domains, as `looseForm` has their names; of an unknown tag, those of all tags.
   */
  private treatmentsOf(name: string | undefined): ReadonlyMap<string, Treatment> {
    const own = name === undefined ? [] : this.registry.tagsNamed(name)
    const key = own[0]?.name ?? ''
    let found = this.treatments.get(key)
    if (!found) {
      const tags = own.length > 0 ? own : [...this.registry.tags.values()]
      found = new Map(tags.flatMap(tag => this.treatmentsIn(tag)))
      this.treatments.set(key, found)
    }
    return found
  }

  private treatmentsIn(tag: Tag): (readonly [string, Treatment])[] {
    const sensitive = sensitiveFieldsOf(tag)
    return [...tag.fields.values()].flatMap(({ name, target }): (readonly [string, Treatment])[] => {
      const path = name === tag.identityField ? tag.nameOfRecords.path : target?.path
      if (path !== undefined && this.pseudonymized.has(path)) return [[looseForm(name), { idsOf: path }]]
      return sensitive.has(name) ? [[looseForm(name), 'withheld']] : []
    })
  }
}
