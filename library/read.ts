import { type CheckedFile, checkFile } from '../shared/check/check.ts'
import { type DescriptorFile, readDescriptorFile } from '../shared/config/descriptors/descriptor-file.ts'
import { takenDomains } from '../shared/config/descriptors/descriptor-set.ts'
import { extensionProblems } from '../shared/config/descriptors/extension-problems.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import type { FileContext } from '../shared/domains/domains-in-force.ts'
import { shorten } from '../shared/domains/message-text.ts'
import { nearest } from '../shared/domains/nearest.ts'
import { createRegistry, type Registry } from '../shared/domains/registry.ts'
import { RunBudget } from '../shared/domains/rule-budget.ts'
import { parse } from '../shared/syntax/tree.ts'
import type { Files, Options } from './options.ts'

/** A file that is read, with its name. */
export interface ReadFile {
  readonly name: string
  readonly file: CheckedFile
}

/** Reads and checks each of some texts by itself. */
export const readFiles = (source: string | Files, options: Options): ReadFile[] =>
  Object.entries(typeof source === 'string' ? { [options.file ?? '']: source } : source).map(([name, text]) => ({
    name,
    file: checkFile(parse(text), contextFor(name, options)),
  }))

/** What decides how a file is read. Throws an error for a domain that is not known. */
export function contextFor(fileName: string, options: Options): FileContext {
  const registry = registryOf(options)
  return {
    registry,
    fileName,
    settingDomains: domainsOf(options, registry),
    // Descriptors of others can have rules that never end.
    ruleBudget: new RunBudget(),
    ruleSettings: { rules: [], severity: options.severity ?? {}, now: nowOf(options) },
  }
}

/** The names of the domains of the options. */
export function domainsOf({ domain = [] }: Options, registry: Registry): readonly string[] {
  const names = typeof domain === 'string' ? [domain] : domain
  const unknown = names.find(name => !registry.domainNamed(name))
  if (unknown === undefined) return names
  const [near] = nearest(unknown.startsWith('core.') ? unknown : `core.${unknown}`, registry.domains.keys())
  throw new Error(
    `There is no domain ${shorten(unknown)}; ${near === undefined ? 'pass its descriptor too' : `${near} may be meant`}.`,
  )
}

/** What `now` means, in milliseconds since 1970. */
export const nowOf = ({ now }: Options): number => (now ? now.getTime() : Date.now())

/** All domains: those that come with Recline, and those of the options, which count instead of one with their name. */
export function registryOf({ descriptors = none }: Options): Registry {
  const known = registries.get(descriptors)
  if (known) return known
  const read = new Map(descriptors.map((given, index) => [`descriptor ${index + 1}`, readDescriptor(given, index)]))
  for (const [name, { severity, message }] of takenDomains(read, builtinDescriptors))
    if (severity === 'error') throw new Error(`The ${name} cannot be used: ${message}`)
  const own = [...read.values()].flatMap(({ descriptor }) => descriptor ?? [])
  const others = builtinDescriptors.filter(({ domain }) => !own.some(one => one.domain === domain))
  const registry = createRegistry([...others, ...own])
  for (const [name, file] of read) {
    const problem = extensionProblems(file, registry).find(({ severity }) => severity === 'error')
    if (problem) throw new Error(`The ${name} cannot be used: ${problem.message}`)
  }
  registries.set(descriptors, registry)
  return registry
}

const none: readonly (string | object)[] = []

/** The registries of lists of descriptors, as a caller often passes the same list. */
const registries = new WeakMap<readonly (string | object)[], Registry>()

function readDescriptor(given: string | object, index: number): DescriptorFile {
  const read = readDescriptorFile(typeof given === 'string' ? given : JSON.stringify(given))
  const problem = read.problems.find(({ severity }) => severity === 'error')
  if (problem) throw new Error(`The descriptor ${index + 1} cannot be used: ${problem.message}`)
  return read
}
