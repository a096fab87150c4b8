import { groupBy } from '../../basics/group.ts'
import { compareText } from '../../basics/text.ts'
import type { CheckedFile } from '../../check/check.ts'
import type { Problem } from '../../check/problem.ts'
import { deprecated } from '../../check/rules/deprecated.ts'
import { rules } from '../../check/rules/index.ts'
import { invalidValue } from '../../check/rules/invalid-value.ts'
import { notInEnum } from '../../check/rules/not-in-enum.ts'
import { outOfRange } from '../../check/rules/out-of-range.ts'
import { patternMismatch } from '../../check/rules/pattern-mismatch.ts'
import { unknownField } from '../../check/rules/unknown-field.ts'
import { titleIn } from '../../domains/identity.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag } from '../../domains/registry.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { type DueDay, dueDaysOf, dueSpans, listedBy } from '../../due/due-days.ts'
import { isWord } from '../../expression/read/write.ts'
import {
  type Bar,
  type Chart,
  type ListedRecord,
  listLimit,
  type Overview,
  type OwnerCount,
  type ProblemCount,
} from '../../protocol/overview.ts'
import type { TableFilter } from '../../protocol/table/table.ts'
import { isHeader, type RecordNode, tagWord, valueText } from '../../syntax/nodes.ts'
import { Histogram } from './histogram.ts'

/**
 * Counts the contents of files and keeps the first records of each number. Each number has a key for the property that
 * its records share.
 */
export class OverviewCounts {
  private readonly counts = new Map<string, { count: number; records: ListedRecord[] }>()
  private readonly histograms = new Map<string, Histogram<ListedRecord>>()
  private readonly tags = new Map<string, Tag | undefined>()
  private readonly severities = { error: 0, warning: 0, information: 0 }
  /** The first problem of each group, by the keys of the groups. */
  private readonly groups = new Map<string, AlikeProblems>()
  /** How many records are overdue, by the owners of records that are due. */
  private readonly overdueOf = new Map<string, number>()
  private files = 0
  private records = 0

  /** @param now what is due before it is overdue */
  constructor(private readonly now: Date) {}

  /** Adds the counts of a file. */
  add(uri: string, file: CheckedFile, problems: readonly Problem[]): void {
    this.files++
    const found = groupBy(problems, ({ entry }) => entry)
    file.tree.entries.forEach((node, entry) => {
      const isRecord = node.kind === 'record' && !isHeader(node)
      if (isRecord) this.records++
      const own = found.get(entry)
      if (!isRecord && !own) return
      const tag = file.entries[entry]!.tag
      const listed =
        node.kind === 'record'
          ? recordAt(uri, file, entry, node, tag)
          : { uri, line: file.tree.lines[entry]!, label: localize('Line'), title: shorten(node.text.trim()) }
      if (isRecord) this.countRecord(node, tag, listed, file.context.registry)
      for (const problem of own ?? []) {
        const { code, message, severity } = problem
        this.severities[severity]++
        const key = `problem ${severity} ${code} ${subjectOf(problem, true)}`
        this.count(key, { ...listed, detail: message })
        const group = this.groups.get(key)
        if (!group) this.groups.set(key, { problem, filter: tag ? filterOf(problem, tag) : null, isAlike: true })
        else if (group.problem.message !== message) this.groups.set(key, { ...group, isAlike: false })
      }
    })
  }

  /** What was counted so far. */
  overview(): Overview {
    const tags = [...this.tags].map(([key, tag]) => ({
      ...this.bar(key, tag?.name ?? key.slice('tag @'.length)),
      domain: tag?.domain.path ?? '',
    }))
    const known = [...this.tags.values()].filter(tag => tag !== undefined)
    const charts = (
      isWanted: (field: FieldDefinition) => boolean,
      chart: (tag: Tag, field: FieldDefinition) => Chart,
    ): Chart[] =>
      known
        .flatMap(tag => [...tag.fields.values()].filter(isWanted).map(field => chart(tag, field)))
        .filter(({ bars }) => bars.some(({ count }) => count > 0))
    const problems = this.problemCounts()
    const labels = spanLabels()
    const due = dueSpans.map(({ name }) => this.bar(`due ${name}`, labels[name]))
    const owners = this.ownerCounts()
    return {
      files: this.files,
      records: this.records,
      tags: tags.sort((one, other) => compareText(one.domain, other.domain) || other.count - one.count),
      lifecycles: charts(
        ({ enum: values }) => values !== undefined,
        (tag, field) => this.lifecycle(tag, field),
      ),
      numbers: charts(
        ({ range }) => range !== undefined,
        (tag, field) => this.histogram(tag, field),
      ),
      due: due.some(({ count }) => count > 0) ? due : [],
      owners: owners.slice(0, mostGroups),
      otherOwners: Math.max(0, owners.length - mostGroups),
      severities: { ...this.severities },
      problems: problems.slice(0, mostGroups),
      otherProblems: problems.slice(mostGroups).reduce((sum, { count }) => sum + count, 0),
    }
  }

