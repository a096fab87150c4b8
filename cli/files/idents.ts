/**
 * A text without the object ids that git writes into `$Id$` where a file has the attribute `ident`: what it commits.
 *
 * @see https://git-scm.com/docs/gitattributes#_ident
 */
export const withoutIdents = (text: string): string => text.replace(/\$Id:[^$\n]*\$/g, '$$Id$$')
