import { addToGroup } from '../../basics/group.ts'
import type { Descriptor } from '../../domains/descriptor.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import type { Domain, Registry, Tag } from '../../domains/registry.ts'
import { readCondition, readsOf } from '../../expression/expression.ts'
import { readNewValue } from '../../expression/run/new-value.ts'
import { descriptorDuplicate } from '../descriptor-rules/duplicate.ts'
import { descriptorExample } from '../descriptor-rules/example.ts'
import { descriptorExpression } from '../descriptor-rules/expression.ts'
import { descriptorRef, foreignReferenceProblem } from '../descriptor-rules/ref.ts'
import { propertiesOf, propertyValue, spanOf } from '../json.ts'
import { exampleChecker } from '../rule-examples.ts'
import { problemsOfRule, stoppedRuleProblems } from '../written-rules.ts'
import type { DescriptorFile, DescriptorRuleText } from './descriptor-file.ts'
import type { DescriptorProblem, DraftRecord } from './descriptor-rule.ts'
import { schemaCodes } from './descriptor-schema.ts'

/** Problems that only show with all descriptors: domains that are taken, and references from one domain to another. */

/** Descriptor files by their names in messages. */
export type DescriptorFiles = ReadonlyMap<string, DescriptorFile>

/**
 * The problems of descriptor files that define the same domain, or one of the namespace of the built-in domains, by the
 * names of the files.
 *
 * @param builtin the built-in descriptors. A file can replace one of them; that is only an information, and nothing at
 *   all if the file is a copy.
 */
export function takenDomains(
  files: DescriptorFiles,
  builtin: readonly Descriptor[] = [],
): Map<string, DescriptorProblem> {
  const builtins = new Map(builtin.map(descriptor => [descriptor.domain, descriptor]))
  const names = new Map<string, string[]>()
  for (const [name, { descriptor }] of files) {
    if (descriptor) addToGroup(names, descriptor.domain, name)
  }
  const problems = new Map<string, DescriptorProblem>()
  for (const [name, { descriptor, domainAt }] of files) {
    if (!descriptor || !domainAt) continue
    const { domain } = descriptor
    const { code, severity } = descriptorDuplicate
    const others = names.get(domain)!.filter(other => other !== name)
    const replaced = builtins.get(domain)
    if (others.length > 0) {
      const message = localize('{domain} is defined in {files} too; keep one of the files, or rename the domain.', {
        domain,
        files: { and: others },
      })
      problems.set(name, { code, severity, domain, ...domainAt, message })
    } else if (replaced && !isCopy(descriptor, replaced)) {
      const message = localize(
        '{domain} also comes with Recline, and this file counts instead of it; rename the domain if you want both.',
        { domain },
      )
      problems.set(name, { code, severity: 'information', domain, ...domainAt, message })
    } else if (!replaced && domain.startsWith(reservedNamespace)) {
      const message = localize(
        '{domain} has the namespace of the domains that come with Recline, which only they may have; write a namespace of your own, such as {example}.',
        { domain: shorten(domain), example: `acme.${shorten(domain.slice(reservedNamespace.length))}` },
      )
      problems.set(name, { code: schemaCodes.schema.code, severity: 'warning', domain, ...domainAt, message })
    }
  }
  return problems
}

const reservedNamespace = 'core.'

const isCopy = (one: Descriptor, other: Descriptor): boolean =>
  JSON.stringify(one.records) === JSON.stringify(other.records)

/** The problems of a file's references to tags of other domains. Those to its own tags are in its own problems. */
export function foreignReferenceProblems(
  { descriptor, references }: DescriptorFile,
  registry: Registry,
): DescriptorProblem[] {
  const { code, severity } = descriptorRef
  return references.flatMap(reference => {
    const problem = foreignReferenceProblem(reference, registry, descriptor!.domain)
    const {
      start,
      end,
      source: { tag, field },
    } = reference
    return problem ? [{ code, severity, ...problem, domain: descriptor!.domain, tag, field, start, end }] : []
  })
}

/** The problems of the rules of a descriptor that were stopped in some file. */
export const stoppedDescriptorRules = (
  { descriptor, rules }: DescriptorFile,
  stopped: ReadonlySet<string>,
): DescriptorProblem[] => {
  const { code, severity } = descriptorExpression
  const domain = descriptor?.domain
  return stoppedRuleProblems(rules, stopped).map(problem => ({ code, severity, domain, ...problem }))
}

/**
 * The problems of a file's rules: their expressions, ids that another rule has, and their examples. And those of the
 * expressions for migrations.
 */