  /** Those with most records first, and records without an owner last. */
  private ownerCounts(): OwnerCount[] {
    if ([...this.overdueOf.keys()].every(owner => owner === '')) return []
    return [...this.overdueOf]
      .sort(
        ([one], [other]) =>
          Number(one === '') - Number(other === '') ||
          this.bar(keyOfOwner(other), '').count - this.bar(keyOfOwner(one), '').count ||
          compareText(one, other),
      )
      .map(([owner, overdue]) => ({
        ...this.bar(keyOfOwner(owner), owner === '' ? localize('without owner') : shorten(owner)),
        overdue,
      }))
  }

  private problemCounts(): ProblemCount[] {
    const details = new Map<string, number>()
    const detailOf = (problem: Problem, hasDomain: boolean): string =>
      [subjectOf(problem, hasDomain), problem.code].filter(Boolean).join(': ')
    for (const { problem } of this.groups.values()) {
      const detail = detailOf(problem, false)
      details.set(detail, (details.get(detail) ?? 0) + 1)
    }
    return [...this.groups]
      .map(([key, { problem, filter, isAlike }]) => {
        const words = problemWords(problem, isAlike)
        const isAmbiguous = details.get(detailOf(problem, false))! > 1
        const isNamed = !isAmbiguous && words.includes(subjectOf(problem, false))
        const detail = isNamed ? problem.code : detailOf(problem, isAmbiguous)
        return { ...this.bar(key, words), severity: problem.severity, detail, filter }
      })
      .sort(
        (one, other) =>
          severityRank(one.severity) - severityRank(other.severity) ||
          other.count - one.count ||
          compareText(one.detail, other.detail),
      )
  }

  /** The first records behind a number; of dates, the earliest. */
  listed(key: string): readonly ListedRecord[] {
    const records = this.counts.get(key)?.records ?? []
    return key.startsWith('due ') ? earliest(records) : records.slice(0, listLimit)
  }

  private lifecycle(tag: Tag, { name, enum: values = [] }: FieldDefinition): Chart {
    const path = `${tag.fullName.path}.${name}`
    return {
      path,
      title: `${tag.name}.${name}`,
      unit: '',
      bars: values.map(value => this.bar(`value ${path} ${value}`, value)),
    }
  }

  private histogram(tag: Tag, field: FieldDefinition): Chart {
    const path = `${tag.fullName.path}.${field.name}`
    const columns = this.histograms.get(path)?.result() ?? []
    const bars = columns.map(({ label, count, items }): Bar => {
      const key = `number ${path} ${label}`
      this.counts.set(key, { count, records: [...items] })
      return { key, label, count }
    })
    return { path, title: `${tag.name}.${field.name}`, unit: field.unit ?? '', bars }
  }

  private bar(key: string, label: string): Bar {
    return { key, label, count: this.counts.get(key)?.count ?? 0 }
  }

  private count(key: string, record: ListedRecord): void {
    const counted = this.counts.get(key) ?? { count: 0, records: [] }
    counted.count++
    // Some more are kept of dates, whose earliest may come late.
    if (counted.records.length < (key.startsWith('due ') ? 2 : 1) * listLimit) counted.records.push(record)
    else if (key.startsWith('due ')) counted.records = [...earliest(counted.records), record]
    this.counts.set(key, counted)
  }

