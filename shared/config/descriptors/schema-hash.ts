import canonicalize from 'canonicalize'
import type { Descriptor, FieldDescriptor, RecordDescriptor } from '../../domains/descriptor.ts'
import { resolveDescriptors } from '../../domains/extension.ts'
import { localize } from '../../domains/localize.ts'
import { withBuiltIn } from '../../domains/practice.ts'
import { hashOfText } from '../../registry/hash.ts'
import { descriptorHash } from '../descriptor-rules/hash.ts'
import { changeFix, parseJson, propertyValue, spanOf } from '../json.ts'
import type { DescriptorFile } from './descriptor-file.ts'
import type { DescriptorProblem } from './descriptor-rule.ts'

/** A descriptor file with its text. */
interface HashedDescriptor {
  readonly text: string
  readonly file: DescriptorFile
}

/**
 * The hash of what a descriptor says of records: SHA-256 over the canonical JSON (RFC 8785) of its `records`, with all
 * keys as they are written. In a domain that extends others, these are the records with all that they inherit.
 *
 * @param domain the path of the domain
 * @param all the texts of descriptors, among them that of the domain and of those that it extends. The built-in ones
 *   need not be there
 * @returns undefined if there is no such descriptor
 */
export function schemaHashOf(domain: string, all: Iterable<HashedDescriptor>): string | undefined {
  const resolved = resolveDescriptors(withBuiltIn([...all].flatMap(one => asWritten(one) ?? [])))
  const records = resolved.get(domain)?.descriptor.records
  return records && hashOfText(canonicalize(records.map(withoutOrigin))!)
}

/** The problem of a descriptor whose `schemaHash` is not the hash of its records. Its fix writes the right one. */
export function schemaHashProblems(own: HashedDescriptor, all: Iterable<HashedDescriptor>): DescriptorProblem[] {
  const { descriptor, problems } = own.file
  const written = descriptor && writtenHash(own.text)
  // What is left out because of an error would be missing in the hash.
  if (!written || problems.some(({ severity }) => severity === 'error')) return []
  const right = schemaHashOf(descriptor.domain, all)
  if (right === undefined || right === written.value) return []
  const { code, severity } = descriptorHash
  const message = localize('schemaHash is not the hash of the records of {domain}; write the right one, or null.', {
    domain: descriptor.domain,
  })
  const fixes = () => [
    { ...changeFix(written, JSON.stringify(right)), title: localize('Write the right schemaHash'), isSafe: true },
    { ...changeFix(written, 'null'), isPreferred: false },
  ]
  return [{ code, severity, domain: descriptor.domain, message, ...spanOf(written), fixes }]
}

function writtenHash(text: string): ReturnType<typeof propertyValue> {
  if (!text.includes('"schemaHash"')) return undefined
  const root = parseJson(text)
  const written = 'reason' in root ? undefined : propertyValue(root, 'schemaHash')
  return written?.type === 'string' ? written : undefined
}

/** A descriptor with the keys that Recline does not know too, so that a later version of it finds the same hash. */
function asWritten({ text, file: { descriptor, problems } }: HashedDescriptor): Descriptor | undefined {
  if (!descriptor || problems.some(({ severity }) => severity === 'error')) return descriptor
  const { records } = JSON.parse(text.replace(/^\ufeff/, '')) as {
    readonly records: readonly Partial<RecordDescriptor>[]
  }
  return {
    ...descriptor,
    records: records.map(record => ({ ...record, fields: record.fields ?? [] }) as RecordDescriptor),
  }
}

/** A part without what `resolveDescriptors` says about where it comes from. */
function withoutOrigin({ origin: _, changedIn: _changedIn, fields, rules, ...record }: RecordDescriptor): object {
  return {
    ...record,
    fields: fields.map(({ origin: _, changedIn: _changedIn, ...field }: FieldDescriptor) => field),
    ...(rules && { rules: rules.map(({ origin: _, ...rule }) => rule) }),
  }
}
