/** The forms that records can be written in. */
export const textForms = ['csv', 'json', 'ndjson', 'markdown'] as const

export type TextForm = (typeof textForms)[number]

/** Records in another format. A CSV has the records of one tag, so there is one for each tag. */
export interface Exported {
  /** The tag of the records; null if the text has the records of all tags. */
  readonly tag: string | null
  readonly records: number
  readonly text: string
}
