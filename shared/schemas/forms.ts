import type { Domain } from '../domains/registry.ts'
import type { SchemaForm, SqlDialect } from './form-names.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { markdownOfDomain } from './markdown.ts'
import { sqlOf } from './sql.ts'
import { typeScriptOf } from './typescript.ts'

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
    case 'sql':
      return sqlOf(domain, dialect)
    case 'markdown':
      return markdownOfDomain(domain)
  }
}
