// The documentation as a site, from the pages that scripts/website.mjs has put together.
import { readFileSync } from 'node:fs'
import { addPlaygroundLinks } from './examples.mjs'

/** @param {string} file */
const read = file => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))

// Where the site is put below the root of its host.
const base = process.env.RECLINE_SITE_BASE ?? '/'

export default {
  title: 'Recline',
  description: read('package.json').description,
  srcDir: 'pages',
  outDir: '../dist/website',
  base,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languages: [{ ...read('syntaxes/rec.tmLanguage.json'), name: 'rec' }],
    // Expressions are written as in JavaScript.
    languageAlias: { cel: 'js' },
    anchor: { slugify: anchorOf },
    config: (/** @type {Parameters<typeof addPlaygroundLinks>[0]} */ markdown) => addPlaygroundLinks(markdown, base),
  },
  vite: { plugins: [accessibleSearch()] },
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    nav: [{ text: 'Playground', link: '/playground/index.html', target: '_self' }],
    sidebar: [
      group('Start', {
        '/': 'Recline',
        '/docs/first-steps': 'First steps',
        '/docs/your-data': 'Your data',
        '/docs/evidence-register': 'A register of evidence',
        '/docs/nightly-feed': 'A nightly feed',
        '/docs/laboratory-export': 'A laboratory export',
        '/docs/registers': 'A register',
        '/docs/playground': 'The playground',
      }),
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
        '/docs/editors/jetbrains': 'JetBrains',
      }),
      group('Command line', {
        '/docs/command-line': 'The command line',
        '/docs/query': 'Query records',
        '/docs/reports': 'Reports',
        '/docs/site': 'A site of records',
        '/docs/edit': 'Edit many records',
        '/docs/convert': 'Convert records',
        '/docs/version-control': 'Version control',
        '/docs/ci': 'Continuous integration',
        '/docs/scale': 'Check on many machines',
        '/docs/agents': 'Agents',
      }),
      group('Develop', {
        '/docs/library': 'The library',
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

/**
 * Changes the search dialog of VitePress for those who do not see it: it is a dialog and not a button, and a result is
 * one option of a list, named as it is shown, and not a link in an option. `test/site/website.mjs` has axe look at it.
 */
function accessibleSearch() {
  /** What stands in the component, and what replaces it. @type {readonly [string, string][]} */
  const changes = [
    ['role="button"', 'role="dialog"'],
    [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, 'aria-modal="true"'],
    ['aria-expanded="true"', ''],
    ['aria-haspopup="listbox"', ''],
    [
      'aria-autocomplete="both"',
      `role="combobox" aria-autocomplete="list" aria-haspopup="listbox" :aria-expanded="results?.length ? 'true' : 'false'"`,
    ],
    [':id="\'localsearch-item-\' + index"', ''],
    [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ''],
    ['role="option"', 'role="none"'],
    ['<kbd :aria-label', '<kbd role="img" :aria-label'],
    [
      `:aria-label="[...p.titles, p.title].join(' > ')"`,
      `role="option" :id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'"`,
    ],
  ]
  return {
    name: 'accessible-search',
    enforce: 'pre',
    /** @param {string} code @param {string} id */
    transform(code, id) {
      if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined
      return changes.reduce((text, [old, now]) => {
        if (!text.includes(old)) throw new Error(`The search dialog of VitePress has no ${old} any more.`)
        return text.replaceAll(old, now)
      }, code)
    },
  }
}
