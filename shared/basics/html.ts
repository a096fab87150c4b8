import { escapeHtml } from './text.ts'

/** HTML that is safe to use as it is. Its key is a symbol, so no object from a file can pretend to be HTML. */
export interface Html {
  readonly [markupOf]: string
}

/** A value in a template: HTML, text, which is escaped, or a list of both. Undefined and false are empty. */
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[]

const markupOf = Symbol('markup')

/** A template tag that returns HTML. Text values are escaped for elements and for double-quoted attributes. */
export const html = (template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  [markupOf]: String.raw({ raw: template }, ...parts.map(render)),
})

/** Markup that another module made safe, as HTML. */
export const safeMarkup = (text: string): Html => ({ [markupOf]: text })

/** The HTML as a string. */
export const printHtml = (page: Html): string => page[markupOf]

function render(part: HtmlPart): string {
  if (part === undefined || part === false) return ''
  if (isPartList(part)) return part.map(render).join('')
  return typeof part === 'object' && markupOf in part ? part[markupOf] : escapeHtml(String(part))
}

const isPartList = (part: HtmlPart): part is readonly HtmlPart[] => Array.isArray(part)
