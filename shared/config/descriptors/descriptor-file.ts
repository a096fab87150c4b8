import type { Node } from 'jsonc-parser'
import type { Descriptor, FieldDescriptor, RecordDescriptor } from '../../domains/descriptor.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import type { Span } from '../../syntax/nodes.ts'
import { descriptorRules } from '../descriptor-rules/index.ts'
import { referenceOf, type WrittenReference } from '../descriptor-rules/ref.ts'
import { arrayItems, parseJson, propertyValue, spanOf } from '../json.ts'
import { readBySchema } from '../json-schema.ts'
import type { WrittenRule } from '../written-rules.ts'
import type { DescriptorDraft, DescriptorProblem, DescriptorReport, DraftPart, DraftRecord } from './descriptor-rule.ts'
import { descriptorSchema, jsonProblem, propertyMeant, schemaProblem, typeMeant } from './descriptor-schema.ts'

/** A descriptor file as it was read. */
export interface DescriptorFile {
  /** All parts without problems; undefined if the text is not JSON, names no domain or has no records. */
  readonly descriptor?: Descriptor
  /** What is known of a file without a descriptor: the path of its domain. */
  readonly unreadable?: Descriptor
  /** The problems that the file shows by itself, in the order of their offsets. */
  readonly problems: readonly DescriptorProblem[]
  /**
   * The span of the domain's path, and the references to other domains. They are checked with all other descriptors.
   */
  readonly domainAt?: Span
  readonly references: readonly WrittenReference[]
  /** The rules of its tags. They are checked with all other descriptors, as they can read other domains. */
  readonly rules: readonly DescriptorRuleText[]
  /** The parts of the descriptor. Those of an extension are checked with what they inherit. */
  readonly parts?: DescriptorDraft
}

/** A rule and the tag that it is about. */
export interface DescriptorRuleText extends WrittenRule {
  readonly tag: string
}

/**
 * Reads and checks a descriptor file. A part with a problem, such as a field without a name or a pattern that does not
 * compile, is left out; all other parts count. A field without a known type counts with the type that is most likely
 * meant, and a tag that is not in capitals counts in capitals.
 */
export function readDescriptorFile(text: string): DescriptorFile {
  const root = parseJson(text)
  if ('reason' in root)
    return { ...unreadableDomain(pathIn(text)), problems: [jsonProblem(root)], references: [], rules: [] }
  const problems: DescriptorProblem[] = []
  const { value, nodeOf } = readBySchema(
    root,
    descriptorSchema,
    problem => problems.push(schemaProblem(problem, root)),
    true,
    propertyMeant,
  )
  const read = (value ?? {}) as Partial<Descriptor>
  // What an extension leaves out of a part may be inherited, so most rules wait for all other descriptors.
  const isExtension = read.extends !== undefined
  const hasErrors = (): boolean => problems.some(({ severity }) => severity === 'error')
  let draft: DescriptorDraft = { ...draftOf(read, root, nodeOf), isPartial: hasErrors() }
  if (!isExtension) giveTypes(draft)
  for (const rule of descriptorRules) {
    if (isExtension && !rule.needsNoBase) continue
    const { code, severity, check } = rule
    const leftOut = new Set<DraftPart>()
    const report: DescriptorReport = (part, property, message, { at, fixes, related } = {}) => {
      const { node, tag, field } = part
      problems.push({
        code,
        severity,
        message,
        ...(at ?? spanOf(propertyValue(node, property)!)),
        ...(read.domain !== undefined && { domain: read.domain }),
        ...(tag !== undefined && { tag }),
        ...(field !== undefined && { field }),
        ...(related && { related }),
        ...(fixes && { fixes }),
      })
      if (property === 'tag' || property === 'name') leftOut.add(part)
      else delete (part.value as Record<string, unknown>)[property]
    }
    check(draft, report)
    draft = { ...draft, records: without(leftOut, draft.records), isPartial: hasErrors() }
  }
  problems.sort((one, other) => one.start - other.start)
  const { domain, records } = read
  if (domain === undefined || !records) return { ...unreadableDomain(domain), problems, references: [], rules: [] }
  const references = draft.records.flatMap(({ fields }) => fields.flatMap(field => referenceOf(field) ?? []))
  return {
    descriptor: {
      ...read,
      domain,
      version: read.version ?? '1.0',
      description: read.description ?? '',
      records: recordsOf(draft),
    },
    problems,
    domainAt: spanOf(propertyValue(root, 'domain')!),
    references: references.filter(
      reference => isExtension || (reference.domain !== undefined && reference.domain !== domain),
    ),
    parts: draft,
    rules: draft.records.flatMap(({ tag, value }) =>
      (value.rules ?? []).map(rule => ({ tag, rule, node: nodeOf(rule), text })),
    ),
  }
}

/** The path of the domain in a text that is not JSON. */
const pathIn = (text: string): string | undefined => /"domain"\s*:\s*"([a-z0-9_]+(?:\.[a-z0-9_]+)+)"/.exec(text)?.[1]

const unreadableDomain = (domain: string | undefined): Pick<DescriptorFile, 'unreadable'> =>
  domain === undefined
    ? {}
    : {
        unreadable: {
          domain,
          version: '1.0',
          description: localize('The descriptor of this domain cannot be read.'),
          records: [],
          isUnreadable: true,
        },
      }

function draftOf(
  { domain, records = [], meta }: Partial<Descriptor>,
  root: Node,
  nodeOf: (object: object) => Node,
): Omit<DescriptorDraft, 'isPartial'> {
  return {
    domain,
    root: { node: root, value: {} },
    tags: new Set([
      ...arrayItems(propertyValue(root, 'records')).map(record => String(propertyValue(record, 'tag')?.value)),
      ...records.map(({ tag }) => tag),
    ]),
    records: records.map(value => ({
      node: nodeOf(value),
      tag: value.tag,
      value,
      fields: (value.fields ?? []).map(field => ({
        node: nodeOf(field),
        tag: value.tag,
        field: field.name,
        label: `${shorten(value.tag)}.${shorten(field.name)}`,
        value: field,
      })),
    })),
    useCases: (meta?.use_cases ?? []).map(useCase => ({ node: nodeOf(useCase), value: {}, useCase })),
  }
}

/**
 * Gives the fields without a type the one that is most likely meant. The schema leaves types to the base if `extends`
 * is there, also if its value is wrong, so that there is no base.
 */
function giveTypes({ records }: DescriptorDraft): void {
  for (const { node, value } of records.flatMap(({ fields }) => fields))
    if (value.type === undefined) Object.assign(value, { type: typeMeant(node) ?? 'string' })
}

const without = (leftOut: ReadonlySet<DraftPart>, records: readonly DraftRecord[]): DraftRecord[] =>
  records
    .filter(record => !leftOut.has(record))
    .map(record => ({ ...record, fields: record.fields.filter(field => !leftOut.has(field)) }))

const recordsOf = ({ records }: DescriptorDraft): RecordDescriptor[] =>
  records.map(({ value, fields }) => ({
    ...value,
    fields: fields.map(({ node, value }): FieldDescriptor => {
      if (value.type === undefined) return { ...value, type: 'string', isTypeUnknown: true }
      return typeMeant(node) === undefined ? { ...value, isTypeUnknown: true } : value
    }),
  }))
