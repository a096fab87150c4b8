/** HTML that is safe to use as it is. Its key is a symbol, so no object from a file can pretend to be HTML. */
export interface Html {
  readonly [markup]: string
}

/** A value in a template: HTML, text, which is escaped, or a list of both. Undefined is empty. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[]

const markup = Symbol('markup')

/** A template tag that returns HTML. Text values are escaped for elements and for double-quoted attributes. */
export const html = (template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  [markup]: String.raw({ raw: template }, ...parts.map(render)),
})

/** The HTML as a string. */
export const printHtml = (page: Html): string => page[markup]

/** Text in which words between backticks become code. */
export const prose = (text: string): HtmlPart =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))

function render(part: HtmlPart): string {
  if (part === undefined) return ''
  if (isList(part)) return part.map(render).join('')
  return typeof part === 'object' && markup in part ? part[markup] : escapeHtml(String(part))
}

const isList = (part: HtmlPart): part is readonly HtmlPart[] => Array.isArray(part)

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
