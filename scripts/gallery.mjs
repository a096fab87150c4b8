// The gallery of the playground, apart from the rules, which are in its server: samples, a domain of one's own, a merge
// conflict, and problem codes. All but the conflict are texts that the project has anyway.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/**
 * @typedef {object} GalleryItem
 * @property {string} group
 * @property {string} label
 * @property {string} detail a sentence that says what it shows
 * @property {{ name: string, text: string }[]} files
 */

/** @returns {GalleryItem[]} */
export const gallery = () => [...samples(), ...ownDomain(), mergeConflict, ...problemCodes()]

/** @param {string} file */
const read = file => readFileSync(join(root, file), 'utf8')

/** @returns {GalleryItem[]} */
function samples() {
  const names = readdirSync(join(root, 'samples')).filter(name => name.endsWith('.rec'))
  const items = names.map(name => {
    const text = read(`samples/${name}`)
    const [first = ''] = text.split('\n')
    return { group: 'Samples', label: name, detail: first.replace(/^#\s*/, ''), files: [{ name, text }] }
  })
  // The one with problems comes last: the others show what right files look like.
  return items.sort(
    (one, other) => Number(one.label === 'every-problem.rec') - Number(other.label === 'every-problem.rec'),
  )
}

/** The domain that the page about domains of one's own defines, with records of it. @returns {GalleryItem[]} */
function ownDomain() {
  const page = read('docs/custom-domains.md')
  const [, descriptor] = /^`fleet\.domain\.json`:\n\n```json.*\n([^]*?)^```$/m.exec(page) ?? []
  const [, records] = /^`june\.fleet\.rec`[^]*?```\w+\n([^]*?)^```$/m.exec(page) ?? []
  if (!descriptor || !records)
    throw new Error('docs/custom-domains.md has no example of a fleet; see scripts/gallery.mjs.')
  return [
    {
      group: 'A domain of your own',
      label: 'Vehicles and their trips',
      detail: 'A descriptor defines tags and fields; the records beside it are checked against it.',
      files: [
        { name: 'june.fleet.rec', text: records },
        { name: 'fleet.domain.json', text: descriptor },
        { name: 'recline.json', text: '{\n  "severity": { "notation": "warning" }\n}\n' },
      ],
    },
  ]
}

/** @type {GalleryItem} */
const mergeConflict = {
  group: 'Merge conflict',
  label: 'Two branches changed the same records',
  detail: 'The fixes at the first line of the conflict combine both sides by record and field.',
  files: [
    {
      name: 'controls.compliance.rec',
      text: [
        '@CONTROL rid=CTL-0001 | title="Review of user access" | status="effective"',
        '<<<<<<< HEAD',
        '@CONTROL rid=CTL-0002 | title="Backup and restore" | status="tested" | maturity:int=3',
        '@CONTROL rid=CTL-0003 | title="Supplier review" | status="in-progress"',
        '||||||| 4f1c2ab',
        '@CONTROL rid=CTL-0002 | title="Backup and restore" | status="implemented" | maturity:int=3',
        '=======',
        '@CONTROL rid=CTL-0002 | title="Backup and restore" | status="implemented" | maturity:int=4',
        '@CONTROL rid=CTL-0004 | title="Log review" | status="not-started"',
        '>>>>>>> feature/audit',
        '',
      ].join('\n'),
    },
  ],
}

/** @returns {GalleryItem[]} */
function problemCodes() {
  return sectionsOf(read('docs/codes.md')).flatMap(({ code, severity, examples }) => {
    const wrong = examples.find(({ problem }) => problem === code)
    return wrong
      ? [{ group: 'Problem codes', label: code, detail: severity, files: [{ name: fileOf(wrong), text: wrong.text }] }]
      : []
  })
}

/** @param {string} page */
function sectionsOf(page) {
  return page.split(/^## /m).flatMap(section => {
    const [code = ''] = section.split('\n')
    const [, severity] = /^Default severity: (\w+)/m.exec(section) ?? []
    const examples = [...section.matchAll(/^```(rec|json)(?: problem=([a-z-]+))?\n([^]*?)^```$/gm)].map(
      ([, language = '', problem, text = '']) => ({ language, problem, text }),
    )
    return severity === undefined ? [] : [{ code, severity: `Default severity: ${severity}`, examples }]
  })
}

/**
 * The name that an example of the documentation has as a file.
 *
 * @param {{ language: string, problem?: string | undefined, text: string }} example
 */
export function fileOf({ language, problem = '' }) {
  if (language === 'rec') return 'example.rec'
  return problem.startsWith('config-') ? 'recline.json' : 'example.domain.json'
}
