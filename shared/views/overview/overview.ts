import type { CheckedFile } from '../../check/check.ts'
import type { Problem } from '../../check/problem.ts'
import { isHeader } from '../../domains/domains-in-force.ts'
import { titleOf } from '../../domains/identity.ts'
import { shorten } from '../../domains/message-text.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../domains/registry.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import {
  type Bar,
  type Chart,
  type ListedRecord,
  listLimit,
  type Overview,
  type ProblemCount,
} from '../../protocol/overview.ts'
import { type RecordNode, tagWord, valueText } from '../../syntax/nodes.ts'
import { binsOf } from './bins.ts'
import { dueIn, dueSpans, isDue, isOver } from './due.ts'

/**
 * Counts the contents of files and keeps the first records of each number. Each number has a key for the property that
 * its records share.
 */
export class OverviewCounts {
  private readonly counts = new Map<string, { count: number; records: ListedRecord[] }>()
  private readonly tags = new Map<string, Tag | undefined>()
  private readonly severities = new Map<string, ProblemCount['severity']>()
  private files = 0
  private records = 0

  /** @param now what is due before it is overdue */
  constructor(private readonly now: Date) {}

  /** Adds the counts of a file. */
  add(uri: string, file: CheckedFile, problems: readonly Problem[]): void {
    this.files++
    const codes = new Map<number, Set<string>>()
    for (const { code, severity, entry } of problems) {
      this.severities.set(code, severity)
      codes.set(entry, (codes.get(entry) ?? new Set()).add(code))
    }
    file.tree.entries.forEach((node, entry) => {
      const found = [...(codes.get(entry) ?? [])].map(code => `problem ${code}`)
      const isRecord = node.kind === 'record' && !isHeader(node)
      if (isRecord) this.records++
      if (!isRecord && found.length === 0) return
      const tag = file.entries[entry]!.tag
      const keys = isRecord ? [...this.keysOf(node, tag), ...found] : found
      const listed =
        node.kind === 'record'
          ? recordAt(uri, file, entry, node, tag)
          : { uri, line: file.tree.lines[entry]!, label: 'Line', title: shorten(node.text.trim()) }
      for (const key of keys) this.count(key, listed)
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
      tags: tags.sort((one, other) => one.domain.localeCompare(other.domain) || other.count - one.count),
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
    }
  }

  /** The first records behind a number. */
  listed(key: string): readonly ListedRecord[] {
    return this.counts.get(key)?.records ?? []
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
    const bars = binsOf(field).labels.map((label, bin) => this.bar(`number ${path} ${bin}`, label))
    return { path, title: `${tag.name}.${field.name}`, unit: field.unit ?? '', bars }
  }

  private bar(key: string, label: string): Bar {
    return { key, label, count: this.counts.get(key)?.count ?? 0 }
  }

  private count(key: string, record: ListedRecord): void {
    const counted = this.counts.get(key) ?? { count: 0, records: [] }
    counted.count++
    if (counted.records.length < listLimit) counted.records.push(record)
    this.counts.set(key, counted)
  }

  /** What a record has in common with others. */
  private keysOf(record: RecordNode, tag: Tag | undefined): Set<string> {
    const own = tag ? `tag ${tag.fullName.path}` : `tag @${shorten(tagWord(record))}`
    this.tags.set(own, tag)
    const keys = new Set([own])
    if (!tag) return keys
    const isDone = record.fields.some(
      ({ name, value }) => value && fieldOf(tag, name)?.enum && isOver(valueText(record, value)),
    )
    for (const { name, value } of record.fields) {
      const field = fieldOf(tag, name)
      if (!field || !value) continue
      const text = valueText(record, value)
      if (!valueTypes[field.type].accepts(text)) continue
      if (field.enum?.includes(text)) keys.add(`value ${tag.fullName.path}.${name} ${text}`)
      if (field.range) keys.add(`number ${tag.fullName.path}.${name} ${binsOf(field).binOf(Number(text))}`)
      if (!isDone && isDue(field)) keys.add(`due ${dueIn(text, this.now)}`)
    }
    return keys
  }
}

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
    title: titleOf(record, tag),
  }
}
