// The documentation as a site, from the pages that scripts/website.mjs has put together.
import { readFileSync } from 'node:fs'

/** @param {string} file */
const read = file => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))

export default {
  title: 'Recline',
  description: read('package.json').description,
  srcDir: 'pages',
  outDir: '../dist/website',
  // Where the site is put below the root of its host.
  base: process.env.RECLINE_SITE_BASE ?? '/',
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languages: [{ ...read('syntaxes/rec.tmLanguage.json'), name: 'rec' }],
    anchor: { slugify: anchorOf },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    sidebar: [
      group('Start', { '/': 'Recline', '/docs/first-steps': 'First steps', '/docs/your-data': 'Your data' }),
      group('Write records', {
        '/docs/notation': 'The notation',
        '/docs/domains': 'Domains',
        '/docs/codes': 'Problem codes',
        '/docs/custom-domains': 'Domains of your own',
        '/docs/rules': 'Rules',
        '/docs/expressions': 'Expressions',
      }),
      group('VS Code', {
        '/docs/editor-features': 'What the editor does',
        '/docs/settings': 'Settings and commands',
        '/docs/configuration': 'recline.json',
      }),
      group('Other editors', {
        '/docs/editors': 'Any editor',
        '/docs/editors/neovim': 'Neovim',
        '/docs/editors/emacs': 'Emacs',
        '/docs/editors/helix': 'Helix',
        '/docs/editors/zed': 'Zed',
        '/docs/editors/sublime-text': 'Sublime Text',
        '/docs/editors/kakoune': 'Kakoune',
      }),
      group('Command line', {
        '/docs/command-line': 'The command line',
        '/docs/query': 'Query records',
        '/docs/edit': 'Edit many records',
        '/docs/convert': 'Convert records',
        '/docs/version-control': 'Version control',
        '/docs/ci': 'Continuous integration',
        '/docs/scale': 'Check on many machines',
      }),
      group('Develop', {
        '/docs/architecture': 'Architecture',
        '/bench/README': 'Speed',
        '/docs/reliability': 'Reliability',
        '/CONTRIBUTING': 'Contributing',
        '/CHANGELOG': 'Changelog',
      }),
    ],
  },
}

/**
 * @param {string} text
 * @param {Record<string, string>} pages the titles of pages by their addresses
 */
function group(text, pages) {
  return { text, items: Object.entries(pages).map(([link, title]) => ({ text: title, link })) }
}

/**
 * The anchor of a heading as GitHub makes it, so that one link is right in both places.
 *
 * @param {string} heading
 */
function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
