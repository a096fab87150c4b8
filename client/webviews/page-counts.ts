import { withCommas } from '../../shared/basics/text.ts'
import { localize } from '../../shared/domains/localize.ts'

// Numbers of things on pages, in the language of the user.

export const recordsOnPage = (count: number): string =>
  count === 1 ? localize('1 record') : localize('{count} records', { count: withCommas(count) })

export const filesOnPage = (count: number): string =>
  count === 1 ? localize('1 file') : localize('{count} files', { count: withCommas(count) })

export const columnsOnPage = (count: number): string =>
  count === 1 ? localize('1 column') : localize('{count} columns', { count: withCommas(count) })

export const referencesOnPage = (count: number): string =>
  count === 1 ? localize('1 reference') : localize('{count} references', { count: withCommas(count) })

/** The line that says how many things of a list are not in it. */
export const restOfList = (count: number): string => localize('and {count} more', { count: withCommas(count) })