  /** Counts what a record has in common with others: its tag, allowed values, due dates and numbers. */
  private countRecord(record: RecordNode, tag: Tag | undefined, listed: ListedRecord, registry: Registry): void {
    const own = tag ? `tag ${tag.fullName.path}` : `tag @${shorten(tagWord(record))}`
    this.tags.set(own, tag)
    this.count(own, listed)
    if (!tag) return
    const counted = new Set<string>()
    const countOnce = (key: string, record: ListedRecord): void => {
      if (!counted.has(key)) this.count(key, record)
      counted.add(key)
    }
    const days = dueDaysOf(record, tag, registry, this.now.getTime())
    for (const { span, text } of days) countOnce(`due ${span}`, { ...listed, detail: text })
    this.countOwner(record, days, listed)
    for (const { name, value } of record.fields) {
      const field = fieldOf(tag, name)
      if (!field || !value) continue
      const text = valueText(record, value)
      if (!valueTypes[field.type].accepts(text)) continue
      const path = `${tag.fullName.path}.${name}`
      if (field.enum?.includes(text)) countOnce(`value ${path} ${text}`, listed)
      if (field.range && !counted.has(`number ${path}`)) {
        counted.add(`number ${path}`)
        const histogram = this.histograms.get(path) ?? new Histogram(field, listLimit)
        histogram.add(Number(text), { ...listed, detail: [text, field.unit].filter(Boolean).join(' ') })
        this.histograms.set(path, histogram)
      }
    }
  }

  /** Counts a record once for its owner if one of its days is overdue or near, as `recline due --by owner` does. */
  private countOwner(record: RecordNode, days: readonly DueDay[], listed: ListedRecord): void {
    const [first] = days.filter(({ span }) => span !== 'later').sort((one, other) => one.rest - other.rest)
    if (!first) return
    const owner = listedBy(record, 'owner')
    this.count(keyOfOwner(owner), { ...listed, detail: first.text })
    this.overdueOf.set(owner, (this.overdueOf.get(owner) ?? 0) + Number(first.span === 'overdue'))
  }
}

const spanLabels = (): Readonly<Record<DueDay['span'], string>> => ({
  overdue: localize('overdue'),
  week: localize('within 7 days'),
  month: localize('within 30 days'),
  later: localize('later'),
})

const mostGroups = 200

const keyOfOwner = (owner: string): string => `due owner ${owner}`

interface AlikeProblems extends Pick<ProblemCount, 'filter'> {
  /** The first one. */
  readonly problem: Problem
  /** Whether all problems have its message. */
  readonly isAlike: boolean
}

/** The worst severity first. */
const severityRank = (severity: Problem['severity']): number => ['error', 'warning', 'information'].indexOf(severity)

/** What is wrong in all problems of a group: their message, or what their code means. */
function problemWords({ code, message }: Problem, isAlike: boolean): string {
  if (isAlike) return message
  const { summary } = rules.find(rule => rule.code === code) ?? {}
  return summary?.replaceAll('`', '') ?? localize('For example: {message}', { message })
}

/** What the problems of a group have in common, as `TAG.field` or with the path of the domain. */
const subjectOf = ({ domain, tag, field }: Problem, hasDomain: boolean): string =>
  [hasDomain && domain, tag !== undefined && shorten(tag), field !== undefined && shorten(field)]
    .filter(Boolean)
    .join('.')

/** The records that have such a problem: by an expression if one tells, or else those with any problem. */
function filterOf({ code, field }: Problem, tag: Tag): TableFilter {
  const table = tag.nameOfRecords.path
  if (field === undefined) return { table, where: '', hasProblem: true }
  const name = tag.fields.has(field) && isWord(field) ? field : `this[${JSON.stringify(field)}]`
  if (code === unknownField.code || code === deprecated.code) return { table, where: `has(${name})`, hasProblem: true }
  if (codesOfValues.has(code)) return { table, where: `has(${name}) && !valid(${name})`, hasProblem: true }
  return { table, where: '', hasProblem: true }
}

const codesOfValues: ReadonlySet<string> = new Set(
  [invalidValue, notInEnum, outOfRange, patternMismatch].map(rule => rule.code),
)

/** The records with the earliest dates, in their order. */
const earliest = (records: readonly ListedRecord[]): ListedRecord[] =>
  records.toSorted((one, other) => timeOfRecord(one) - timeOfRecord(other)).slice(0, listLimit)

const timeOfRecord = ({ detail = '' }: ListedRecord): number => valueTypes.ts.sortKey?.(detail) ?? 0

function recordAt(
  uri: string,
  { tree, entries }: CheckedFile,
  entry: number,
  record: RecordNode,
  tag: Tag | undefined,
): ListedRecord {
  const id = entries[entry]!.identity?.definition?.id
  const name = tag?.name ?? shorten(tagWord(record))
  return {
    uri,
    line: tree.lines[entry]!,
    label: id === undefined ? name : `${name} ${shorten(id)}`,
    title: titleIn(record, entries[entry]!),
  }
}
