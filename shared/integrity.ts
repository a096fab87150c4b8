import { sectionAt, type CheckedFile } from './check.ts'
import { recordName, type Definition, type RecordName, type Reference } from './identity.ts'
import type { Problem } from './problem.ts'
import type { ReferenceContext, Report, Rule } from './rule.ts'
import type { Tag } from './registry.ts'
import { rules } from './rules/index.ts'
import type { RecordNode, Span } from './syntax.ts'
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
  // Most tags have no id twice, so that most records need no look at all; neighbours are mostly of one tag.
  let latest: Tag | undefined
  let hasRepeatedIds = false
  for (let entry = 0; entry < file.entries.length; entry++) {
    const { identity, tag } = file.entries[entry]!
    if (!identity || !tag) continue
    const { definition, references } = identity
    if (tag !== latest) {
      latest = tag
      hasRepeatedIds = index.hasRepeatedIds(tag.fullName)
    }
    if (definition && hasRepeatedIds && index.count(definition) > 1) {
      const key = `${definition.path} ${definition.id}`
      checkDefinition({ uri, file, entry, index, problems }, definition, seen.has(key))
      seen.add(key)
    }
    for (const reference of references) {
      if (index.count(reference) === 0) checkReference({ uri, file, entry, index, problems }, reference)
    }
  }
  return problems
}

/** Where a rule looks, and what it adds to. */
interface Subject {
  readonly uri: string
  readonly file: CheckedFile
  readonly entry: number
  readonly index: WorkspaceIndex
  readonly problems: Problem[]
}

function checkDefinition(subject: Subject, definition: Definition, isLater: boolean): void {
  const { uri, file, entry, index } = subject
  const others = (): Place[] => index.definitionsOf(definition, relatedLimit + 1).filter(place => !isIn(place, uri, file, entry)).slice(0, relatedLimit)
  const isElsewhere = (): boolean => index.filesOf(definition).some(other => other !== uri)
  for (const rule of definitionRules) {
    rule.definition({ definition, count: index.count(definition), isLater, isElsewhere, others, report: reporter(subject, rule, definition) })
  }
}

function checkReference(subject: Subject, reference: Reference): void {
  const { file, entry, index } = subject
  const context = referenceContext(file, entry, reference, `${file.entries[entry]!.tag!.name}.${reference.field}`, index)
  for (const rule of referenceRules) rule.reference({ ...context, report: reporter(subject, rule, reference, reference.field) })
}

const reporter = ({ file, entry, problems }: Subject, rule: Rule, standard: Span, field?: string): Report =>
  (message, { at = standard, related, fixes } = {}) => {
    const tag = file.entries[entry]!.tag!
    problems.push({
      code: rule.code, severity: rule.severity, message, entry, start: at.start, end: at.end, domain: tag.domain.path, tag: tag.name,
      ...(field !== undefined && { field }), ...(related && { related }), ...(fixes && { fixes }),
    })
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
