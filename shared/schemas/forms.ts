import type { Domain } from '../domains/registry.ts'
import type { SchemaForm, SqlDialect } from './form-names.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { linkMlOf } from './linkml.ts'
import { markdownOfDomain } from './markdown.ts'
import { pydanticOf } from './pydantic.ts'
import { sqlOf } from './sql.ts'
import { typeScriptOf } from './typescript.ts'
import { zodOf } from './zod.ts'

/**
 * A domain in another form. The top of the text says, by name, what the form cannot say.
 *
 * @param dialect the database that SQL is for
 */
export function domainAs(domain: Domain, form: SchemaForm, dialect: SqlDialect = 'sqlite'): string {
  switch (form) {
    case 'json-schema':
      return jsonSchemaOf(domain)
    case 'typescript':
      return typeScriptOf(domain)
    case 'zod':
      return zodOf(domain)
    case 'pydantic':
      return pydanticOf(domain)
    case 'sql':
      return sqlOf(domain, dialect)
    case 'linkml':
      return linkMlOf(domain)
    case 'markdown':
      return markdownOfDomain(domain)
  }
}
