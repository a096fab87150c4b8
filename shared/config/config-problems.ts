import type { Node } from 'jsonc-parser'
import { tagsOfRule } from '../check/declared/declared-rules.ts'
import { declaredCodes } from '../check/declared/rule-settings.ts'
import type { Fix } from '../check/rule.ts'
import type { ConfiguredRule } from '../domains/descriptor.ts'
import { nearestDomains } from '../domains/domains-in-force.ts'
import { domainWithVersions } from '../domains/extension.ts'
import { localize, sentenceOfClauses } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import { meantAdvice, nameAdvice } from '../domains/name-advice.ts'
import { nearest } from '../domains/nearest.ts'
import { type Domain, isOrExtends, type Registry, type Tag } from '../domains/registry.ts'
import type { InstallationProblem } from '../registry/installation.ts'
import { isVersionInRange, parseRange } from '../registry/versions.ts'
import { configCodes } from './config-codes.ts'
import { type ConfigFile, type ConfigProblem, configProblem } from './config-file.ts'
import { changeFixes, propertyValue, spanOf } from './json.ts'
import { leavesRepository } from './outer-globs.ts'
import { exampleChecker } from './rule-examples.ts'
import { problemsOfRule, type RuleProblem, stoppedRuleProblems, type WrittenRule } from './written-rules.ts'

/** The problems of the descriptors from elsewhere, each at the key of its domain. */
export const dependencyProblems = (
  { dependencies }: ConfigFile,
  problems: readonly InstallationProblem[],
): ConfigProblem[] =>
  problems.map(({ domain, message }) => {
    const key = dependencies.find(one => one.domain.value === domain)?.domain
    return configProblem(key ? spanOf(key) : { start: 0, end: 1 }, configCodes.dependency, message)
  })

/** The problems of a configuration that names domains, or versions of them, which do not exist. */
export const domainProblems = ({ domainNames, extensions }: ConfigFile, registry: Registry): ConfigProblem[] => [
  ...unknownDomains([...domainNames, ...extensions.map(({ base }) => base)], registry),
  ...extensions.flatMap(({ base, extension }) => {
    const { path, versions } = domainWithVersions(String(extension.value))
    const range = versions === undefined ? undefined : parseRange(versions)
    // What names no versions behind its @ is told as such. It puts nothing in force, so nobody knows the domain.
    if (versions !== undefined && !range) return []
    const [named, standing] = [String(base.value), path].map(name => registry.domainNamed(name))
    if (!standing) return unknownDomains([extension], registry, path)
    if (range && !isVersionInRange(standing.descriptor.version, range))
      return [otherVersionProblem(extension, versions!, standing)]
    if (!named || (standing !== named && isOrExtends(standing, named))) return []
    const near = [...registry.domains.values()].filter(one => one !== named && isOrExtends(one, named))
    const message = sentenceOfClauses(
      localize('{extension} does not extend {domain}, so it cannot stand for it', {
        extension: standing.path,
        domain: named.path,
      }),
      near.length > 0
        ? localize('{domains} does', { domains: { or: near.map(({ path }) => path) } })
        : localize('no domain does'),
    )
    const fixes = (): Fix[] =>
      changeFixes(
        extension,
        near.map(({ path }) => path),
      )
    return [{ ...configProblem(spanOf(extension), configCodes.domain, message), fixes }]
  }),
]

/** That a domain which stands for another one has none of the versions that the configuration asks for. */
function otherVersionProblem(node: Node, versions: string, { path, written, descriptor }: Domain): ConfigProblem {
  const found = `${path}@${descriptor.version}`
  const message = sentenceOfClauses(
    localize('This asks for version {versions} of {domain}, and {known} is the one that is there', {
      versions: shorten(versions),
      domain: path,
      known: descriptor.version,
    }),
    written.isOnRequest
      ? localize('use a version of Recline that has it, or write {found}', { found })
      : localize('get a version that fits, or write {found}', { found }),
  )
  return {
    ...configProblem(spanOf(node), configCodes.version, message),
    fixes: () => changeFixes(node, [found]),
  }
}

