/** The forms of a list of due days. */
export const dueFormats = ['text', 'csv', 'json', 'ndjson', 'markdown', 'ics'] as const

export type DueFormat = (typeof dueFormats)[number]
