// The parts of files that repeat the source. `npm run generate` writes them, and a test compares them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'
import { measuredTables } from './reliability-page.mjs'

/** @typedef {{ readonly code: string, readonly severity: string, readonly summary: string }} ProblemCode */

/**
 * The exports of the source that the generated parts need.
 *
 * @typedef {object} Source
 * @property {{ readonly ofRecords: Codes, readonly ofDescriptors: Codes, readonly ofConfig: Codes }} problemCodes
 * @property {Readonly<Record<string, { readonly description: string, readonly isNumber: boolean }>>} valueTypes
 * @property {readonly string[]} formatNames
 * @property {Readonly<Record<string, string>>} typeWords
 * @property {ReadonlySet<string>} foreignTypes
 * @property {readonly DomainDescriptor[]} builtinDescriptors
 * @property {readonly Descriptor[]} practiceDescriptors
 * @property {(descriptor: Descriptor) => string} descriptorText
 * @property {(index: RegistryIndex, publication: Publication, date: string) => RegistryIndex} withVersion
 * @property {Readonly<Record<string, ChangeKind>>} changeKinds
 * @property {readonly ExpressionFunction[]} functions
 * @property {(one: ExpressionFunction) => string} signatureOf
 * @property {Readonly<Record<string, { readonly description: string, readonly input: Schema }>>} agentTools
 * @property {(schema: Schema) => object} agentSchema
 */
/** @typedef {import('../shared/domains/descriptor.ts').Descriptor} Descriptor */
/** @typedef {import('valibot').GenericSchema} Schema */
/** @typedef {import('../shared/registry/index-file.ts').RegistryIndex} RegistryIndex */
/** @typedef {import('../shared/registry/publication.ts').Publication} Publication */
/** @typedef {{ properties: Record<string, { properties?: object }> }} Settings */
/** @typedef {{ readonly name: string, modelDescription: string, inputSchema: object }} ModelTool */
/** @typedef {readonly ProblemCode[]} Codes */
/** @typedef {{ readonly records: string, readonly readers: string, readonly summary: string }} ChangeKind */
/**
 * @typedef {object} RecordDescriptor
 * @property {string} tag
 * @property {string} [description]
 * @property {readonly Field[]} fields
 * @property {readonly (readonly string[])[]} [unique]
 * @property {readonly Rule[]} [rules]
 */
/** @typedef {import('../shared/domains/descriptor.ts').FieldDescriptor} Field */
/**
 * @typedef {object} DomainDescriptor
 * @property {string} domain
 * @property {string} description
 * @property {readonly RecordDescriptor[]} records
 */
/** @typedef {import('../shared/domains/descriptor.ts').RuleDescriptor} Rule */
/** @typedef {import('../shared/expression/functions/function.ts').ExpressionFunction} ExpressionFunction */

/** The modules with these exports. */
export const sourceModules = [
  'shared/agents/json-schema.ts',
  'shared/agents/tools.ts',
  'shared/config/problem-codes.ts',
  'shared/domains/value-types/index.ts',
  'shared/domains/built-in.ts',
  'shared/domains/practice.ts',
  'shared/domains/formats/format-names.ts',
  'shared/evolution/kinds.ts',
  'shared/expression/functions/functions.ts',
  'shared/expression/functions/function.ts',
  'shared/registry/publication.ts',
  'shared/syntax/type-words.ts',
]

/**
 * The files with generated parts. Each has a function that returns its updated text.
 *
 * @type {Readonly<Record<string, (text: string, source: Source) => string>>}
 */
export const generatedFiles = {
  'package.json': settings,
  'schemas/recline.schema.json': configSchema,
  'descriptors/schema.json': descriptorSchema,
  'descriptors/practice/index.json': practiceIndex,
  'syntaxes/rec.tmLanguage.json': grammar,
  'editors/jetbrains/rec.tmLanguage.json': (_, source) => grammar(syntax('rec.tmLanguage.json'), source),
  'editors/jetbrains/language-configuration.json': () => syntax('language-configuration.json'),
  'editors/tree-sitter-recline/src/scanner.c': scanner,
  'README.md': (text, source) => tables(text, source, 'docs/codes.md'),
  'docs/codes.md': (text, source) => tables(defaultSeverities(text, source), source, ''),
  'docs/configuration.md': (text, source) => tables(text, source, 'codes.md'),
  'docs/custom-domains.md': (text, source) =>
    changeTable(uniqueTable(transitionTable(tables(text, source, 'codes.md'), source), source), source),
  'docs/domains.md': (text, source) => practiceSections(domainSections(text, source), source),
  'docs/expressions.md': functionTable,
  'docs/rules.md': ruleSections,
  'docs/reliability.md': measuredTables,
  'docs/notation.md': (text, source) => tables(text, source, 'codes.md'),
}

