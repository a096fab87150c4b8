/** The forms that can hold records, and the extensions of their files. New files have the first one. */
export const forms = {
  rec: ['.rec'],
  json: ['.json'],
  ndjson: ['.ndjson', '.jsonl'],
  csv: ['.csv', '.tsv'],
  markdown: ['.md'],
  parquet: ['.parquet'],
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
}

/** Whether a form is a table: each table holds the records of one tag. */
export const isTable = (form: Form): boolean => form === 'csv' || form === 'parquet' || form === 'markdown'

/** The form that the extension of a file name means; undefined for an unknown extension. */
export function formOfName(name: string): Form | undefined {
  const lower = name.toLowerCase()
  return formNames.find(form => forms[form].some(ending => lower.endsWith(ending)))
}

export const formNames = Object.keys(forms) as readonly Form[]
