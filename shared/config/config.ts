import type { Node } from 'jsonc-parser'
import schema from '../../schemas/recline.schema.json'
import { tagsOfRule } from '../check/declared/declared-rules.ts'
import { declaredCodes, ruleCodePrefix } from '../check/declared/rule-settings.ts'
import type { FormatOptions } from '../check/fixes/format.ts'
import type { Problem, Severities } from '../check/problem.ts'
import type { Fix, ProblemCode } from '../check/rule.ts'
import type { ConfiguredRule } from '../domains/descriptor.ts'
import { nearestDomains } from '../domains/domains-in-force.ts'
import { nameAdvice, shorten } from '../domains/message-text.ts'
import { nearest } from '../domains/nearest.ts'
import { isOrExtends, type Registry, type Tag } from '../domains/registry.ts'
import type { InstallationProblem } from '../registry/installation.ts'
import { parseSource } from '../registry/source.ts'
import type { Span } from '../syntax/nodes.ts'
import { configCodes } from './config-codes.ts'
import { fileNameMatcher, globProblem } from './glob.ts'
import { arrayItems, changeFixes, parseJson, propertiesOf, propertyValue, spanOf, withComments } from './json.ts'
import { type JsonSchema, type Path, readBySchema, type SchemaProblem } from './json-schema.ts'
import { leavesRepository, withoutOuter } from './outer-globs.ts'
import { exampleChecker } from './rule-examples.ts'
import { isVersionIn, versionAdvice } from './version.ts'
import { problemsOfRule, type RuleProblem, stoppedRuleProblems, type WrittenRule } from './written-rules.ts'

/** The name of a configuration. It counts for the files of its folder and of all folders below. */
export const configFileName = 'recline.json'

/** What a configuration sets; undefined where it sets nothing. Globs are relative to its folder. */
export interface Config {
  /** The names of the configurations that it extends. */
  readonly extends: readonly string[]
  readonly severity: Severities
  /** The domains of files without a header, by glob. The first glob that matches a file counts. */
  readonly domains: Readonly<Record<string, readonly string[]>>
  /** The domain that stands for another one, which it extends, by the path of the latter. */
  readonly extensions: Readonly<Record<string, string>>
  readonly descriptors: readonly string[] | undefined
  readonly include: readonly string[] | undefined
  readonly exclude: readonly string[] | undefined
  /** Whether files that git ignores are left out. */
  readonly gitignore: boolean | undefined
  readonly format: Partial<FormatOptions>
  readonly rules: readonly ConfiguredRule[]
  /** Where the domains come from that others publish, by their paths. */
  readonly dependencies: Readonly<Record<string, string>>
}

/** The configuration that sets nothing. */
export const emptyConfig: Config = {
  extends: [],
  severity: {},
  domains: {},
  extensions: {},
  descriptors: undefined,
  include: undefined,
  exclude: undefined,
  gitignore: undefined,
  format: {},
  rules: [],
  dependencies: {},
}

/** The defaults. */
export const usual = {
  descriptors: ['**/*.domain.json'],
  include: ['**/*.rec'],
  exclude: ['**/node_modules/**', '**/.git/**'],
  format: { wrapColumn: 0, alignColumns: false },
} as const

/**
 * A problem of a configuration. Its offsets and those of its fixes count UTF-16 code units from the start of the text.
 */
export type ConfigProblem = Omit<Problem, 'entry'>

/** A `recline.json` as it was read. */
export interface ConfigFile {
  /** All parts without problems; undefined if the text is not JSON. */
  readonly config?: Config
  /** The problems that the file shows by itself, in the order of their offsets. */
  readonly problems: readonly ConfigProblem[]
  /** The names of the configurations that it extends. */
  readonly extended: readonly Node[]
  /** The names of domains in it. `domainProblems` finds those that do not exist. */
  readonly domainNames: readonly Node[]
  /** The names of domains and of those that stand for them, which must extend them. */
  readonly extensions: readonly { readonly base: Node; readonly extension: Node }[]
  /** The globs of descriptors that it adds to the default. */
  readonly descriptorGlobs: readonly Node[]
  /** The codes of rules that it gives a severity. `ruleProblems` finds those that do not exist. */
  readonly ruleCodes: readonly Node[]
  readonly rules: readonly WrittenConfiguredRule[]
  /** The domains that others publish, with their sources. */
  readonly dependencies: readonly { readonly domain: Node; readonly source: Node }[]
}

/** A rule of a configuration as it is written. */
interface WrittenConfiguredRule extends WrittenRule {
  readonly rule: ConfiguredRule
}

