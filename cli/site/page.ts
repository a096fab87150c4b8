import { type HtmlPart, html, printHtml } from '../../shared/basics/html.ts'
import { pageAnchor, rootFrom, type Viewpoint } from './links.ts'

const siteName = 'Record domains'

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

/**
 * The HTML of a page.
 *
 * @param title the subject of the page; undefined on the start page
 * @param contents links to the sections of the page, and its content
 */
export function page(
  from: Viewpoint,
  title: string | undefined,
  contents: { readonly navigation?: HtmlPart; readonly main: HtmlPart },
): string {
  const root = rootFrom(from)
  return printHtml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title === undefined ? siteName : `${title} · ${siteName}`}</title>
<link rel="stylesheet" href="${root}style.css">
<script src="${root}search-index.js" defer></script>
<script src="${root}site.js" defer></script>
</head>
<body>
<a class="skip" href="#${main}">Skip to the content</a>
<header>
<a class="home" href="${root}index.html">${siteName}</a>
<form role="search" hidden>
<label class="unseen" for="${searchAnchor}">Search domains, tags, fields, values and rules</label>
<input id="${searchAnchor}" type="search" placeholder="Search" autocomplete="off" autocapitalize="off" spellcheck="false" aria-keyshortcuts="/">
<kbd aria-hidden="true">/</kbd>
<p class="unseen" role="status"></p>
<ol class="results" hidden></ol>
</form>
</header>
<div class="page">
${contents.navigation && html`<nav aria-label="On this page">${contents.navigation}</nav>`}
<main id="${main}" tabindex="-1">
${contents.main}
</main>
</div>
</body>
</html>
`)
}
