import { type Html, type HtmlPart, html, printHtml, safeMarkup } from '../../shared/basics/html.ts'
import { pageAnchor, rootFrom, type Viewpoint } from './links.ts'

/** The name of the site, or of its pages about domains if it also has records. */
export const nameOfDomains = 'Record domains'

/** What the files of a site begin with, so that a later run knows them as its own. */
export const startOfPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="recline site">`
export const startOfScript = '// recline site\n'
export const startOfStyle = '/* recline site */\n'

// Allows only the site's own styles and scripts. Scripts cannot turn text into HTML.
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const main = pageAnchor('main')
const searchAnchor = pageAnchor('search')

interface PageContents {
  readonly main: HtmlPart
  /** Links to the sections of the page, or to other pages. */
  readonly navigation?: HtmlPart
  readonly navigationName?: string
  /** Whether it is a large table, which a script sorts and filters. */
  readonly isTable?: true
}

/**
 * The HTML of a page.
 *
 * @param title the subject of the page; undefined on the start page
 */
export function page(from: Viewpoint, title: string | undefined, contents: PageContents): string {
  const root = rootFrom(from)
  const siteName = from.tables ? 'Records' : nameOfDomains
  const scriptTag = (name: string): Html => html`<script src="${root}${name}.js" defer></script>
`
  return printHtml(html`${safeMarkup(startOfPage)}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title === undefined ? siteName : `${title} · ${siteName}`}</title>
<link rel="stylesheet" href="${root}style.css">
${scriptTag('search-index')}${from.tables && scriptTag('search-records')}${scriptTag('site')}${contents.isTable && scriptTag('record-table')}</head>
<body${contents.isTable && html` class="wide"`}>
<a class="skip" href="#${main}">Skip to the content</a>
<header>
<a class="home" href="${root}index.html">${siteName}</a>
${
  from.tables &&
  html`<a class="part" href="${root}domains.html">Domains</a>
`
}<form role="search" hidden>
<label class="unseen" for="${searchAnchor}">Search ${from.tables && 'records, '}domains, tags, fields, values and rules</label>
<input id="${searchAnchor}" type="search" placeholder="Search" autocomplete="off" autocapitalize="off" spellcheck="false" aria-keyshortcuts="/">
<kbd aria-hidden="true">/</kbd>
<p class="unseen" role="status"></p>
<ol class="results" hidden></ol>
</form>
</header>
<div class="page">
${contents.navigation && html`<nav aria-label="${contents.navigationName ?? 'On this page'}">${contents.navigation}</nav>`}
<main id="${main}" tabindex="-1">
${contents.main}
</main>
</div>
</body>
</html>
`)
}
