import { localize } from '../../../shared/domains/localize.ts'
import type { ImportChoices, ImportedRecords } from '../../../shared/protocol/import.ts'
import type { Option } from './controls.ts'

/** What the lists of the page offer, and what its choices are called. */

export const targetOptions: readonly Option<ImportedRecords['into']>[] = [
  ['new', localize('New records')],
  ['file', localize('The records of the file')],
  ['workspace', localize('The records of all files')],
]

export const goneOptions: readonly Option<'keep' | 'delete' | 'set'>[] = [
  ['keep', localize('Keep')],
  ['delete', localize('Delete')],
  ['set', localize('Set values')],
]

export const choiceTitles = {
  dateOrder: localize('Dates'),
  decimalMark: localize('Numbers'),
  header: localize('Line of names'),
  nested: localize('Parts of objects as fields'),
  records: localize('List of records'),
}

const byColumn: Option<''> = ['', localize('As each column shows')]
export const dateOrderOptions: readonly Option<'' | NonNullable<ImportChoices['dateOrder']>>[] = [
  byColumn,
  ['day-month', localize('Day before month')],
  ['month-day', localize('Month before day')],
  ['unchanged', localize('As they are written')],
]
export const decimalMarkOptions: readonly Option<'' | NonNullable<ImportChoices['decimalMark']>>[] = [
  byColumn,
  ['comma', localize('Decimal comma: 1.234,5')],
  ['point', localize('Decimal point: 1,234.5')],
  ['unchanged', localize('As they are written')],
]
