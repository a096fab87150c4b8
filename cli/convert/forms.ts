/** What records can be in, and how the names of such files end. */
export const forms = {
  rec: ['.rec'],
  json: ['.json'],
  ndjson: ['.ndjson', '.jsonl'],
  csv: ['.csv'],
  markdown: ['.md'],
  parquet: ['.parquet'],
} as const

export type Form = keyof typeof forms

/** What a form is called in a sentence. */
export const titles: Readonly<Record<Form, string>> = {
  rec: 'a .rec file',
  json: 'JSON',
  ndjson: 'NDJSON',
  csv: 'CSV',
  markdown: 'Markdown',
  parquet: 'Parquet',
}

/** The forms that hold the records of one tag. */
export const isTable = (form: Form): boolean => form === 'csv' || form === 'parquet' || form === 'markdown'

/** The form that a file's name says, if it says one. */
export function formOfName(name: string): Form | undefined {
  const lower = name.toLowerCase()
  return formNames.find(form => forms[form].some(ending => lower.endsWith(ending)))
}

export const formNames = Object.keys(forms) as readonly Form[]
