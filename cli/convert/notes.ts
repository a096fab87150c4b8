import { type Form, titles } from './forms.ts'
import type { SourceLine } from './problems.ts'

/**
 * Collects what the user should know about a conversion. For each kind, keeps the number of cases and the place of the
 * first one.
 */
export class Notes {
  /** How many records were converted. */
  records = 0
  /** The tags of the tables that were written. */
  readonly tags = new Set<string>()
  private readonly found = new Map<NoteKind, { count: number; first: SourceLine }>()

  /** @param form the form of the output */
  constructor(private readonly form: Form) {}

  add(kind: NoteKind, place: SourceLine): void {
    const known = this.found.get(kind)
    if (known) known.count++
    else this.found.set(kind, { count: 1, first: place })
  }

  /** Adds what other notes say, to tell each kind once. */
  addAll({ found }: Notes): void {
    for (const [kind, { count, first }] of found) {
      const known = this.found.get(kind)
      this.found.set(kind, { count: count + (known?.count ?? 0), first: known?.first ?? first })
    }
  }

  /** One sentence for each kind. */
  sentences(): string[] {
    return [...this.found].map(([kind, { count, first }]) => {
      const [one, many] = noteTexts[kind](titles[this.form])
      const place = `${first.file}:${first.line}`
      return count === 1 ? `1 ${one}: ${place}.` : `${count} ${many}; the first is ${place}.`
    })
  }

  /** Whether parts of the records were left out. */
  haveLosses(): boolean {
    return losses.some(kind => this.found.has(kind))
  }
}

type NoteKind =
  | 'header'
  | 'comment'
  | 'block'
  | 'stray'
  | 'tagless'
  | 'hidden'
  | 'carried'
  | 'order'
  | 'formula'
  | 'untyped'
  | 'undefined'
  | 'doubtful'

const losses: readonly NoteKind[] = ['stray', 'tagless', 'hidden']

/**
 * The singular and plural text of each kind, which follow the number of cases. `form` is the name of the output's form.
 */
const noteTexts: Readonly<Record<NoteKind, (form: string) => readonly [one: string, many: string]>> = {
  header: form => [
    `header is left out, because a ${form} file has the records of one tag`,
    `headers are left out, because a ${form} file has the records of one tag`,
  ],
  comment: form => [
    `comment is left out, because ${form} cannot store it`,
    `comments are left out, because ${form} cannot store them`,
  ],
  block: form => [
    `block is left out, because ${form} cannot store it`,
    `blocks are left out, because ${form} cannot store them`,
  ],
  stray: form => [
    `line that is not a record is left out, because ${form} cannot store it`,
    `lines that are not records are left out, because ${form} cannot store them`,
  ],
  tagless: () => [
    'record without a readable tag is left out, because it belongs to no table',
    'records without a readable tag are left out, because they belong to no table',
  ],
  hidden: form => [
    `record has content that ${form} does not show, such as a field without a value`,
    `records have content that ${form} does not show, such as a field without a value`,
  ],
  carried: () => [
    'record has content that is not in its fields, so its text is in $text too',
    'records have content that is not in their fields, so their text is in $text too',
  ],
  order: () => [
    'record has its fields in another order than the columns, and this order is lost',
    'records have their fields in another order than the columns, and this order is lost',
  ],
  formula: () => [
    'cell starts like a formula, and a spreadsheet can run it without --escape-formulas',
    'cells start like a formula, and a spreadsheet can run them without --escape-formulas',
  ],
  untyped: () => [
    'value does not have the type of its column, so it is text in the column $text next to it',
    'values do not have the type of their column, so they are text in the columns $text next to them',
  ],
  undefined: () => [
    'record has values such as dates that become texts, because no domain in force defines its tag (--descriptors or --domain adds one)',
    'records have values such as dates that become texts, because no domain in force defines their tags (--descriptors or --domain adds one)',
  ],
  doubtful: () => [
    'record has a tag of several domains, and nothing tells which one is meant (--domain does, or a name such as a.insurance.POLICY.csv)',
    'records have a tag of several domains, and nothing tells which one is meant (--domain does, or a name such as a.insurance.POLICY.csv)',
  ],
}
