import { usedDomains } from '../../shared/check/check.ts'
import { setHeaderDomains } from '../../shared/check/header.ts'
import type { Refactoring } from './refactoring.ts'

/** Adds an `@DOC` header with the domains of the file at the top of a file without headers. */
export const addHeader: Refactoring = {
  kind: 'refactor.rewrite.header',
  offers: ({ snapshot: { file } }) => {
    const {
      sections: [{ domains, source } = { domains: [], source: 'registry' }, ...headers],
    } = file
    const paths = (source === 'registry' ? usedDomains(file) : domains).map(({ path }) => path)
    if (headers.length > 0 || paths.length === 0) return []
    const named = paths.length <= 3 ? paths.join(', ') : `${paths.length} domains`
    return [{ title: `Add an @DOC header for ${named}`, changes: [setHeaderDomains(file, 0, paths)] }]
  },
}
