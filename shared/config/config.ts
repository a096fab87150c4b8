import type { Node } from 'jsonc-parser'
import schema from '../../schemas/recline.schema.json'
import type { FormatOptions } from '../check/format.ts'
import type { Problem, Severities } from '../check/problem.ts'
import type { ProblemCode } from '../check/rule.ts'
import { nearestDomains } from '../domains/domains-in-force.ts'
import { shorten } from '../domains/message-text.ts'
import type { Registry } from '../domains/registry.ts'
import type { Span } from '../syntax/nodes.ts'
import { configCodes } from './config-codes.ts'
import { fileNameMatcher, globProblem } from './glob.ts'
import { changeFix, parseJson, propertyValue, spanOf } from './json.ts'
import { type JsonSchema, type Path, readBySchema, type SchemaProblem } from './json-schema.ts'

/** The name of the file that says how the records in its folder and below are read. */
export const configFileName = 'recline.json'

/** What was chosen for the files of a folder; what was not is undefined. Globs are relative to the folder. */
export interface Config {
  readonly severity: Severities
  /** The domains of the files that a glob matches; the first glob that matches counts. */
  readonly domains: Readonly<Record<string, readonly string[]>>
  readonly descriptors: readonly string[] | undefined
  readonly include: readonly string[] | undefined
  readonly exclude: readonly string[] | undefined
  readonly format: Partial<FormatOptions>
}

/** The configuration that chooses nothing. */
export const emptyConfig: Config = {
  severity: {},
  domains: {},
  descriptors: undefined,
  include: undefined,
  exclude: undefined,
  format: {},
}

/** What holds where nothing is chosen. */
export const usual = {
  descriptors: ['**/*.domain.json'],
  include: ['**/*.rec'],
  exclude: ['**/node_modules/**', '**/.git/**'],
  format: { wrapColumn: 0, alignColumns: false },
} as const

/** A problem of a configuration: `start` and `end` count UTF-16 code units from the start of the text, as its fixes do. */
export type ConfigProblem = Omit<Problem, 'entry'>

/** What a `recline.json` says. */
export interface ConfigFile {
  /** All of it that is right, or undefined where it is not JSON. */
  readonly config?: Config
  /** What the file itself shows, in the order of the places. */
  readonly problems: readonly ConfigProblem[]
  /** The domains it names: whether they are there shows among all descriptors. */
  readonly domainNames: readonly Node[]
}

/** Reads and checks a `recline.json`. A part that is wrong is left out with its problem, and all else counts. */
export function readConfigFile(text: string): ConfigFile {
  const root = parseJson(text)
  if ('reason' in root)
    return { problems: [problemAt(root, configCodes.json, `This is not JSON: ${root.reason}.`)], domainNames: [] }
  const problems: ConfigProblem[] = []
  const { value } = readBySchema(root, schema as unknown as JsonSchema, problem =>
    problems.push(schemaProblem(problem)),
  )
  const {
    severity = {},
    domains = {},
    descriptors,
    files: { include, exclude } = {},
    format = {},
  } = (value ?? {}) as Written
  const config = {
    severity,
    domains: Object.fromEntries(Object.entries(domains).map(([glob, names]) => [glob, [names].flat()])),
    descriptors,
    include,
    exclude,
    format,
  }
  const part = (...path: string[]): Node | undefined =>
    path.reduce((node: Node | undefined, key) => (node?.type === 'object' ? propertyValue(node, key) : undefined), root)
  const lists = [part('descriptors'), part('files', 'include'), part('files', 'exclude')]
  const domainProperties = part('domains')?.children ?? []
  for (const glob of [
    ...lists.flatMap(list => list?.children ?? []),
    ...domainProperties.map(property => property.children![0]!),
  ]) {
    const reason = glob.type === 'string' ? globProblem(glob.value as string) : undefined
    if (reason !== undefined)
      problems.push(problemAt(spanOf(glob), configCodes.glob, `The glob "${shorten(glob.value as string)}" ${reason}.`))
  }
  problems.sort((one, other) => one.start - other.start)
  const domainNames = domainProperties
    .flatMap(property => leavesOf(property.children![1]!))
    .filter(({ type }) => type === 'string')
  return { config, problems, domainNames }
}

/** What is wrong with a configuration among the domains that there are. */
export const domainProblems = ({ domainNames }: ConfigFile, registry: Registry): ConfigProblem[] =>
  domainNames
    .filter(node => !registry.domainNamed(node.value as string))
    .map(node => {
      const name = node.value as string
      const meant = nearestDomains(name, registry)
      const advice = meant.length > 0 ? `${meant[0]} may be meant` : 'write one that there is, or give it a descriptor'
      return {
        ...problemAt(spanOf(node), configCodes.domain, `There is no domain "${shorten(name)}"; ${advice}.`),
        fixes: () =>
          meant.map((path, index) => ({ ...changeFix(node, JSON.stringify(path)), isPreferred: index === 0 })),
      }
    })

/**
 * Finds the domain names that globs give a file: those of the first glob that matches.
 *
 * @returns tells them of the file's path from the globs' folder, with `/`; undefined where no glob matches
 */
export function domainsByGlob(domains: Config['domains']): (path: string) => readonly string[] | undefined {
  const globs = Object.entries(domains).map(([glob, names]) => ({ isMatch: fileNameMatcher(glob), names }))
  return path => globs.find(({ isMatch }) => isMatch(path))?.names
}

/** The JSON as far as it meets the schema. */
interface Written {
  readonly severity?: Severities
  readonly domains?: Readonly<Record<string, string | readonly string[]>>
  readonly descriptors?: readonly string[]
  readonly files?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] }
  readonly format?: Partial<FormatOptions>
}

function schemaProblem({ path, reason, isUnknownKey = false, fixes, ...span }: SchemaProblem): ConfigProblem {
  const name = nameOf(path)
  const message = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${reason}.`
  return {
    ...problemAt(span, isUnknownKey ? configCodes.unknown : configCodes.schema, message),
    ...(fixes && { fixes }),
  }
}

/** How a sentence names a part of the configuration: `the severity of notation`, `item 2 of "files.include"`. */
function nameOf(path: Path): string {
  const [first, key, ...rest] = path
  const last = path.at(-1)
  if (first === undefined) return 'the configuration'
  if (typeof last === 'number') return `item ${last + 1} of ${nameOf(path.slice(0, -1))}`
  if (key === undefined || rest.length > 0) return `"${first}"`
  if (first === 'severity') return `the severity of ${shorten(String(key))}`
  return first === 'domains' ? `the domain of "${shorten(String(key))}"` : `"${path.join('.')}"`
}

const problemAt = ({ start, end }: Span, { code, severity }: ProblemCode, message: string): ConfigProblem => ({
  code,
  severity,
  message,
  start,
  end,
})

const leavesOf = (value: Node): readonly Node[] => (value.type === 'array' ? (value.children ?? []) : [value])
