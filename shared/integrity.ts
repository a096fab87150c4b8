import { sectionAt, type CheckedFile } from './check.ts'
import { recordName, type RecordName, type Reference } from './identity.ts'
import type { Problem } from './problem.ts'
import type { ReferenceContext, Report, Rule } from './rule.ts'
import { rules } from './rules/index.ts'
import type { RecordNode } from './syntax.ts'
import type { Place, WorkspaceIndex } from './workspace-index.ts'

/** How many other places a problem points at. */
const relatedLimit = 5

/**
 * The problems of a file's records among those of all files: ids that are not unique, references to no record.
 *
 * @param index has the records of all files, this one included
 */
export function integrityProblems(uri: string, file: CheckedFile, index: WorkspaceIndex): Problem[] {
  const problems: Problem[] = []
  const seen = new Set<string>()
  file.entries.forEach(({ identity, tag }, entry) => {
    if (!identity || !tag) return
    const subject = { domain: tag.domain.path, tag: tag.name }
    const reporter = (rule: Rule, standard: { start: number; end: number }, field?: string): Report => (message, { at = standard, related, fixes } = {}) => {
      problems.push({
        code: rule.code, severity: rule.severity, message, entry, start: at.start, end: at.end, ...subject,
        ...(field !== undefined && { field }), ...(related && { related }), ...(fixes && { fixes }),
      })
    }
    const { definition, references } = identity
    if (definition) {
      const count = index.count(definition)
      if (count > 1) {
        const others = (): Place[] => index.definitionsOf(definition, relatedLimit + 1).filter(place => !isIn(place, uri, file, entry)).slice(0, relatedLimit)
        const isLater = seen.has(`${definition.path} ${definition.id}`)
        seen.add(`${definition.path} ${definition.id}`)
        const isElsewhere = (): boolean => index.filesOf(definition).some(other => other !== uri)
        for (const rule of definitionRules) rule.definition({ definition, count, isLater, isElsewhere, others, report: reporter(rule, definition) })
      }
    }
    for (const reference of references) {
      if (index.count(reference) > 0) continue
      const context = referenceContext(file, entry, reference, `${tag.name}.${reference.field}`, index)
      for (const rule of referenceRules) rule.reference({ ...context, report: reporter(rule, reference, reference.field) })
    }
  })
  return problems
}

/** Whether `integrityProblems` finds anything in a file of the index, told without its text. */
export function hasIntegrityProblem(uri: string, index: WorkspaceIndex): boolean {
  for (const { definition, references } of index.identitiesOf(uri)) {
    if (definition && index.count(definition) > 1) return true
    if (references.some(reference => index.count(reference) === 0)) return true
  }
  return false
}

function referenceContext(file: CheckedFile, entry: number, reference: Reference, label: string, index: WorkspaceIndex): Omit<ReferenceContext, 'report'> {
  const domain = file.context.registry.domains.get(reference.domain)
  const names = (): RecordName[] => [...file.context.registry.domains.values()].flatMap(({ tags }) =>
    [...tags.values()].map(({ fullName }) => recordName(fullName, reference.id)))
  return {
    record: file.tree.entries[entry] as RecordNode,
    label,
    reference,
    otherTags: () => names().filter(name => index.count(name) > 0),
    ids: () => index.idsOf(reference),
    target: domain?.tags.get(reference.tag),
    isInForce: domain !== undefined && sectionAt(file, entry).domains.includes(domain),
    placesOf: name => index.definitionsOf(name, relatedLimit),
  }
}

function isIn(place: Place, uri: string, { tree }: CheckedFile, entry: number): boolean {
  return place.uri === uri && place.start.line >= tree.lines[entry]! && place.start.line < Math.max(tree.lines[entry + 1]!, tree.lines[entry]! + 1)
}

const definitionRules = rules.filter((rule): rule is Rule & Required<Pick<Rule, 'definition'>> => rule.definition !== undefined)
const referenceRules = rules.filter((rule): rule is Rule & Required<Pick<Rule, 'reference'>> => rule.reference !== undefined)
