import { groupBy } from '../../basics/group.ts'
import { compareText } from '../../basics/text.ts'
import type { CheckedFile } from '../../check/check.ts'
import type { Problem } from '../../check/problem.ts'
import { deprecated } from '../../check/rules/deprecated.ts'
import { invalidValue } from '../../check/rules/invalid-value.ts'
import { notInEnum } from '../../check/rules/not-in-enum.ts'
import { outOfRange } from '../../check/rules/out-of-range.ts'
import { patternMismatch } from '../../check/rules/pattern-mismatch.ts'
import { unknownField } from '../../check/rules/unknown-field.ts'
import { isHeader } from '../../domains/domains-in-force.ts'
import { titleIn } from '../../domains/identity.ts'
import { shorten } from '../../domains/message-text.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../domains/registry.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { isWord } from '../../expression/read/write.ts'
import {
  type Bar,
  type Chart,
  type ListedRecord,
  listLimit,
  type Overview,
  type ProblemCount,
  type ProblemGroupCount,
} from '../../protocol/overview.ts'
import type { TableFilter } from '../../protocol/table/table.ts'
import { type RecordNode, tagWord, valueText } from '../../syntax/nodes.ts'
import { Histogram } from './histogram.ts'

/**
 * Counts the contents of files and keeps the first records of each number. Each number has a key for the property that
 * its records share.
 */
export class OverviewCounts {
  private readonly counts = new Map<string, { count: number; records: ListedRecord[] }>()
  private readonly histograms = new Map<string, Histogram<ListedRecord>>()
  private readonly tags = new Map<string, Tag | undefined>()
  private readonly severities = new Map<string, ProblemCount['severity']>()
  /** The groups of problems, by their keys. */
  private readonly groups = new Map<string, Omit<ProblemGroupCount, keyof Bar> & { readonly problem: Problem }>()
  private files = 0
  private records = 0

  /** @param now what is due before it is overdue */
  constructor(private readonly now: Date) {}

  /** Adds the counts of a file. */
  add(uri: string, file: CheckedFile, problems: readonly Problem[]): void {
    this.files++
    for (const { code, severity } of problems) this.severities.set(code, severity)
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
          : { uri, line: file.tree.lines[entry]!, label: 'Line', title: shorten(node.text.trim()) }
      if (isRecord) this.countRecord(node, tag, listed)
      for (const problem of own ?? []) {
        const { code, message, severity } = problem
        const found = { ...listed, detail: message }
        this.count(`problem ${code}`, found)
        const key = `group ${code} ${subjectOf(problem, true)}`
        this.count(key, found)
        if (!this.groups.has(key))
          this.groups.set(key, { severity, filter: tag ? filterOf(problem, tag) : null, problem })
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
    const problems = [...this.severities].map(([code, severity]) => ({
      ...this.bar(`problem ${code}`, code),
      severity,
    }))
    const due = dueSpans.map(({ name, label }) => this.bar(`due ${name}`, label))
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
      problems: problems.sort((one, other) => other.count - one.count),
      groups: this.groupCounts(),
    }
  }

  private groupCounts(): ProblemGroupCount[] {
    const labels = new Map<string, number>()
    const labelOf = (problem: Problem, hasDomain: boolean): string =>
      `${problem.code} ${subjectOf(problem, hasDomain)}`.trim()
    for (const { problem } of this.groups.values()) {
      const label = labelOf(problem, false)
      labels.set(label, (labels.get(label) ?? 0) + 1)
    }
    return [...this.groups]
      .map(([key, { problem, ...group }]) => {
        const isAmbiguous = labels.get(labelOf(problem, false))! > 1
        return { ...this.bar(key, labelOf(problem, isAmbiguous)), ...group }
      })
      .sort((one, other) => other.count - one.count || compareText(one.label, other.label))
      .slice(0, mostGroups)
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
  private countRecord(record: RecordNode, tag: Tag | undefined, listed: ListedRecord): void {
    const own = tag ? `tag ${tag.fullName.path}` : `tag @${shorten(tagWord(record))}`
    this.tags.set(own, tag)
    this.count(own, listed)
    if (!tag) return
    const counted = new Set<string>()
    const countOnce = (key: string, record: ListedRecord): void => {
      if (!counted.has(key)) this.count(key, record)
      counted.add(key)
    }
    const isDone = record.fields.some(
      ({ name, value }) => value && fieldOf(tag, name)?.enum && isOver(valueText(record, value)),
    )
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
      if (!isDone && isDue(field)) countOnce(`due ${dueIn(text, this.now)}`, { ...listed, detail: text })
    }
  }
}

const mostGroups = 50

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

const day = 86_400_000

/** The periods of due dates, the nearest first. */
const dueSpans = [
  { name: 'overdue', label: 'overdue', days: 0 },
  { name: 'week', label: 'within 7 days', days: 7 },
  { name: 'month', label: 'within 30 days', days: 30 },
  { name: 'later', label: 'later', days: Infinity },
] as const

type DueSpan = (typeof dueSpans)[number]['name']

/**
 * Whether a field's time is one by which something has to be done or ends, judged by its name: `remediation_due`,
 * `expires`, `valid_until`.
 */
export const isDue = ({ name, type }: Pick<FieldDefinition, 'name' | 'type'>): boolean =>
  type === 'ts' && /(^|_)(due|deadline|expires?|expiry|expiration|until|renewal|next)(_|$)/.test(name)

/** Whether a status means that nothing is left to do. */
export const isOver = (status: string): boolean =>
  /^(closed|done|resolved|completed?|cancell?ed|remediated|accepted|rejected|paid|settled|retired|expired|archived|withdrawn|terminated|superseded|fulfilled)$/.test(
    status,
  )

/** When something is due. A date without a time is due when the day is over; a time without a zone is taken for UTC. */
function dueIn(timestamp: string, now: Date): DueSpan {
  const hasTime = timestamp.includes('T')
  const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(timestamp)
  const time = Date.parse(hasTime && !hasZone ? `${timestamp}Z` : timestamp) + (hasTime ? 0 : day)
  const rest = time - now.getTime()
  return dueSpans.find(({ days }) => rest < days * day)?.name ?? 'later'
}
