import { localize } from '../../shared/domains/localize.ts'
/** The forms that can hold records, and the extensions of their files. New files have the first one. */
export const forms = {
  rec: ['.rec'],
  json: ['.json'],
  ndjson: ['.ndjson', '.jsonl'],
  csv: ['.csv', '.tsv'],
  markdown: ['.md'],
  parquet: ['.parquet'],
  // A workbook with macros is read like another one; the macros are not.
  xlsx: ['.xlsx', '.xlsm'],
} as const

export type Form = keyof typeof forms

const titles = { json: 'JSON', ndjson: 'NDJSON', csv: 'CSV', markdown: 'Markdown', parquet: 'Parquet' } as const

/** The name of a form in a sentence. */
export function formInWords(form: Form): string {
  if (form === 'rec') return localize('a .rec file')
  return form === 'xlsx' ? localize('an Excel workbook') : titles[form]
}

/** Whether a form is made of tables: each table holds the records of one tag. */
export const isTable = (form: Form): boolean =>
  form === 'csv' || form === 'parquet' || form === 'markdown' || form === 'xlsx'

/** Whether a file of this form holds the records of one tag only. */
export const isOfOneTag = (form: Form): boolean => form === 'csv' || form === 'parquet'

/** The form that the extension of a file name means; undefined for an unknown extension. */
export function formOfName(name: string): Form | undefined {
  const lower = name.toLowerCase()
  return formNames.find(form => forms[form].some(ending => lower.endsWith(ending)))
}

/** The end of a sentence about a spreadsheet in another form than the one that is read; undefined for other files. */
export const otherSpreadsheet = (name: string): string | undefined =>
  /\.(?:xls|xlsb|ods|numbers)$/i.test(name)
    ? localize('is a spreadsheet in a form that Recline cannot read; save it as .xlsx')
    : undefined

export const formNames = Object.keys(forms) as readonly Form[]
