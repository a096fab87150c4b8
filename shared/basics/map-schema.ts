import * as v from 'valibot'

/** The names that `v.record` leaves out. Columns, fields and values can have them. */
const unsafeKeys = ['__proto__', 'prototype', 'constructor']

/** A schema of an object with values of one kind by any names, also by those that objects of JavaScript inherit. */
export function mapSchema<const Value extends v.GenericSchema>(
  value: Value,
): v.RecordSchema<v.StringSchema<undefined>, Value, undefined> {
  const schema = v.record(v.string(), value)
  return {
    ...schema,
    '~run'(dataset, config) {
      const given = dataset.value
      const read = schema['~run'](dataset, config)
      if (typeof given !== 'object' || given === null) return read
      for (const key of unsafeKeys) {
        if (!Object.hasOwn(given, key)) continue
        const one = value['~run']({ value: (given as Readonly<Record<string, unknown>>)[key] }, config)
        const path = { type: 'object', origin: 'value', input: given, key, value: one.value } as v.ObjectPathItem
        const issues = one.issues?.map(issue => ({ ...issue, path: [path, ...(issue.path ?? [])] }))
        if (issues) Object.assign(read, { issues: [...(read.issues ?? []), ...issues], typed: false })
        Object.defineProperty(read.value, key, {
          value: one.value,
          enumerable: true,
          writable: true,
          configurable: true,
        })
      }
      return read
    },
  }
}
