import type { MarkdownIt, RendererRule, Token } from 'markdown-it'
import { escapeHtml } from '../../shared/basics/text.ts'
import { countPattern } from '../../shared/reports/count-in-text.ts'
import { languageOfBlocks, nestedBlock } from '../../shared/reports/written-block.ts'
import type { PageTexts } from './preview-answers.ts'

/** What the preview of a page shows for its blocks and numbers. */
interface ShownAnswers {
  /** Notes what a page has; it is about to be shown. */
  seen(page: string, texts: PageTexts): void
  /** The HTML of a block or a number; undefined while it is not known. */
  html(page: string, kind: keyof PageTexts, text: string): string | undefined
}

/** The kind of the tokens of numbers in the text. */
const countToken = 'recline_count'

/**
 * Makes a reader of Markdown show blocks of reports and numbers in the text. It cannot wait: what is not known yet is a
 * quiet placeholder.
 *
 * @param pageOf the address of the page of an environment; undefined for what is no page
 */
export function withReportBlocks(
  md: MarkdownIt,
  answers: ShownAnswers,
  pageOf: (environment: unknown) => string | undefined,
): MarkdownIt {
  const { renderer } = md
  md.inline.ruler.before('text', countToken, (state, isSilent) => {
    if (!state.src.startsWith('{count', state.pos)) return false
    const [written] = countHere.exec(state.src.slice(state.pos, state.posMax)) ?? []
    if (written === undefined) return false
    if (!isSilent) state.push(countToken, '', 0).content = written
    state.pos += written.length
    return true
  })
  renderer.rules[countToken] = (tokens, index, _options, environment) => {
    const written = tokens[index]!.content
    const page = pageOf(environment)
    return (page === undefined ? undefined : answers.html(page, 'counts', written)) ?? escapeHtml(written)
  }
  const otherFence: RendererRule | undefined = renderer.rules.fence
  renderer.rules.fence = (tokens, index, options, environment, self) => {
    const token = tokens[index]!
    const page = pageOf(environment)
    if (page === undefined || !isBlock(token))
      return otherFence?.(tokens, index, options, environment, self) ?? self.renderToken(tokens, index, options)
    const shown = token.level > 0 ? mistake : (answers.html(page, 'blocks', token.content) ?? placeholder)
    // The attributes tell the preview which line it is at.
    return `<div${self.renderAttrs(token)}>${shown}</div>\n`
  }
  const render = renderer.render.bind(renderer)
  renderer.render = (tokens, options, environment) => {
    const page = pageOf(environment)
    if (page !== undefined) {
      const texts = textsIn(tokens)
      if (texts.blocks.length + texts.counts.length > 0) answers.seen(page, texts)
    }
    return render(tokens, options, environment)
  }
  return md
}

const countHere = new RegExp(`^${countPattern.source}`)

const isBlock = ({ type, info }: Token): boolean => type === 'fence' && info.trim().split(/\s/)[0] === languageOfBlocks

/** The blocks and numbers of a page, each once. */
function textsIn(tokens: readonly Token[]): PageTexts {
  const inline = tokens.flatMap(({ children }) => children ?? [])
  const unique = (found: readonly Token[]): string[] => [...new Set(found.map(({ content }) => content))]
  return {
    blocks: unique(tokens.filter(token => isBlock(token) && token.level === 0)),
    counts: unique(inline.filter(({ type }) => type === countToken)),
  }
}

const placeholder = '<div class="report-block"><p class="note">Reading the records…</p></div>'

const mistake = `<div class="report-block"><p class="mistake">${escapeHtml(nestedBlock())}</p></div>`
