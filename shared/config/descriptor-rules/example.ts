import { checkFile, problemsOf } from '../../check/check.ts'
import type { Problem } from '../../check/problem.ts'
import { invalidFormat } from '../../check/rules/invalid-format.ts'
import type { RecordDescriptor } from '../../domains/descriptor.ts'
import { localize } from '../../domains/localize.ts'
import { canonicalField } from '../../domains/notation.ts'
import { createRegistry, type Registry } from '../../domains/registry.ts'
import { parse } from '../../syntax/tree.ts'
import type { DescriptorRule, DraftRecord } from '../descriptors/descriptor-rule.ts'

export const descriptorExample: DescriptorRule = {
  code: 'descriptor-example',
  severity: 'warning',
  summary:
    'The example of a field is not allowed by the type, enum, range, pattern or format of the field, or that of a rule shows the opposite.',
  check({ records }, report) {
    const registry = createRegistry([{ domain, version: '', description: '', records: records.map(withoutExamples) }])
    for (const record of records) {
      for (const { field: name, message } of problemsInExamples(record, registry)) {
        const field = record.fields.find(({ value }) => value.name === name)!
        report(
          field,
          'example',
          localize("The example must pass the field's own checks: {problem}", { problem: onOneLine(message) }),
        )
      }
    }
  },
}

const domain = 'example.example'

/** A message of the checker without line breaks: allowed values and patterns can have any character. */
export const onOneLine = (message: string): string => message.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** Without examples, so that no message offers one that is wrong itself. */
const withoutExamples = ({ value, fields }: DraftRecord): RecordDescriptor => ({
  ...value,
  fields: fields.map(({ value: { example: _, ...field } }) => field),
})

/** Checks a record made of all examples of a tag. */
function problemsInExamples({ tag, fields }: DraftRecord, registry: Registry): Problem[] {
  const examples = fields.flatMap(({ value }) =>
    value.example === undefined ? [] : canonicalField(value, value.example),
  )
  const file = checkFile(parse(`@${tag} ${examples.join(' | ')}`), { registry, fileName: '', settingDomains: [domain] })
  return problemsOf(file).filter(
    ({ severity, code, field }) => (severity === 'error' || code === invalidFormat.code) && field !== undefined,
  )
}