export function descriptorRuleProblems(
  { descriptor, rules, parts }: DescriptorFile,
  registry: Registry,
): DescriptorProblem[] {
  if (!descriptor) return []
  const domain = registry.domains.get(descriptor.domain)
  const whole = rules.flatMap(written => wholeRule(written, domain) ?? [])
  const problemsInExamples = exampleChecker(
    whole.map(({ rule }) => rule),
    registry,
  )
  const ofRules = whole.flatMap(written => {
    const tag = domain?.tags.get(written.tag)
    if (!tag) return []
    const about = { domain: descriptor.domain, tag: written.tag }
    const wrong = problemsOfRule(written, tag, registry).map(problem => ({
      code: descriptorExpression.code,
      severity: descriptorExpression.severity,
      ...about,
      ...problem,
    }))
    const other = otherRule(written, whole, tag, registry)
    if (other === undefined) {
      const { code, severity } = descriptorExample
      const examples = wrong.length === 0 ? problemsInExamples(written, tag) : []
      return [...wrong, ...examples.map(problem => ({ code, severity, ...about, ...problem }))]
    }
    const message = localize('The rule id {id} is also in {tag}; give each rule an id of its own.', {
      id: shorten(written.rule.id),
      tag: other,
    })
    const { code, severity } = descriptorDuplicate
    return [...wrong, { code, severity, ...about, message, ...spanOf(propertyValue(written.node, 'id')!) }]
  })
  if (!domain || !parts) return ofRules
  const { records } = parts
  return [
    ...ofRules,
    ...records.flatMap(record => migrateProblems(record, domain, registry)),
    ...records.flatMap(record => dueProblems(record, domain, registry)),
    ...records.flatMap(record => defaultProblems(record, domain, registry)),
  ]
}

/** The problems of the conditions in the `due` of fields. */
function dueProblems({ tag: name, fields }: DraftRecord, domain: Domain, registry: Registry): DescriptorProblem[] {
  const tag = domain.tags.get(name)
  return fields.flatMap(({ node, field, label, value }) => {
    const due = propertyValue(node, 'due')
    const written = due && propertyValue(due, 'until')
    if (!tag || !written || value.due?.until === undefined) return []
    const read = readCondition(value.due.until, tag, registry)
    const [problem] = read.problems
    const wrong =
      problem?.message ?? localize('It reads other records; the end of a due day reads only the record itself.')
    if (!problem && !readsOf(read).isAcrossRecords) return []
    const { code, severity } = descriptorExpression
    const message = localize('The until expression of {field} cannot be used: {problem}', {
      field: label,
      problem: wrong,
    })
    return [{ code, severity, domain: domain.path, tag: name, field, message, ...spanOf(written) }]
  })
}

/** The problems of the expressions in the `default` of fields. */
function defaultProblems({ tag: name, fields }: DraftRecord, domain: Domain, registry: Registry): DescriptorProblem[] {
  const tag = domain.tags.get(name)
  return fields.flatMap(({ node, field, label, value }) => {
    const given = propertyValue(node, 'default')
    const written = given && propertyValue(given, 'expression')
    const definition = tag?.fields.get(field)
    if (!tag || !definition || !written || typeof value.default !== 'object') return []
    const read = readNewValue(value.default.expression, definition, tag, registry)
    const [problem] = read.problems
    const wrong = problem?.message ?? localize('It reads other records; a default reads only the record itself.')
    if (!problem && !readsOf(read).isAcrossRecords) return []
    const { code, severity } = descriptorExpression
    const message = localize('The default expression of {field} cannot be used: {problem}', {
      field: label,
      problem: wrong,
    })
    return [{ code, severity, domain: domain.path, tag: name, field, message, ...spanOf(written) }]
  })
}

/** The problems of the expressions in the `migrate` of a tag. */
function migrateProblems({ tag, node }: DraftRecord, domain: Domain, registry: Registry): DescriptorProblem[] {
  const known = domain.tags.get(tag)
  return propertiesOf(propertyValue(node, 'migrate')).flatMap(([name, value]) => {
    const field = known?.fields.get(String(name.value))
    if (!known || !field || value?.type !== 'string') return []
    const read = readNewValue(String(value.value), field, known, registry)
    const [problem] = read.problems
    const wrong = problem?.message ?? localize('It reads other records; a migration reads only the record itself.')
    if (!problem && !readsOf(read).isAcrossRecords) return []
    const { code, severity } = descriptorExpression
    const message = localize('The migrate expression of {field} cannot be used: {problem}', {
      field: `${shorten(tag)}.${field.name}`,
      problem: wrong,
    })
    return [{ code, severity, domain: domain.path, tag, field: field.name, message, ...spanOf(value) }]
  })
}

/** A rule with all that it inherits; undefined if it lacks something all the same. */
function wholeRule(written: DescriptorRuleText, domain: Domain | undefined): DescriptorRuleText | undefined {
  if (domain?.base === undefined) return written
  const rule = domain.tags.get(written.tag)?.descriptor.rules?.find(({ id }) => id === written.rule.id)
  if (!rule) return undefined
  // Inherited examples are checked where they are written.
  const { examples: _, ...others } = rule
  return { ...written, rule: written.rule.examples ? rule : others }
}

/** The tag of another rule with the same id, in the same file or in another domain. */
function otherRule(
  { rule }: DescriptorRuleText,
  rules: readonly DescriptorRuleText[],
  { domain: own, nameOfRecords }: Tag,
  { domains }: Registry,
): string | undefined {
  const same = rules.find(other => other.rule !== rule && other.rule.id === rule.id)
  if (same) return same.tag
  for (const { path, tags } of domains.values()) {
    if (path === own.path) continue
    // A tag and those that extend it have the same rules.
    for (const { descriptor, fullName, nameOfRecords: other } of tags.values())
      if (other.path !== nameOfRecords.path && descriptor.rules?.some(({ id }) => id === rule.id)) return fullName.path
  }
  return undefined
}
