import { shorten } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { type DescriptorRule, fieldsOf } from '../descriptors/descriptor-rule.ts'
import { propertyOf, propertyValue, removeFix, spanOf } from '../json.ts'

/** Of an extension, the field with the path can be one that it inherits, so only its own fields are looked at. */
export const descriptorFileField: DescriptorRule = {
  code: 'descriptor-file',
  severity: 'error',
  summary: 'A field with paths or hashes of files has another type than string, or `hashOf` names no field with paths.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const { label, node, value, tag } = field
      for (const key of ['file', 'hashOf'] as const) {
        if (value[key] === undefined || value.type === 'string') continue
        const what = key === 'file' ? 'paths of files' : 'hashes'
        report(
          field,
          key,
          `${label} has ${what}, but its type is ${value.type}; make the type string, or remove ${key}.`,
          { fixes: () => [{ ...removeFix(propertyOf(node, key)!, `Remove ${key}`), isPreferred: true }] },
        )
      }
      const { hashOf, type } = value
      if (hashOf === undefined || type !== 'string') continue
      const { fields } = draft.records.find(record => record.tag === tag)!
      const named = fields.find(other => other.field === hashOf)
      if (named?.value.file && !named.value.list) continue
      const paths = fields.filter(other => other.value.file && !other.value.list).map(other => other.field)
      const near = nearest(hashOf, paths)
      const why = named?.value.list
        ? 'which can have several paths, and one hash is of one file'
        : 'which is no field with "file": true of its record'
      report(field, 'hashOf', `${label} has the hash of ${shorten(hashOf)}, ${why}; write the field with the path.`, {
        fixes: () =>
          (near.length > 0 ? near : paths.slice(0, 1)).map(name => ({
            title: `Change to ${name}`,
            edits: [{ ...spanOf(propertyValue(node, 'hashOf')!), text: JSON.stringify(name) }],
          })),
      })
    }
  },
}