/** @param path the path of the domain, where the one node has more than that */
const unknownDomains = (names: readonly Node[], registry: Registry, path?: string): ConfigProblem[] =>
  names
    .map(node => ({ node, name: path ?? String(node.value) }))
    .filter(({ name }) => !registry.domainNamed(name))
    .map(({ node, name }) => {
      const meant = nearestDomains(name, registry)
      const message = sentenceOfClauses(
        localize('There is no domain "{name}"', { name: shorten(name) }),
        meant.length > 0
          ? localize('{names} may be meant', { names: meant[0]! })
          : localize('write one that there is, or give it a descriptor'),
      )
      return {
        ...configProblem(spanOf(node), configCodes.domain, message),
        fixes: () => changeFixes(node, meant),
      }
    })

/** The problems of the rules of a configuration, and of codes of rules and roles that do not exist. */
export const configRuleProblems = (file: ConfigFile, registry: Registry): ConfigProblem[] => [
  ...unknownRules(file, registry),
  ...unknownRoles(file, registry),
  ...severityProblems(file, registry),
]

/** The problems of globs of descriptors that lead out of the repository. */
export const refusedGlobProblems = ({ descriptorGlobs }: ConfigFile, refused: readonly string[]): ConfigProblem[] =>
  descriptorGlobs
    .filter(({ value }) => refused.includes(value as string))
    .map(node => configProblem(spanOf(node), configCodes.glob, leavesRepository(node.value as string)))

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
      const message = sentenceOfClauses(
        localize('There is no rule with the code {code}', { code: shorten(name) }),
        meantAdvice(near, localize('remove it')),
      )
      return {
        ...configProblem(spanOf(node), configCodes.unknown, message),
        fixes: () => changeFixes(node, near),
      }
    })
}

function unknownRoles({ roles }: ConfigFile, registry: Registry): ConfigProblem[] {
  if (roles.length === 0) return []
  const known = rolesIn(registry)
  return roles
    .filter(({ value }) => !known.has(value as string))
    .map(node => {
      const name = node.value as string
      const near = nearest(name, known)
      const message = sentenceOfClauses(
        localize('No descriptor has the role {role}', { role: shorten(name) }),
        meantAdvice(near, localize('name it in an approval, or remove it')),
      )
      return {
        ...configProblem(spanOf(node), configCodes.unknown, message),
        fixes: () => changeFixes(node, near),
      }
    })
}

/** The roles that the tags of all domains name. */
const rolesIn = ({ domains }: Registry): ReadonlySet<string> =>
  new Set(
    [...domains.values()].flatMap(({ tags }) =>
      [...tags.values()].flatMap(({ descriptor }) =>
        Object.values(descriptor.approval ?? {}).flatMap(states => Object.values(states).flat()),
      ),
    ),
  )

function severityProblems({ rules }: ConfigFile, registry: Registry): ConfigProblem[] {
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
      const message = localize('There is another rule with the id {id}; give each rule an id of its own.', {
        id: shorten(rule.id),
      })
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
      reason: localize('{tag} is a tag of several domains; write {names}.', {
        tag: shorten(name),
        names: { or: paths },
      }),
      near: paths,
      meant: tags,
    }
  const all = [...registry.tags.values()]
  const names = new Set(all.map(tag => tag.name))
  const near = nearest(name, names)
  const meant = near.length > 0 ? near.flatMap(word => registry.tagsNamed(word)) : all
  const reason = sentenceOfClauses(localize('There is no tag {tag}', { tag: shorten(name) }), nameAdvice(near, names))
  return { reason, near, meant }
}

const hasRule = ({ domains }: Registry, id: string): boolean =>
  [...domains.values()].some(({ tags }) =>
    [...tags.values()].some(({ descriptor }) => descriptor.rules?.some(rule => rule.id === id)),
  )
