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

/** The name of each form in a sentence. */
export const titles: Readonly<Record<Form, string>> = {
  rec: 'a .rec file',
  json: 'JSON',
  ndjson: 'NDJSON',
  csv: 'CSV',
  markdown: 'Markdown',
  parquet: 'Parquet',
  xlsx: 'an Excel workbook',
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
    ? 'is a spreadsheet in a form that Recline cannot read; save it as .xlsx'
    : undefined

export const formNames = Object.keys(forms) as readonly Form[]
