import type { Domain } from '../shared/domains/registry.ts'

/** The lines that `recline convert --to ndjson` writes, as `insert` statements for the tables of a domain. */
export function insertsOf(ndjson: string, domain: Domain): readonly string[] {
  return ndjson
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .flatMap(({ $tag: tag, $text, ...fields }) => {
      if (typeof tag !== 'string' || !domain.tags.has(tag)) return []
      const columns = Object.keys(fields).map(name => `"${name}"`)
      const values = Object.values(fields).map(value =>
        typeof value === 'number' || typeof value === 'boolean'
          ? String(value)
          : `'${String(value).replaceAll("'", "''")}'`,
      )
      return `insert into "${tag.toLowerCase()}" (${columns.join(', ')}) values (${values.join(', ')});`
    })
}
