import type { Report, Rule } from '../../../shared/check/rule.ts'
import { rules } from '../../../shared/check/rules/index.ts'
import { type RecordName, recordName } from '../../../shared/domains/identity.ts'
import type { Registry, TagName } from '../../../shared/domains/registry.ts'
import type { Place } from '../../../shared/syntax/tree.ts'
import type { PlacedProblem } from '../../output/file-result.ts'
import type { NameFact } from './facts.ts'
import type { FoundProblem } from './reduce.ts'

/** How many other places a problem points at. */
const relatedLimit = 5

/** Counts the names of all records. Its memory grows with the number of ids. */
export class NameCounts {
  private readonly counts = new Map<string, number>()

  add({ kind, domain, tag, id }: NameFact): void {
    if (kind !== 'definition') return
    const key = keyOf(pathOf(domain, tag), id)
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  count(path: string, id: string): number {
    return this.counts.get(keyOf(path, id)) ?? 0
  }
}

const keyOf = (path: string, id: string): string => `${path} ${id}`

const pathOf = (domain: string, tag: string): string => `${domain}.${tag}`

/** The names that problems are about. */
export class SuspectNames {
  /** References to no record. */
  private readonly references: NameFact[] = []
  private readonly repeated = new Map<string, NameFact[]>()
  /** Records that have the id of such a reference under another tag. */
  private readonly meant = new Map<string, NameFact[]>()
  private readonly missing = new Set<string>()

  constructor(private readonly counts: NameCounts) {}

  /** Takes a name if it is a reference to no record, or one that several records have. */
  add(name: NameFact): void {
    const path = pathOf(name.domain, name.tag)
    const count = this.counts.count(path, name.id)
    if (name.kind === 'definition') {
      if (count > 1) addTo(this.repeated, keyOf(path, name.id), name)
    } else if (count === 0) {
      this.references.push(name)
      this.missing.add(name.id)
    }
  }

  /** Whether records have the ids of references to no record, so that all names have to be asked for them. */
  wantsMeant(registry: Registry): boolean {
    const tags = tagNames(registry)
    return [...this.missing].some(id => tags.some(({ path }) => this.counts.count(path, id) > 0))
  }

  /** Takes a name if it is of a record that has the id of a reference to no record. */
  addMeant(name: NameFact): void {
    if (name.kind === 'definition' && this.missing.has(name.id))
      addTo(this.meant, keyOf(pathOf(name.domain, name.tag), name.id), name)
  }

  /**
   * The problems of all files among each other, by the names of the files. The fixes that the check offers for such problems
   * where a record is at hand are left out.
   */
  problems(registry: Registry): Map<string, FoundProblem[]> {
    const problems = new Map<string, FoundProblem[]>()
    const add = (name: NameFact, problem: FoundProblem): void => {
      addTo(problems, name.file, problem)
    }
    for (const same of this.meant.values()) same.sort(inOrder)
    for (const same of this.repeated.values()) {
      same.sort(inOrder)
      same.forEach((name, index) => {
        const { file } = name
        const definition = { ...recordNameOf(name), start: name.start, end: name.end }
        const others = (): Place[] =>
          same
            .slice(0, relatedLimit + 1)
            .filter(other => other !== name)
            .slice(0, relatedLimit)
            .map(placeOf)
        for (const rule of definitionRules) {
          rule.definition({
            record: undefined,
            definition,
            count: same.length,
            isLater: same[index - 1]?.file === file,
            isElsewhere: () => same[0]!.file !== file || same.at(-1)!.file !== file,
            others,
            nextId: () => undefined,
            report: reporter(name, rule, add),
          })
        }
      })
    }
    const tags = tagNames(registry)
    for (const name of this.references) {
      const { field = '', ownTag = '' } = name
      for (const rule of referenceRules) {
        rule.reference({
          record: undefined,
          label: `${ownTag}.${field}`,
          reference: { ...recordNameOf(name), start: name.start, end: name.end, field },
          otherTags: () =>
            tags.filter(({ path }) => this.counts.count(path, name.id) > 0).map(tag => recordName(tag, name.id)),
          ids: () => [],
          target: undefined,
          isInForce: false,
          placesOf: ({ path, id }) => (this.meant.get(keyOf(path, id)) ?? []).slice(0, relatedLimit).map(placeOf),
          report: reporter(name, rule, add),
        })
      }
    }
    for (const some of problems.values()) some.sort((one, other) => one.entry - other.entry || one.start - other.start)
    return problems
  }
}

/** The names that an id can be under, in the order of the registry. */
const tagNames = ({ domains }: Registry): TagName[] =>
  [...domains.values()].flatMap(({ tags }) => [...tags.values()].map(({ fullName }) => fullName))

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function inOrder(one: NameFact, other: NameFact): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1
  return one.entry - other.entry || one.start - other.start
}

const recordNameOf = ({ domain, tag, id }: NameFact): RecordName => ({ path: pathOf(domain, tag), domain, tag, id })

const placeOf = ({ file, line, column, endLine, endColumn }: NameFact): Place => ({
  uri: file,
  start: { line: line - 1, character: column - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
})

function reporter(name: NameFact, rule: Rule, add: (name: NameFact, problem: FoundProblem) => void): Report {
  const {
    entry,
    start,
    line,
    column,
    endLine,
    endColumn,
    domain,
    tag,
    field = null,
    ownDomain = domain,
    ownTag = tag,
  } = name
  return (message, { related = () => [] } = {}) => {
    const data: PlacedProblem = {
      code: rule.code,
      severity: rule.severity,
      message,
      line,
      column,
      endLine,
      endColumn,
      domain: ownDomain,
      tag: ownTag,
      field,
      related: related().flatMap(({ at, message }) =>
        'uri' in at ? { file: at.uri, line: at.start.line + 1, message } : [],
      ),
      isFixable: false,
      fixes: [],
    }
    add(name, { entry, start, data })
  }
}

const definitionRules = rules.filter(
  (rule): rule is Rule & Required<Pick<Rule, 'definition'>> => rule.definition !== undefined,
)
const referenceRules = rules.filter(
  (rule): rule is Rule & Required<Pick<Rule, 'reference'>> => rule.reference !== undefined,
)
