import { tagOfName } from '../shared/check/tag-of-name.ts'
import { phraseOf } from '../shared/domains/field-text.ts'
import type { FieldDefinition, Tag } from '../shared/domains/registry.ts'
import { domainAs } from '../shared/schemas/forms.ts'
import type { Options } from './options.ts'
import { domainsOf, registryOf } from './read.ts'

/** What a field of a tag can have. Absent properties are undefined. */
export interface FieldDescription {
  readonly name: string
  readonly type: 'string' | 'int' | 'float' | 'bool' | 'ts'
  readonly isRequired: boolean
  readonly description: string | undefined
  /** The allowed values, and what they mean. */
  readonly values: readonly { readonly value: string; readonly meaning: string | undefined }[]
  /** The least and the greatest allowed number. */
  readonly range: readonly [number, number] | undefined
  readonly unit: string | undefined
  /** A regular expression that the whole value matches. */
  readonly pattern: string | undefined
  /** The tag of the records that it refers to, with its domain. */
  readonly refersTo: string | undefined
  readonly isList: boolean
  readonly example: string | undefined
}

/** A record type. */
export interface TagDescription {
  /** Its name with its domain, such as `core.compliance.CONTROL`. */
  readonly path: string
  readonly tag: string
  readonly domain: string
  readonly description: string | undefined
  /** The field with the id of a record: `rid` or `id`. */
  readonly idField: string
  readonly fields: readonly FieldDescription[]
}

/**
 * The names of all domains, with those of the options.
 *
 * @example
 * domains().slice(0, 2)
 * // ['core.compliance', 'core.devops']
 */
export const domains = (options: Options = {}): string[] => [...registryOf(options).domains.keys()]

/**
 * The record types of a domain, or of all.
 *
 * @example
 * tags({ domain: 'compliance' })[0]?.path
 * // 'core.compliance.CONTROL'
 */
export function tags(options: Options = {}): TagDescription[] {
  const registry = registryOf(options)
  const names = domainsOf(options, registry)
  const wanted = names.length > 0 ? names.flatMap(name => registry.domainNamed(name) ?? []) : registry.domains.values()
  return [...wanted].flatMap(domain => [...domain.tags.values()].map(describeTag))
}

/**
 * What a record type is and which fields it has.
 *
 * @param tag its name, such as `CONTROL` or `core.compliance.CONTROL`
 * @throws {Error} if no domain has it, or several do and the options do not decide
 * @example
 * describe('CONTROL', { domain: 'compliance' }).fields.find(({ name }) => name === 'maturity')?.range
 * // [1, 5]
 */
export function describe(tag: string, options: Options = {}): TagDescription {
  const registry = registryOf(options)
  const found = tagOfName(tag, registry, domainsOf(options, registry))
  if ('problem' in found) throw new Error(found.problem)
  return describeTag(found)
}

/**
 * A domain as JSON Schema, TypeScript, SQL or Markdown. The top of the text says what the form cannot say.
 *
 * @param domain its name, such as `compliance` or `core.compliance`
 * @param options `dialect` is the database that SQL is for, `sqlite` by default
 * @throws {Error} if there is no such domain
 * @example
 * schema('compliance', 'typescript').includes('export interface Control {')
 * // true
 */
export function schema(
  domain: string,
  form: 'json-schema' | 'typescript' | 'sql' | 'markdown',
  options: Options & { readonly dialect?: 'sqlite' | 'postgresql' | 'duckdb' } = {},
): string {
  const found = registryOf(options).domainNamed(domain)
  if (!found) throw new Error(`There is no domain ${domain}; domains() lists all.`)
  return domainAs(found, form, options.dialect)
}

const describeTag = (tag: Tag): TagDescription => ({
  path: tag.fullName.path,
  tag: tag.name,
  domain: tag.domain.path,
  description: tag.descriptor.description,
  idField: tag.identityField,
  fields: [...tag.fields.values()].map(describeField),
})

const describeField = (field: FieldDefinition): FieldDescription => ({
  name: field.name,
  type: field.type,
  isRequired: field.required === true,
  description: field.description,
  values: (field.enum ?? []).map(value => ({ value, meaning: phraseOf(field, value) })),
  range: field.range,
  unit: field.unit,
  pattern: field.pattern,
  refersTo: field.target?.path,
  isList: field.list === true,
  example: field.example,
})
