import { localize } from '../../domains/localize.ts'
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
        const places = { field: label, type: value.type }
        report(
          field,
          key,
          key === 'file'
            ? localize(
                '{field} has paths of files, but its type is {type}; make the type string, or remove file.',
                places,
              )
            : localize('{field} has hashes, but its type is {type}; make the type string, or remove hashOf.', places),
          { fixes: () => [{ ...removeFix(propertyOf(node, key)!), isPreferred: true }] },
        )
      }
      const { hashOf, type } = value
      if (hashOf === undefined || type !== 'string') continue
      const { fields } = draft.records.find(record => record.tag === tag)!
      const named = fields.find(other => other.field === hashOf)
      if (named?.value.file && !named.value.list) continue
      const paths = fields.filter(other => other.value.file && !other.value.list).map(other => other.field)
      const near = nearest(hashOf, paths)
      const places = { field: label, file: shorten(hashOf) }
      report(
        field,
        'hashOf',
        named?.value.list
          ? localize(
              '{field} has the hash of {file}, which can have several paths, and one hash is of one file; write the field with the path.',
              places,
            )
          : localize(
              '{field} has the hash of {file}, which is no field with "file": true of its record; write the field with the path.',
              places,
            ),
        {
          fixes: () =>
            (near.length > 0 ? near : paths.slice(0, 1)).map(name => ({
              title: localize('Change to {text}', { text: name }),
              edits: [{ ...spanOf(propertyValue(node, 'hashOf')!), text: JSON.stringify(name) }],
            })),
        },
      )
    }
  },
}
