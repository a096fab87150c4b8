import type { Node } from 'jsonc-parser'
import schema from '../../../descriptors/schema.json'
import type { Fix, ProblemCode } from '../../check/rule.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { nearestType } from '../../domains/value-types/index.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import { type JsonProblem, notJson, propertyValue } from '../json.ts'
import { type JsonSchema, type Path, type SchemaProblem, schemaSentence } from '../json-schema.ts'
import type { DescriptorProblem } from './descriptor-rule.ts'

/** The schema of descriptors, which editors get too. */
export const descriptorSchema = schema as unknown as JsonSchema

/** The codes of problems that are found before the rules run. */
export const schemaCodes = {
  json: {
    code: 'descriptor-json',
    severity: 'error',
    summary: 'The descriptor is not JSON.',
  },
  schema: {
    code: 'descriptor-schema',
    severity: 'error',
    summary: 'Something in the descriptor is missing, or has a wrong type or form.',
  },
  unknown: {
    code: 'descriptor-unknown',
    severity: 'information',
    summary: 'The descriptor has a key that does nothing.',
  },
} as const satisfies Record<string, ProblemCode>

/** The problem of text that is not JSON. */
export const jsonProblem = (problem: JsonProblem): DescriptorProblem => ({
  code: schemaCodes.json.code,
  severity: schemaCodes.json.severity,
  message: notJson(problem),
  start: problem.start,
  end: problem.end,
})

/** The problem of JSON that does not match the schema, which names the tag or field. */
export function schemaProblem(problem: SchemaProblem, root: Node): DescriptorProblem {
  const { start, end, path, wrong, unknownKey, fixes } = problem
  const domain = stringAtPath(root, ['domain'])
  const tag = path[0] === 'records' ? stringAtPath(root, [...path.slice(0, 2), 'tag']) : undefined
  const field = path[2] === 'fields' ? stringAtPath(root, [...path.slice(0, 4), 'name']) : undefined
  const version = unknownKey ? undefined : versionMeant(path, root)
  const meant = unknownKey ? undefined : (version ?? meantAt(path, stringAtPath(root, path) ?? ''))
  // Of a number, the message says that it needs quotes.
  const isWritten = version !== undefined && stringAtPath(root, path) !== undefined
  const advice = isWritten ? localize('write {text}', { text: `"${version}"` }) : problem.advice
  const { code, severity } = unknownKey === 'ignored' ? schemaCodes.unknown : schemaCodes.schema
  const change: Fix = {
    title: localize('Change to {text}', { text: `"${meant}"` }),
    edits: [{ start, end, text: JSON.stringify(meant) }],
    isPreferred: true,
  }
  return {
    code,
    severity,
    message: schemaSentence({ wrong, advice }, descriptorPartName(path, root)),
    start,
    end,
    ...(domain !== undefined && { domain }),
    ...(tag !== undefined && { tag }),
    ...(field !== undefined && { field }),
    ...(meant ? { fixes: () => [change] } : fixes && { fixes }),
  }
}

/**
 * A field with a wrong or missing type gets the most likely type, and a tag that is not in capitals is read in
 * capitals. Otherwise they would be unknown in all records.
 *
 * @param path of a property that is wrong or missing
 * @param object the object that should have it
 * @returns undefined for other properties, and for a tag that cannot be guessed
 */
export function propertyMeant(path: Path, object: Node): string | undefined {
  if (!isPart(path.slice(0, -1))) return undefined
  if (path.at(-1) === 'tag') return tagIn(object)
  return path.at(-1) === 'type' ? (typeMeant(object) ?? 'string') : undefined
}

/** The type that the author of a field most likely means, by what is written; undefined if nothing tells it. */
export function typeMeant(field: Node): TypeName | undefined {
  const written = propertyValue(field, 'type')
  const near = written?.type === 'string' ? nearestType(written.value as string) : undefined
  if (near !== undefined) return near
  if (propertyValue(field, 'range')) return 'float'
  return ['enum', 'pattern', 'ref', 'list'].some(key => propertyValue(field, key)) ? 'string' : undefined
}

