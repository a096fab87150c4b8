/** Markup, as opposed to text. Its key cannot come from a file, so nothing that was read passes for markup. */
export interface Html {
  readonly [markup]: string
}

/** What a template takes: markup, text, which is shown as it is, and lists of both; nothing for undefined. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[]

const markup = Symbol('markup')

/** Makes markup of a template; all text in it is escaped, for elements and for attributes in double quotes. */
export const html = (template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  [markup]: String.raw({ raw: template }, ...parts.map(render)),
})

/** Markup as the text of a file. */
export const printHtml = (page: Html): string => page[markup]

/** Prose in which backticks enclose names. */
export const prose = (text: string): HtmlPart =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))

function render(part: HtmlPart): string {
  if (part === undefined) return ''
  if (isList(part)) return part.map(render).join('')
  return typeof part === 'object' && markup in part ? part[markup] : escapeHtml(String(part))
}

const isList = (part: HtmlPart): part is readonly HtmlPart[] => Array.isArray(part)

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