/** Reads and checks a `recline.json`. A part with a problem is left out; all other parts count. */
export function readConfigFile(text: string): ConfigFile {
  const root = parseJson(text, withComments)
  if ('reason' in root)
    return {
      problems: [configProblem(root, configCodes.json, `This is not JSON: ${root.reason}.`)],
      extended: [],
      domainNames: [],
      extensions: [],
      descriptorGlobs: [],
      ruleCodes: [],
      rules: [],
      dependencies: [],
    }
  const problems: ConfigProblem[] = []
  const { value, nodeOf } = readBySchema(root, schema as unknown as JsonSchema, problem =>
    problems.push(schemaProblem(problem)),
  )
  const {
    requiredVersion,
    extends: bases = [],
    severity = {},
    domains = {},
    extensions = {},
    descriptors,
    files: { include, exclude, gitignore } = {},
    format = {},
    rules = [],
    dependencies = {},
  } = (value ?? {}) as Written
  const isUsable = (glob: string): boolean => globProblem(glob) === undefined
  const isUsableDescriptor = (glob: string): boolean => isUsable(withoutOuter(glob))
  const config = {
    extends: [bases].flat(),
    severity,
    domains: Object.fromEntries(
      Object.entries(domains)
        .filter(([glob]) => isUsable(glob))
        .map(([glob, names]) => [glob, [names].flat()]),
    ),
    extensions: Object.fromEntries(
      Object.entries(extensions).map(([base, path]) => [base.includes('.') ? base : `core.${base}`, path]),
    ),
    descriptors: descriptors?.filter(isUsableDescriptor),
    include: include?.filter(isUsable),
    exclude: exclude?.filter(isUsable),
    gitignore,
    format,
    rules,
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([, source]) => !('reason' in parseSource(source))),
    ),
  }
  const part = (...path: string[]): Node | undefined =>
    path.reduce((node: Node | undefined, key) => node && propertyValue(node, key), root)
  const ownDescriptors = arrayItems(part('descriptors'))
  const lists = [part('files', 'include'), part('files', 'exclude')]
  const domainsOfGlobs = propertiesOf(part('domains'))
  for (const glob of [...ownDescriptors, ...lists.flatMap(arrayItems), ...domainsOfGlobs.map(([glob]) => glob)]) {
    const written = glob.value as string
    const reason =
      glob.type === 'string' ? globProblem(ownDescriptors.includes(glob) ? withoutOuter(written) : written) : undefined
    if (reason !== undefined)
      problems.push(configProblem(spanOf(glob), configCodes.glob, `The glob "${shorten(written)}" ${reason}.`))
  }
  const range = part('requiredVersion')
  if (range && requiredVersion !== undefined && !isVersionIn(requiredVersion))
    problems.push(configProblem(spanOf(range), configCodes.version, versionAdvice(requiredVersion)))
  const extended = [...arrayItems(part('extends')), part('extends')].filter(node => node?.type === 'string') as Node[]
  for (const node of extended.filter(({ value }) => !isNameOfBase(value as string))) {
    const advice = 'write a path that starts with ./ or ../, or the name of a package'
    const message = `The configuration "${shorten(node.value as string)}" cannot be extended; ${advice}.`
    problems.push(configProblem(spanOf(node), configCodes.extends, message))
  }
  const writtenDependencies = propertiesOf(part('dependencies')).flatMap(([domain, source]) =>
    source?.type === 'string' ? { domain, source } : [],
  )
  for (const { source } of writtenDependencies) {
    const read = parseSource(String(source.value))
    if ('reason' in read) problems.push(sourceProblem(source, read.reason))
  }
  problems.sort((one, other) => one.start - other.start)
  const domainNames = domainsOfGlobs
    .flatMap(([, names]) => (names?.type === 'array' ? arrayItems(names) : (names ?? [])))
    .filter(({ type }) => type === 'string')
  const ruleCodes = propertiesOf(part('severity'))
    .map(([code]) => code)
    .filter(({ value }) => String(value).startsWith(ruleCodePrefix))
  const descriptorGlobs = ownDescriptors.filter(
    ({ value }) =>
      config.descriptors?.includes(value as string) &&
      !(usual.descriptors as readonly string[]).includes(value as string),
  )
  return {
    config,
    problems,
    extended: extended.filter(({ value }) => isNameOfBase(value as string)),
    domainNames,
    extensions: propertiesOf(part('extensions')).flatMap(([base, extension]) =>
      extension?.type === 'string' ? { base, extension } : [],
    ),
    descriptorGlobs,
    ruleCodes,
    rules: rules.map(rule => ({ rule, node: nodeOf(rule), text })),
    dependencies: writtenDependencies,
  }
}

const sourceProblem = (source: Node, reason: string): ConfigProblem =>
  configProblem(spanOf(source), configCodes.dependency, `The source "${shorten(String(source.value))}" ${reason}.`)

