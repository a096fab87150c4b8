import { localize } from '../../shared/domains/localize.ts'
import { type Form, formInWords } from './forms.ts'
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
      const place = `${first.file}:${first.line}`
      const what = noteTexts[kind](formInWords(this.form), count)
      return count === 1
        ? localize('{what}: {place}.', { what, place })
        : localize('{what}; the first is {place}.', { what, place })
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

/** What is told of each kind, for one case and for several. `form` is the name of the output's form. */
const noteTexts: Readonly<Record<NoteKind, (form: string, count: number) => string>> = {
  header: (form, count) =>
    count === 1
      ? localize('1 header is left out, because a {form} file has the records of one tag', { form })
      : localize('{count} headers are left out, because a {form} file has the records of one tag', { form, count }),
  comment: (form, count) =>
    count === 1
      ? localize('1 comment is left out, because {form} cannot store it', { form })
      : localize('{count} comments are left out, because {form} cannot store them', { form, count }),
  block: (form, count) =>
    count === 1
      ? localize('1 block is left out, because {form} cannot store it', { form })
      : localize('{count} blocks are left out, because {form} cannot store them', { form, count }),
  stray: (form, count) =>
    count === 1
      ? localize('1 line that is not a record is left out, because {form} cannot store it', { form })
      : localize('{count} lines that are not records are left out, because {form} cannot store them', { form, count }),
  tagless: (_, count) =>
    count === 1
      ? localize('1 record without a readable tag is left out, because it belongs to no table')
      : localize('{count} records without a readable tag are left out, because they belong to no table', { count }),
  hidden: (form, count) =>
    count === 1
      ? localize('1 record has content that {form} does not show, such as a field without a value', { form })
      : localize('{count} records have content that {form} does not show, such as a field without a value', {
          form,
          count,
        }),
  carried: (_, count) =>
    count === 1
      ? localize('1 record has content that is not in its fields, so its text is in $text too')
      : localize('{count} records have content that is not in their fields, so their text is in $text too', { count }),
  order: (_, count) =>
    count === 1
      ? localize('1 record has its fields in another order than the columns, and this order is lost')
      : localize('{count} records have their fields in another order than the columns, and this order is lost', {
          count,
        }),
  formula: (_, count) =>
    count === 1
      ? localize('1 cell starts like a formula, and a spreadsheet can run it without --escape-formulas')
      : localize('{count} cells start like a formula, and a spreadsheet can run them without --escape-formulas', {
          count,
        }),
  untyped: (_, count) =>
    count === 1
      ? localize('1 value does not have the type of its column, so it is text in the column $text next to it')
      : localize(
          '{count} values do not have the type of their column, so they are text in the columns $text next to them',
          { count },
        ),
  undefined: (_, count) =>
    count === 1
      ? localize(
          '1 record has values such as dates that become texts, because no domain in force defines its tag (--descriptors or --domain adds one)',
        )
      : localize(
          '{count} records have values such as dates that become texts, because no domain in force defines their tags (--descriptors or --domain adds one)',
          { count },
        ),
  doubtful: (_, count) =>
    count === 1
      ? localize(
          '1 record has a tag of several domains, and nothing tells which one is meant (--domain does, or a name such as a.insurance.POLICY.csv)',
        )
      : localize(
          '{count} records have a tag of several domains, and nothing tells which one is meant (--domain does, or a name such as a.insurance.POLICY.csv)',
          { count },
        ),
}
