import { localize } from '../../domains/localize.ts'
import { tagsOfJsonSchema } from './json-schema-tags.ts'
import { tagsOfLinkMl } from './linkml-tags.ts'
import { isSchemaObject, type ReadSchema, schemaPart } from './schema-tags.ts'
import { tagsOfSql } from './sql-tags.ts'

/**
 * Reads a schema: a JSON Schema, an OpenAPI document, a schema of LinkML, or `create table` statements.
 *
 * @param text the text of a file
 * @param name the name of the file. `.sql`, `.yaml` and `.yml` are always schemas; JSON is one by its keys
 * @param yaml reads a text of YAML, and throws if it is none
 * @returns undefined if the text is none, but data
 * @throws if the text cannot be read, or is YAML of something else
 */
export async function readSchema(
  text: string,
  name: string,
  yaml: (text: string) => Promise<unknown>,
): Promise<ReadSchema | undefined> {
  if (/\.sql$/i.test(name)) return tagsOfSql(text)
  const isYaml = /\.ya?ml$/i.test(name)
  if (!isYaml && !/^\s*\{[\s\S]*"(?:\$schema|\$defs|openapi|swagger)"/.test(text)) return undefined
  const root = isYaml ? await yaml(text) : jsonIn(text)
  if (isSchemaObject(root)) {
    if (schemaPart(root, 'classes') && isYaml) return tagsOfLinkMl(root)
    if (['openapi', 'swagger', '$defs'].some(key => schemaPart(root, key))) return tagsOfJsonSchema(root, name)
    if (/json-schema\.org/.test(String(schemaPart(root, '$schema')))) return tagsOfJsonSchema(root, name)
  }
  if (isYaml) throw new Error(localize('It is no schema of LinkML, and no JSON Schema or OpenAPI document'))
  return undefined
}

/** A text as JSON; undefined if it is something else, such as JSON Lines. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