/** The problems of the descriptors from elsewhere, each at the key of its domain. */
export const dependencyProblems = (
  { dependencies }: ConfigFile,
  problems: readonly InstallationProblem[],
): ConfigProblem[] =>
  problems.map(({ domain, message }) => {
    const key = dependencies.find(one => one.domain.value === domain)?.domain
    return configProblem(key ? spanOf(key) : { start: 0, end: 1 }, configCodes.dependency, message)
  })

/** Whether a name leads to a configuration: as a path from the folder of another one, or in a package. */
const isNameOfBase = (name: string): boolean =>
  /^\.{1,2}(\/|$)/.test(name) || (/^(@[\w.-]+\/)?\w[\w.-]*(\/[\w.-]+)*$/.test(name) && !/(^|\/)\.\.?(\/|$)/.test(name))

/** The problems of a configuration that names domains which do not exist. */
export const domainProblems = ({ domainNames, extensions }: ConfigFile, registry: Registry): ConfigProblem[] => [
  ...unknownDomains([...domainNames, ...extensions.flatMap(({ base, extension }) => [base, extension])], registry),
  ...extensions.flatMap(({ base, extension }) => {
    const [named, standing] = [base, extension].map(({ value }) => registry.domainNamed(String(value)))
    if (!named || !standing || (standing !== named && isOrExtends(standing, named))) return []
    const near = [...registry.domains.values()].filter(one => one !== named && isOrExtends(one, named))
    const advice = near.length > 0 ? `${near.map(({ path }) => path).join(' or ')} does` : 'no domain does'
    const message = `${standing.path} does not extend ${named.path}, so it cannot stand for it; ${advice}.`
    const fixes = (): Fix[] =>
      changeFixes(
        extension,
        near.map(({ path }) => path),
      )
    return [{ ...configProblem(spanOf(extension), configCodes.domain, message), fixes }]
  }),
]

const unknownDomains = (names: readonly Node[], registry: Registry): ConfigProblem[] =>
  names
    .filter(node => !registry.domainNamed(node.value as string))
    .map(node => {
      const name = node.value as string
      const meant = nearestDomains(name, registry)
      const advice = meant.length > 0 ? `${meant[0]} may be meant` : 'write one that there is, or give it a descriptor'
      return {
        ...configProblem(spanOf(node), configCodes.domain, `There is no domain "${shorten(name)}"; ${advice}.`),
        fixes: () => changeFixes(node, meant),
      }
    })

/** The problems of the rules of a configuration, and of the codes of rules that do not exist. */
export const configRuleProblems = (file: ConfigFile, registry: Registry): ConfigProblem[] => [
  ...unknownRules(file, registry),
  ...problemsOfRules(file, registry),
]

/** The problems of globs of descriptors that lead out of the repository. */
export const refusedGlobProblems = ({ descriptorGlobs }: ConfigFile, refused: readonly string[]): ConfigProblem[] =>
  descriptorGlobs
    .filter(({ value }) => refused.includes(value as string))
    .map(node =>
      configProblem(spanOf(node), configCodes.glob, `The glob "${shorten(node.value as string)}" ${leavesRepository}.`),
    )

/** The problems of the rules of a configuration that were stopped in some file. */
export const stoppedConfigRules = ({ rules }: ConfigFile, stopped: ReadonlySet<string>): ConfigProblem[] =>
  stoppedRuleProblems(rules, stopped).map(({ message, ...span }) =>
    configProblem(span, configCodes.expression, message),
  )

function unknownRules({ ruleCodes, rules }: ConfigFile, registry: Registry): ConfigProblem[] {
  if (ruleCodes.length === 0) return []
  const codes = declaredCodes(
    registry,
    rules.map(({ rule }) => rule),
  )
  return ruleCodes
    .filter(({ value }) => !codes.has(value as string))
    .map(node => {
      const name = node.value as string
      const near = nearest(name, codes)
      const advice = near.length > 0 ? `${near.join(' or ')} may be meant` : 'remove it'
      return {
        ...configProblem(
          spanOf(node),
          configCodes.unknown,
          `There is no rule with the code ${shorten(name)}; ${advice}.`,
        ),
        fixes: () => changeFixes(node, near),
      }
    })
}

function problemsOfRules({ rules }: ConfigFile, registry: Registry): ConfigProblem[] {
  const configured = rules.map(({ rule }) => rule)
  const problemsInExamples = exampleChecker(configured, registry, configured)
  return rules.flatMap((written, index) => {
    const { rule, node } = written
    const problems: RuleProblem[] = []
    const tag = configuredTag(rule, registry)
    if ('reason' in tag) {
      const at = propertyValue(node, 'tag')!
      const fixes = (): Fix[] => changeFixes(at, tag.near)
      problems.push({ ...spanOf(at), message: tag.reason, fixes }, ...problemsOfAll(written, tag.meant, registry))
    } else problems.push(...problemsOfRule(written, tag, registry))
    if (rules.findIndex(other => other.rule.id === rule.id) < index || hasRule(registry, rule.id)) {
      const message = `There is another rule with the id ${shorten(rule.id)}; give each rule an id of its own.`
      problems.push({ ...spanOf(propertyValue(node, 'id')!), message })
    }
    if (problems.length === 0 && !('reason' in tag))
      return problemsInExamples(written, tag).map(({ message, ...span }) =>
        configProblem(span, configCodes.example, message),
      )
    return problems.map(({ fixes, message, ...span }) => ({
      ...configProblem(span, configCodes.expression, message),
      ...(fixes && { fixes }),
    }))
  })
}

