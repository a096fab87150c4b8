import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Entry } from '../../shared/syntax/nodes.ts'
import type { Source } from '../files/read-text.ts'
import type { Form } from './forms.ts'
import type { SourceLine } from './problems.ts'

/** Something to convert. */
export interface Input {
  readonly source: Source
  readonly form: Form
  /** What decides the domains of its records besides headers among them. */
  readonly context: FileContext
  /** The tag of records that do not say theirs. */
  readonly tag: string | undefined
}

/** Entries in their order, all of one file or of tables that belong together. */
export interface Batch {
  readonly input: Input
  readonly entries: readonly Entry[]
  /** Where an entry stands: its file, and the line on which it starts or the row that it is, from 1. */
  readonly places: readonly SourceLine[]
}
