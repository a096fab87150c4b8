import fc from 'fast-check'
import { problemsOf } from '../shared/check/check.ts'
import { exported } from '../shared/convert/export-records.ts'
import type { Descriptor } from '../shared/domains/descriptor.ts'
import type { Domain } from '../shared/domains/registry.ts'
import { allValues } from './odd-records.ts'
import { check } from './records.ts'

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

/** A domain with a field of each type and limit. */
export const things: Descriptor = {
  domain: 'test.schemas',
  version: '1.0',
  description: 'Things.',
  records: [
    {
      tag: 'THING',
      fields: [
        { name: 'rid', type: 'string', required: true },
        { name: 'text', type: 'string', required: true },
        { name: 'level', type: 'string', enum: ['low', 'high', 'a\\b', 'é', ''] },
        { name: 'count', type: 'int', required: true, range: [-5, 20] },
        { name: 'share', type: 'float', range: [0.1, 0.3] },
        { name: 'any', type: 'float' },
        { name: 'when', type: 'ts' },
        { name: 'is_on', type: 'bool' },
        { name: 'code', type: 'string', pattern: '^[A-Z]{2}-[\\d.]+$' },
        { name: 'path', type: 'string', pattern: '(a\\/|x\\-)\\w+' },
        { name: 'year', type: 'int', enum: ['2026', '2027'] },
        { name: 'things', type: 'string', list: true },
      ],
    },
  ],
}

const names = things.records[0]!.fields.map(({ name }) => name)
const values = fc.constantFrom(
  ...allValues,
  '"AB-7"',
  '"AB-1.2"',
  '"AB-"',
  '"x-y"',
  '"a/b"',
  '"ab//"',
  '1900-02-29',
  '2000-02-29',
)
/** Records of `things`, right and wrong, but for those of which the top of each form says that it differs. */
export const thingRecords = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), values), { selector: ([name]) => name, maxLength: 5 })
  .map(fields => {
    const all = new Map([['rid', '"T-1"'], ['text', '"x"'], ['count', '3'], ...fields])
    return `@THING ${[...all].map(([name, value]) => `${name}=${value}`).join(' | ')}\n`
  })
  .filter(text => !isToldOtherwise.test(text))

/** What the schema knows of: the problems of single fields. */
const codesOfFields =
  /^(?:invalid-value|not-in-enum|out-of-range|pattern-mismatch|missing-field|type-mismatch|unknown-field)$/

/** What the top of the schema says that it refuses, or what is no value at all. */
const isToldOtherwise = /=(?:\+\d|-?0\d)|(?<!things)=\[|[=:]"?\s*(?:\||$)|=\[a(?: \||$)/m

/** What `recline convert --to json` writes of a record, and whether its fields have no problem. */
export function convertedThing(text: string): { readonly json: string; readonly isRight: boolean } {
  const file = check(text, { descriptors: [things] })
  return {
    json: exported(file, 'json')[0]!.text,
    isRight: !problemsOf(file).some(({ code }) => codesOfFields.test(code)),
  }
}
