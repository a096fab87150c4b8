/** The forms that a domain can have for programs and people without Recline. */
export const schemaForms = ['json-schema', 'typescript', 'zod', 'pydantic', 'sql', 'linkml', 'markdown'] as const

export type SchemaForm = (typeof schemaForms)[number]

/** The databases that SQL can be for. */
export const sqlDialects = ['sqlite', 'postgresql', 'duckdb'] as const

export type SqlDialect = (typeof sqlDialects)[number]
