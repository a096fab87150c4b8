import { type Form, titles } from './forms.ts'
import type { Place } from './problems.ts'

/** What there is to say on a conversion: each kind of thing once, with how often it was met and where first. */
export class Notes {
  /** How many records were converted. */
  records = 0
  private readonly found = new Map<Kind, { count: number; first: Place }>()

  /** @param form what the records become */
  constructor(private readonly form: Form) {}

  add(kind: Kind, place: Place): void {
    const known = this.found.get(kind)
    if (known) known.count++
    else this.found.set(kind, { count: 1, first: place })
  }

  /** A sentence for each kind. */
  sentences(): string[] {
    return [...this.found].map(([kind, { count, first }]) => {
      const [one, many] = texts[kind](titles[this.form])
      const place = `${first.file}:${first.line}`
      return count === 1 ? `1 ${one}: ${place}.` : `${count} ${many}; the first is ${place}.`
    })
  }

  /** Whether something of the records themselves was left out. */
  haveLosses(): boolean {
    return losses.some(kind => this.found.has(kind))
  }
}

type Kind = 'comment' | 'block' | 'stray' | 'tagless' | 'hidden' | 'carried' | 'order' | 'formula' | 'untyped'

const losses: readonly Kind[] = ['stray', 'tagless', 'hidden']

/** The sentence on one thing and on many, behind their number, for the form that the records become. */
const texts: Readonly<Record<Kind, (form: string) => readonly [one: string, many: string]>> = {
  comment: form => [
    `comment is left out, as ${form} has no place for it`,
    `comments are left out, as ${form} has no place for them`,
  ],
  block: form => [
    `block is left out, as ${form} has no place for it`,
    `blocks are left out, as ${form} has no place for them`,
  ],
  stray: form => [
    `line that is no record is left out, as ${form} has no place for it`,
    `lines that are no records are left out, as ${form} has no place for them`,
  ],
  tagless: () => [
    'record whose tag cannot be read is left out, as it belongs to no table',
    'records whose tags cannot be read are left out, as they belong to no table',
  ],
  hidden: form => [
    `record says more than ${form} shows, as where a value is missing`,
    `records say more than ${form} shows, as where a value is missing`,
  ],
  carried: () => [
    'record says more than its fields, and has its text beside them in $text',
    'records say more than their fields, and have their text beside them in $text',
  ],
  order: () => [
    'record has its fields in another order than the columns, and loses it',
    'records have their fields in another order than the columns, and lose it',
  ],
  formula: () => [
    'cell starts like a formula, which a spreadsheet would run if it were not written with --escape-formulas',
    'cells start like a formula, which a spreadsheet would run if they were not written with --escape-formulas',
  ],
  untyped: () => [
    "value is none of its column's type, and stands as text in the column $text beside it",
    "values are none of their column's type, and stand as text in the columns $text beside them",
  ],
}
