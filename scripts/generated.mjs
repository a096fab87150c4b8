// The parts of files that repeat what the source says. `npm run generate` writes them, and a test compares them.

/** @typedef {{ readonly code: string, readonly severity: string, readonly summary: string }} ProblemCode */

/**
 * @typedef {object} DomainDescriptor
 * @property {string} domain
 * @property {string} description
 * @property {readonly { readonly tag: string, readonly description?: string }[]} records
 */

/**
 * @typedef {object} Source
 * @property {readonly ProblemCode[]} ofRecords the codes of problems in records
 * @property {readonly ProblemCode[]} ofDescriptors the codes of problems in descriptors
 * @property {readonly ProblemCode[]} ofConfig the codes of problems in a `recline.json`
 * @property {readonly DomainDescriptor[]} domains the descriptors of the built-in domains
 */

const severities = ['error', 'warning', 'information']

/**
 * The files with generated parts, each with a function that brings its text up to date.
 *
 * @type {Readonly<Record<string, (text: string, source: Source) => string>>}
 */
export const generatedFiles = {
  'package.json': settings,
  'schemas/recline.schema.json': configSchema,
  'README.md': (text, source) => tables(text, source, 'docs/codes.md'),
  'docs/codes.md': (text, source) => tables(defaultSeverities(text, source), source, ''),
  'docs/configuration.md': (text, source) => tables(text, source, 'codes.md'),
  'docs/custom-domains.md': (text, source) => tables(text, source, 'codes.md'),
  'docs/domains.md': domainSections,
}

/** @type {(text: string, source: Source) => string} */
function settings(text, { ofRecords }) {
  /** @type {{ contributes: { configuration: { properties: Record<string, { properties?: object }> }[] } }} */
  const manifest = JSON.parse(text)
  const codes = bySeverity(ofRecords).map(code => [
    code.code,
    { type: 'string', enum: [...severities, 'off'], markdownDescription: description(code) },
  ])
  for (const { properties } of manifest.contributes.configuration) {
    const setting = properties['recline.severity']
    if (setting) setting.properties = Object.fromEntries(codes)
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** @type {(text: string, source: Source) => string} */
function configSchema(text, { ofRecords, ofDescriptors, ofConfig }) {
  const lines = [ofRecords, ofDescriptors, ofConfig].flatMap(bySeverity).map(code => {
    const schema = `"$ref": "#/definitions/severity", "description": ${JSON.stringify(description(code))}`
    return `        "${code.code}": { ${schema} }`
  })
  return text.replace(/("severity": \{[^]*?"properties": \{\n)[^]*?(\n {6}\})/, (_, before, after) =>
    [before, lines.join(',\n'), after].join(''),
  )
}

/**
 * Writes the line below the heading of each code that says its severity.
 *
 * @type {(text: string, source: Source) => string}
 */
function defaultSeverities(text, { ofRecords, ofDescriptors, ofConfig }) {
  const known = new Map([...ofRecords, ...ofDescriptors, ...ofConfig].map(({ code, severity }) => [code, severity]))
  return text.replace(/^## ([a-z-]+)\n\n(?:Default severity: .*\n\n)?/gm, (heading, code) =>
    known.has(code) ? `## ${code}\n\nDefault severity: ${known.get(code)}\n\n` : heading,
  )
}

/**
 * Writes what stands between `<!-- table: <name> -->` and `<!-- end -->`.
 *
 * @param {string} text
 * @param {Source} source
 * @param {string} page the path of the page of codes from this one
 */
function tables(text, { ofRecords, ofDescriptors, ofConfig }, page) {
  /** @type {(code: ProblemCode) => string} */
  const link = ({ code }) => `[${code}](${page}#${code})`
  /** @type {(codes: readonly ProblemCode[]) => string} */
  const table = codes =>
    rows(
      ['code', 'severity', 'what it says'],
      bySeverity(codes).map(code => [link(code), code.severity, code.summary]),
    )
  /** @type {Readonly<Record<string, () => string>>} */
  const byName = {
    'codes of records': () => table(ofRecords),
    'codes of descriptors': () => table(ofDescriptors),
    'codes of recline.json': () => table(ofConfig),
    'codes by severity': () =>
      rows(
        ['severity', 'codes'],
        severities.map(wanted => [
          wanted,
          ofRecords
            .filter(({ severity }) => severity === wanted)
            .map(link)
            .join(', '),
        ]),
      ),
  }
  return text.replace(/(<!-- table: (.*) -->\n)[^]*?(<!-- end -->)/g, (_, start, name, end) => {
    const write = byName[name]
    if (!write) throw new Error(`There is no table "${name}"; there are ${Object.keys(byName).join(', ')}.`)
    return `${start}\n${write()}\n${end}`
  })
}

/**
 * Writes a section for each domain between `<!-- domains -->` and `<!-- end -->`, with the first sentence on each tag.
 *
 * @type {(text: string, source: Source) => string}
 */
function domainSections(text, { domains }) {
  const sections = domains.map(({ domain, description, records }) => {
    const tags = records.map(record => [`\`${record.tag}\``, firstSentence(record.description ?? '')])
    return `## ${domain}\n\n${description}\n\n${rows(['tag', 'what it is'], tags)}`
  })
  return text.replace(/(<!-- domains -->\n)[^]*?(<!-- end -->)/, (_, start, end) =>
    [start, ...sections, end].join('\n'),
  )
}

/** @type {(text: string) => string} */
const firstSentence = text => text.replace(/(?<=\.) [A-Z].*$/, '')

/** @type {(heading: readonly string[], cells: readonly (readonly string[])[]) => string} */
const rows = (heading, cells) =>
  [heading, heading.map(() => '---'), ...cells.map(row => row.map(cell => cell.replaceAll('|', '\\|')))]
    .map(row => `| ${row.join(' | ')} |\n`)
    .join('')

/** @type {(codes: readonly ProblemCode[]) => ProblemCode[]} */
const bySeverity = codes => severities.flatMap(wanted => codes.filter(({ severity }) => severity === wanted))

/** @type {(code: ProblemCode) => string} */
const description = ({ summary, severity }) => `${summary} By default: ${severity}.`