/**
 * The name of a part of a descriptor in a sentence: `VEHICLE.status`, `the range of VEHICLE.odometer`,
 * `field 2 of VEHICLE`.
 */
function descriptorPartName(path: Path, root: Node): string {
  const last = path.at(-1)
  if (last === undefined) return localize('the descriptor')
  const owner = path.slice(0, -1)
  if (owner.length === 0) return localize('the {key}', { key: last })
  if (isPart(path))
    return stringAtPath(root, [...path, path.length === 2 ? 'tag' : 'name']) === undefined
      ? numberOf(path, root)
      : partLabel(path, root)
  // The problem is the name itself, so the part has no name.
  const isOwnName = isPart(owner) && last === (owner.length === 2 ? 'tag' : 'name')
  const ownerName = isOwnName ? numberOf(owner, root) : descriptorPartName(owner, root)
  return typeof last === 'number'
    ? localize('item {number} of {name}', { number: last + 1, name: ownerName })
    : localize('the {key} of {name}', { key: shorten(last), name: ownerName })
}

/** Whether the path leads to a record or to a field of one. */
const isPart = (path: Path): boolean =>
  path[0] === 'records' && (path.length === 2 || (path.length === 4 && path[2] === 'fields'))

const numberOf = (path: Path, root: Node): string =>
  path.length === 2
    ? localize('record {number}', { number: Number(path[1]) + 1 })
    : localize('field {number} of {name}', {
        number: Number(path[3]) + 1,
        name: descriptorPartName(path.slice(0, 2), root),
      })

function partLabel(path: Path, root: Node): string {
  const tag = stringAtPath(root, [...path.slice(0, 2), 'tag'])
  const record = tag === undefined ? numberOf(path.slice(0, 2), root) : shorten(tag)
  if (path.length === 2) return record
  const field = shorten(stringAtPath(root, [...path, 'name'])!)
  return tag === undefined ? localize('{field} of {name}', { field, name: record }) : `${record}.${field}`
}

/** The string at a path of the descriptor; undefined if there is none. */
function stringAtPath(root: Node, path: Path): string | undefined {
  let node: Node | undefined = root
  for (const step of path) {
    if (typeof step === 'number') node = node?.children?.[step]
    else node = node && propertyValue(node, step)
  }
  return node?.type === 'string' ? (node.value as string) : undefined
}

/** The version that is meant by a number, or by text that is almost a version. */
function versionMeant(path: Path, root: Node): string | undefined {
  if (path.length !== 1 || path[0] !== 'version') return undefined
  const [, numbers] =
    /^v?((?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2})$/i.exec(String(propertyValue(root, 'version')?.value)) ?? []
  return numbers === undefined || numbers.includes('.') ? numbers : `${numbers}.0`
}

/** The most likely correction of a type, tag or field name. */
function meantAt(path: Path, written: string): string | undefined {
  const key = isPart(path.slice(0, -1)) ? path.at(-1) : undefined
  if (key === 'type') return nearestType(written)
  if (key === 'tag') return possibleTag(written)
  return key === 'name' ? tagFromWords(written).toLowerCase() : undefined
}

/** The tag of a record in a descriptor, in capital letters; undefined if it has no valid tag. */
export function tagIn(record: Node): string | undefined {
  const written = propertyValue(record, 'tag')
  return written?.type === 'string' ? possibleTag(written.value as string) : undefined
}

function possibleTag(written: string): string | undefined {
  const tag = /^[A-Z][A-Z0-9_]*$/.test(written) ? written : tagFromWords(written).toUpperCase()
  return tag === '' || reservedTags.has(tag) ? undefined : tag
}

const tagFromWords = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '_').replace(/^[_\d]+|_+$/g, '')

/** Words after an `@` that have a meaning in the notation. */
const reservedTags: ReadonlySet<string> = new Set(['DOC', 'BEGIN', 'END'])
