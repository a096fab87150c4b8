import type { Node } from 'jsonc-parser'
import schema from '../../schemas/recline.schema.json'
import { ruleCodePrefix } from '../check/declared/rule-settings.ts'
import type { FormatOptions } from '../check/fixes/format.ts'
import type { Problem, Severities } from '../check/problem.ts'
import type { ProblemCode } from '../check/rule.ts'
import type { ConfiguredRule } from '../domains/descriptor.ts'
import { domainWithVersions } from '../domains/extension.ts'
import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import { isOfOneMachine, oneMachineWarning, parseSource } from '../registry/source.ts'
import type { Span } from '../syntax/nodes.ts'
import { type Config, usual } from './config.ts'
import { configCodes } from './config-codes.ts'
import { globProblem } from './glob.ts'
import { arrayItems, notJson, parseJson, propertiesOf, propertyValue, spanOf, withComments } from './json.ts'
import { type JsonSchema, type Path, readBySchema, type SchemaProblem, schemaSentence } from './json-schema.ts'
import { withoutOuter } from './outer-globs.ts'
import { isVersionIn, versionAdvice } from './version.ts'
import type { WrittenRule } from './written-rules.ts'

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
  /** The names of domains and of those that stand for them, which must extend them, some with `@` and versions. */
  readonly extensions: readonly { readonly base: Node; readonly extension: Node }[]
  /** The globs of descriptors that it adds to the default. */
  readonly descriptorGlobs: readonly Node[]
  /** The codes of rules that it gives a severity. `ruleProblems` finds those that do not exist. */
  readonly ruleCodes: readonly Node[]
  /** The roles that it gives to people. `configRuleProblems` finds those that no descriptor names. */
  readonly roles: readonly Node[]
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
      problems: [configProblem(root, configCodes.json, notJson(root))],
      extended: [],
      domainNames: [],
      extensions: [],
      descriptorGlobs: [],
      ruleCodes: [],
      roles: [],
      rules: [],
      dependencies: [],
    }
  const problems: ConfigProblem[] = []
  const { value, nodeOf } = readBySchema(root, schema as unknown as JsonSchema, problem =>
    problems.push(configSchemaProblem(problem)),
  )
  const {
    requiredVersion,
    extends: bases = [],
    severity = {},
    domains = {},
    extensions = {},
    descriptors,
    files: { include, exclude, gitignore } = {},
    markdown,
    format = {},
    rules = [],
    roles = {},
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
      Object.entries(extensions).map(([base, name]) => [
        base.includes('.') ? base : `core.${base}`,
        domainWithVersions(name).path,
      ]),
    ),
    descriptors: descriptors?.filter(isUsableDescriptor),
    include: include?.filter(isUsable),
    exclude: exclude?.filter(isUsable),
    gitignore,
    markdown,
    format,
    rules,
    roles,
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
    if (glob.type !== 'string') continue
    const message = globProblem(ownDescriptors.includes(glob) ? withoutOuter(written) : written, written)
    if (message !== undefined) problems.push(configProblem(spanOf(glob), configCodes.glob, message))
  }
  const range = part('requiredVersion')
  if (range && requiredVersion !== undefined && !isVersionIn(requiredVersion))
    problems.push(configProblem(spanOf(range), configCodes.version, versionAdvice(requiredVersion)))
  const extended = [...arrayItems(part('extends')), part('extends')].filter(node => node?.type === 'string') as Node[]
  for (const node of extended.filter(({ value }) => !isNameOfBase(value as string))) {
    const message = localize(
      'The configuration "{name}" cannot be extended; write a path that starts with ./ or ../, or the name of a package.',
      { name: shorten(node.value as string) },
    )
    problems.push(configProblem(spanOf(node), configCodes.extends, message))
  }
  const writtenDependencies = propertiesOf(part('dependencies')).flatMap(([domain, source]) =>
    source?.type === 'string' ? { domain, source } : [],
  )
  for (const { source } of writtenDependencies) {
    const read = parseSource(String(source.value))
    if ('reason' in read) problems.push(configProblem(spanOf(source), configCodes.dependency, read.reason))
    else if (isOfOneMachine(read))
      problems.push(
        configProblem(spanOf(source), configCodes.localSource, oneMachineWarning(shorten(String(source.value)))),
      )
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
    roles: propertiesOf(part('roles')).map(([role]) => role),
    rules: rules.map(rule => ({ rule, node: nodeOf(rule), text })),
    dependencies: writtenDependencies,
  }
}

/** Whether a name leads to a configuration: as a path from the folder of another one, or in a package. */
const isNameOfBase = (name: string): boolean =>
  /^\.{1,2}(\/|$)/.test(name) || (/^(@[\w.-]+\/)?\w[\w.-]*(\/[\w.-]+)*$/.test(name) && !/(^|\/)\.\.?(\/|$)/.test(name))

/** The parts of the JSON that match the schema. */
interface Written {
  readonly requiredVersion?: string
  readonly extends?: string | readonly string[]
  readonly severity?: Severities
  readonly domains?: Readonly<Record<string, string | readonly string[]>>
  readonly extensions?: Readonly<Record<string, string>>
  readonly descriptors?: readonly string[]
  readonly files?: Partial<Pick<Config, 'include' | 'exclude' | 'gitignore'>>
  readonly markdown?: boolean
  readonly format?: Partial<FormatOptions>
  readonly rules?: readonly ConfiguredRule[]
  readonly roles?: Config['roles']
  readonly dependencies?: Readonly<Record<string, string>>
}

function configSchemaProblem(problem: SchemaProblem): ConfigProblem {
  const { path, unknownKey, fixes, start, end } = problem
  const { code, severity } = unknownKey ? configCodes.unknown : configCodes.schema
  return { code, severity, message: schemaSentence(problem, settingName(path)), start, end, ...(fixes && { fixes }) }
}

/** The name of a part of the configuration in a sentence: `the severity of notation`, `item 2 of "files.include"`. */
function settingName(path: Path): string {
  const [first, key, ...rest] = path
  const last = path.at(-1)
  if (first === undefined) return localize('the configuration')
  if (first === 'rules' && typeof key === 'number') {
    const rule = localize('rule {number}', { number: key + 1 })
    return rest.length > 0 ? localize('the {key} of {name}', { key: String(rest[0]), name: rule }) : rule
  }
  if (typeof last === 'number')
    return localize('item {number} of {name}', { number: last + 1, name: settingName(path.slice(0, -1)) })
  if (key === undefined || rest.length > 0) return `"${first}"`
  const name = shorten(String(key))
  if (first === 'severity') return localize('the severity of {name}', { name })
  if (first === 'roles') return localize('the role {name}', { name })
  if (first === 'extensions') return localize('the extension of {name}', { name })
  return first === 'domains' ? localize('the domain of "{name}"', { name }) : `"${path.join('.')}"`
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