/** A file that VS Code reads, which other editors get a copy of. @type {(name: string) => string} */
const syntax = name => readFileSync(join(root, 'syntaxes', name), 'utf8')

const severities = ['error', 'warning', 'information']

/** @type {(text: string, source: Source) => string} */
function settings(text, { problemCodes, agentSchema, agentTools }) {
  /** @type {{ contributes: { configuration: Settings[], languageModelTools: ModelTool[] } }} */
  const manifest = JSON.parse(text)
  for (const tool of manifest.contributes.languageModelTools) {
    const { description, input } = /** @type {Source['agentTools'][string]} */ (
      agentTools[tool.name.replace('recline_', '')]
    )
    tool.modelDescription = description
    tool.inputSchema = agentSchema(input)
  }
  const codes = bySeverity(problemCodes.ofRecords).map(code => [
    code.code,
    { type: 'string', enum: [...severities, 'off'], markdownDescription: settingDescription(code) },
  ])
  for (const { properties } of manifest.contributes.configuration) {
    const setting = properties['recline.severity']
    if (setting) setting.properties = Object.fromEntries(codes)
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** @type {(text: string, source: Source) => string} */
function configSchema(text, { problemCodes }) {
  const codes = Object.values(problemCodes).flatMap(bySeverity)
  const lines = codes.map(code => {
    const schema = `"$ref": "#/definitions/severity", "description": ${JSON.stringify(settingDescription(code))}`
    return `        "${code.code}": { ${schema} }`
  })
  return text.replace(/(?<="severity": \{[^]*?"properties": \{\n)[^]*?(?=\n {6}\})/, () => lines.join(',\n'))
}

/**
 * The extensions that come with Recline as the index of a registry, with their versions and the hashes of what
 * `recline descriptors publish --built-in` writes. A version never changes, as in any registry: it keeps its date and
 * its hash, and a changed extension needs a new version. This gets the date in `generated`.
 *
 * @type {(text: string, source: Source) => string}
 */
function practiceIndex(text, { practiceDescriptors, descriptorText, withVersion }) {
  /** @type {RegistryIndex} */
  const before = JSON.parse(text)
  const index = practiceDescriptors.reduce(
    (all, descriptor) => withVersion(all, { descriptor, text: descriptorText(descriptor) }, before.generated ?? ''),
    before,
  )
  const hashes = hashesByVersion(before)
  const changed = [...hashesByVersion(index)].flatMap(([version, hash]) =>
    (hashes.get(version) ?? hash) === hash ? [] : version,
  )
  if (changed.length > 0)
    throw new Error(
      `${changed.join(' and ')} has changed, and a version never changes; raise it in descriptors/practice/.`,
    )
  return `${JSON.stringify(index, undefined, 2)}\n`
}

/**
 * The hashes in an index, by domain and version.
 *
 * @type {(index: RegistryIndex) => Map<string, string | null | undefined>}
 */
const hashesByVersion = ({ namespaces }) =>
  new Map(
    Object.values(namespaces).flatMap(({ domains }) =>
      domains.flatMap(({ id, versions = [] }) =>
        versions.map(({ version, hash }) => /** @type {const} */ ([`${id} ${version}`, hash])),
      ),
    ),
  )

/**
 * The types that a field can have: the allowed ones, and those to choose from in a snippet, which keeps its first
 * choice.
 *
 * @type {(text: string, source: Source) => string}
 */
function descriptorSchema(text, { valueTypes, formatNames }) {
  const names = Object.keys(valueTypes)
  const numbers = names.filter(name => valueTypes[name]?.isNumber)
  const phrases = Object.values(valueTypes).map(({ description }) => description.replace(/`|\.$/g, ''))
  return text
    .replace(/(?<="type": \{\s*"description": "Type of [^]*?"enum": )\[.*\]/, () => jsonList(names))
    .replace(/(?<="enum": \["string"[^]*?"enumDescriptions": )\[[^]*?\n {10}\]/, () =>
      jsonList(phrases, ' '.repeat(10)),
    )
    .replace(/(?<="type": "\$\{\d\|)(\w+)[\w,]*(?=\|\}",\s*"(\w+)")/g, (_, first, next) => {
      const others = (next === 'range' ? numbers : names).filter(name => name !== first)
      return [first, ...others].join(',')
    })
    .replace(/(?<="format": \{\s*"description": [^]*?"enum": )\[[^\]]*\]/, () => jsonList(formatNames, ' '.repeat(10)))
    .replace(/(?<=Only for fields of type )[\w ]+/, () => numbers.join(' or '))
}

/** @type {(list: readonly string[], indent?: string) => string} */
function jsonList(list, indent) {
  const items = list.map(item => JSON.stringify(item))
  return indent === undefined
    ? `[${items.join(', ')}]`
    : `[\n${items.map(item => `${indent}  ${item}`).join(',\n')}\n${indent}]`
}

/**
 * The words for types.
 *
 * @type {(text: string, source: Source) => string}
 */
function grammar(text, { typeWords, foreignTypes }) {
  return text.replace(/\(string\|[\w|]+\)/g, `(${[...Object.keys(typeWords), ...foreignTypes].join('|')})`)
}

/**
 * The words for types that the scanner of the tree-sitter grammar knows.
 *
 * @type {(text: string, source: Source) => string}
 */
function scanner(text, { typeWords }) {
  const words = Object.keys(typeWords).map(word => `"${word}"`)
  return text.replace(/(?<=const types\[\] = \{)[^}]*/, words.join(', '))
}

/**
 * Updates the line with the severity below the heading of each code.
 *
 * @type {(text: string, source: Source) => string}
 */
function defaultSeverities(text, { problemCodes }) {
  const codes = Object.values(problemCodes).flat()
  const known = new Map(codes.map(({ code, severity }) => [code, severity]))
  return text.replace(/^## ([a-z-]+)\n\n(?:Default severity: .*\n\n)?/gm, (heading, code) =>
    known.has(code) ? `## ${code}\n\nDefault severity: ${known.get(code)}\n\n` : heading,
  )
}

/**
 * Updates the text between `<!-- table: <name> -->` and `<!-- end -->`.
 *
 * @param {string} text
 * @param {Source} source
 * @param {string} page the relative link to the codes page
 */
function tables(text, { problemCodes: { ofRecords, ofDescriptors, ofConfig }, valueTypes }, page) {
  /** @type {(code: ProblemCode) => string} */
  const link = ({ code }) => `[${code}](${page}#${code})`
  /** @type {(codes: Codes) => string} */
  const codeTable = codes =>
    table(
      ['code', 'severity', 'what it says'],
      bySeverity(codes).map(code => [link(code), code.severity, code.summary]),
    )
  /** @type {Readonly<Record<string, () => string>>} */
  const byName = {
    'codes of records': () => codeTable(ofRecords),
    'codes of descriptors': () => codeTable(ofDescriptors),
    'codes of recline.json': () => codeTable(ofConfig),
    'codes by severity': () =>
      table(
        ['severity', 'codes'],
        severities.map(wanted => [
          wanted,
          ofRecords
            .filter(({ severity }) => severity === wanted)
            .map(link)
            .join(', '),
        ]),
      ),
    types: () =>
      table(
        ['type', 'values'],
        Object.entries(valueTypes).map(([name, { description }]) => [`\`${name}\``, description]),
      ),
  }
  return text.replace(/(?<=<!-- table: (.*) -->\n)[^]*?(?=<!-- end -->)/g, (_, name) => {
    const write = byName[name]
    if (!write) throw new Error(`There is no table "${name}"; there are ${Object.keys(byName).join(', ')}.`)
    return `\n${write()}\n`
  })
}

/**
 * Updates the text between `<!-- domains -->` and `<!-- end -->`: a section for each domain, with the first sentence
 * about each tag.
 *
 * @type {(text: string, source: Source) => string}
 */
function domainSections(text, { builtinDescriptors }) {
  const sections = builtinDescriptors.map(({ domain, description, records }) => {
    const tags = records.map(record => [`\`${record.tag}\``, firstSentence(record.description ?? '')])
    return `## ${domain}\n\n${description}\n\n${table(['tag', 'what it is'], tags)}`
  })
  return text.replace(/(<!-- domains -->\n)[^]*?(<!-- end -->)/, (_, start, end) =>
    [start, ...sections, end].join('\n'),
  )
}

/**
 * Updates the text between `<!-- practice -->` and `<!-- end -->`: a section for each extension that comes with
 * Recline, with the fields that it adds to each tag.
 *
 * @type {(text: string, source: Source) => string}
 */
function practiceSections(text, { practiceDescriptors }) {
  const sections = practiceDescriptors.map(({ domain, version, description, records }) => {
    const rows = records.flatMap(({ tag, fields }) =>
      fields.map(({ name, description: what = 'More values than the specification has.' }) => [
        `\`${tag}.${name}\``,
        what,
      ]),
    )
    return `### ${domain}\n\n${description} Version ${version}.\n\n${table(['field', 'what it is'], rows)}`
  })
  return text.replace(/(<!-- practice -->\n)[^]*?(<!-- end -->)/, (_, start, end) =>
    [start, ...sections, end].join('\n'),
  )
}

/**
 * Updates the table between `<!-- transitions -->` and `<!-- end -->`: which state can follow which in the fields of
 * the built-in domains.
 *
 * @type {(text: string, source: Source) => string}
 */
function transitionTable(text, { builtinDescriptors }) {
  const rows = builtinDescriptors.flatMap(({ domain, records }) =>
    records.flatMap(({ tag, fields }) =>
      fields.flatMap(({ name, transitions = {} }) =>
        Object.entries(transitions).map(([state, next]) => [
          domain,
          `\`${tag}.${name}\``,
          `\`${state}\``,
          next.length === 0 ? 'nothing' : next.map(one => `\`${one}\``).join(', '),
        ]),
      ),
    ),
  )
  return text.replace(/(<!-- transitions -->\n)[^]*?(<!-- end -->)/, (_, start, end) =>
    [start, table(['domain', 'field', 'state', 'what can follow'], rows), end].join('\n'),
  )
}

/**
 * Updates the table between `<!-- unique -->` and `<!-- end -->`: the lists of fields whose values no two records of
 * the built-in domains share.
 *
 * @type {(text: string, source: Source) => string}
 */
function uniqueTable(text, { builtinDescriptors }) {
  const rows = builtinDescriptors.flatMap(({ domain, records }) =>
    records.flatMap(({ tag, unique = [] }) =>
      unique.map(list => [domain, `\`${tag}\``, list.map(name => `\`${name}\``).join(', ')]),
    ),
  )
  return text.replace(/(<!-- unique -->\n)[^]*?(<!-- end -->)/, (_, start, end) =>
    [start, table(['domain', 'record', 'fields'], rows), end].join('\n'),
  )
}

/**
 * Updates the table of changes of domains between `<!-- changes -->` and `<!-- end -->`.
 *
 * @type {(text: string, source: Source) => string}
 */
function changeTable(text, { changeKinds }) {
  /** @type {Readonly<Record<string, string>>} */
  const words = { breaking: 'breaks', possibly: 'may break', compatible: '' }
  const rows = Object.entries(changeKinds).map(([id, { records, readers, summary }]) => [
    `\`${id}\``,
    words[records] ?? '',
    words[readers] ?? '',
    summary,
  ])
  return text.replace(/(<!-- changes -->\n)[^]*?(<!-- end -->)/, (_, start, end) =>
    [start, table(['id', 'records', 'readers', 'change'], rows), end].join('\n'),
  )
}

/**
 * Updates the table of functions between `<!-- functions -->` and `<!-- end -->`.
 *
 * @type {(text: string, source: Source) => string}
 */
function functionTable(text, { functions, signatureOf }) {
  const rows = functions.map(one => [`\`${signatureOf(one)}\``, one.description, `\`${one.example}\``])
  return text.replace(/(<!-- functions -->\n)[^]*?(<!-- end -->)/, (_, start, end) =>
    [start, table(['function', 'meaning', 'example'], rows), end].join('\n'),
  )
}

/**
 * Updates the text between `<!-- rules -->` and `<!-- end -->`: a section for each rule of the built-in domains.
 *
 * @type {(text: string, source: Source) => string}
 */
function ruleSections(text, { builtinDescriptors, practiceDescriptors }) {
  const sections = [...builtinDescriptors, ...practiceDescriptors].map(({ domain, records }) => {
    const rules = records.flatMap(({ tag, rules = [] }) => rules.map(rule => ruleSection(rule, tag)))
    return [`### ${domain}\n`, ...rules].join('\n')
  })
  return text.replace(/(<!-- rules -->\n)[^]*?(<!-- end -->)/, (_, start, end) => [start, ...sections, end].join('\n'))
}

/** @type {(rule: Rule, tag: string) => string} */
function ruleSection({ id, summary = '', expression, severity = 'error', description = '', examples }, tag) {
  const fence = (/** @type {string} */ language, /** @type {string} */ content) =>
    `\`\`\`${language}\n${content}\n\`\`\`\n`
  return [
    `#### ${id}\n`,
    `${tag}, ${severity}. ${`${summary} ${description}`.trim()}\n`,
    fence('cel', expression),
    ...(examples ? [fence('text', `# wrong\n${examples.wrong}\n# right\n${examples.right}`)] : []),
  ].join('\n')
}

/** @type {(text: string) => string} */
const firstSentence = text => text.replace(/(?<=\.) [A-Z].*$/, '')

/** @type {(heading: readonly string[], rows: readonly (readonly string[])[]) => string} */
const table = (heading, rows) =>
  [heading, heading.map(() => '---'), ...rows.map(row => row.map(cell => cell.replaceAll('|', '\\|')))]
    .map(row => `| ${row.join(' | ')} |\n`)
    .join('')

/** @type {(codes: Codes) => ProblemCode[]} */
const bySeverity = codes => severities.flatMap(wanted => codes.filter(({ severity }) => severity === wanted))

/** @type {(code: ProblemCode) => string} */
const settingDescription = ({ summary, severity }) => `${summary} By default: ${severity}.`