/** The problems that a rule has with each of these tags. */
function problemsOfAll(rule: WrittenRule, tags: readonly Tag[], registry: Registry): RuleProblem[] {
  const [first = [], ...others] = tags.map(tag => problemsOfRule(rule, tag, registry))
  return first.filter(({ start, end, message }) =>
    others.every(problems =>
      problems.some(other => other.start === start && other.end === end && other.message === message),
    ),
  )
}

/** Why there is no tag that a rule is about. */
interface NoTag {
  readonly reason: string
  readonly near: readonly string[]
  /** The tags that may be meant: all, if no name is near. */
  readonly meant: readonly Tag[]
}

/** The tag that a rule is about, or why there is none. */
function configuredTag({ tag: name }: ConfiguredRule, registry: Registry): Tag | NoTag {
  const tags = tagsOfRule(name, registry)
  if (tags.length === 1) return tags[0]!
  const paths = tags.map(({ fullName }) => fullName.path)
  if (tags.length > 1)
    return {
      reason: `${shorten(name)} is a tag of several domains; write ${paths.join(' or ')}.`,
      near: paths,
      meant: tags,
    }
  const all = [...registry.tags.values()]
  const names = new Set(all.map(tag => tag.name))
  const near = nearest(name, names)
  const meant = near.length > 0 ? near.flatMap(word => registry.tagsNamed(word)) : all
  return { reason: `There is no tag ${shorten(name)}; ${nameAdvice(near, names)}.`, near, meant }
}

const hasRule = ({ domains }: Registry, id: string): boolean =>
  [...domains.values()].some(({ tags }) =>
    [...tags.values()].some(({ descriptor }) => descriptor.rules?.some(rule => rule.id === id)),
  )

/**
 * Finds the domains of files by glob.
 *
 * @returns takes the path of a file, relative to the folder of the globs, with `/`; gives the domains of the first glob
 *   that matches, or undefined if none matches
 */
export function domainsByGlob(domains: Config['domains']): (path: string) => readonly string[] | undefined {
  const globs = Object.entries(domains).map(([glob, names]) => ({ isMatch: fileNameMatcher(glob), names }))
  return path => globs.find(({ isMatch }) => isMatch(path))?.names
}

/** The parts of the JSON that match the schema. */
interface Written {
  readonly requiredVersion?: string
  readonly extends?: string | readonly string[]
  readonly severity?: Severities
  readonly domains?: Readonly<Record<string, string | readonly string[]>>
  readonly extensions?: Readonly<Record<string, string>>
  readonly descriptors?: readonly string[]
  readonly files?: Partial<Pick<Config, 'include' | 'exclude' | 'gitignore'>>
  readonly format?: Partial<FormatOptions>
  readonly rules?: readonly ConfiguredRule[]
  readonly dependencies?: Readonly<Record<string, string>>
}

function schemaProblem({ path, reason, unknownKey, fixes, ...span }: SchemaProblem): ConfigProblem {
  const name = nameOf(path)
  const message = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${reason}.`
  return {
    ...configProblem(span, unknownKey ? configCodes.unknown : configCodes.schema, message),
    ...(fixes && { fixes }),
  }
}

/** The name of a part of the configuration in a sentence: `the severity of notation`, `item 2 of "files.include"`. */
function nameOf(path: Path): string {
  const [first, key, ...rest] = path
  const last = path.at(-1)
  if (first === undefined) return 'the configuration'
  if (first === 'rules' && typeof key === 'number')
    return `${rest.length > 0 ? `the ${rest[0]} of ` : ''}rule ${key + 1}`
  if (typeof last === 'number') return `item ${last + 1} of ${nameOf(path.slice(0, -1))}`
  if (key === undefined || rest.length > 0) return `"${first}"`
  if (first === 'severity') return `the severity of ${shorten(String(key))}`
  if (first === 'extensions') return `the extension of ${shorten(String(key))}`
  return first === 'domains' ? `the domain of "${shorten(String(key))}"` : `"${path.join('.')}"`
}

/** A problem at a place of a configuration. */
export const configProblem = (
  { start, end }: Span,
  { code, severity }: ProblemCode,
  message: string,
): ConfigProblem => ({
  code,
  severity,
  message,
  start,
  end,
})
