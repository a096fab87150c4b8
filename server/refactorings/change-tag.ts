import { sectionAt } from '../../shared/check/check.ts'
import { bestFitting, tagsInForce } from '../../shared/domains/domains-in-force.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { shorten } from '../../shared/domains/values.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import { fieldText, gapsOf, headOf, separator, writeRecord } from './layout.ts'
import { isWhole, type Offer, type RecordContext, type Refactoring } from './refactoring.ts'
import { countReferring } from './referring.ts'

const limit = 5

/** Gives a record another tag of its domain, for the tags that share most of its fields; the fields that the tag does not define go. */
export const changeTag: Refactoring = {
  kind: 'refactor.rewrite.tag',
  offers: context => (isWhole(context.record) ? plausibleTags(context).map(tag => changeTo(context, tag)) : []),
}

/** The other tags of the domain that define fields of the record beside its id, those that define most of them first. */
function plausibleTags({ snapshot: { file }, entry, record, tag }: RecordContext): Tag[] {
  if (!tag) return []
  const names = new Set(
    record.fields.map(({ name }) => name).filter(name => name !== 'rid' && name !== tag.identityField),
  )
  const shared = (other: Tag): number => [...names].filter(name => other.fields.has(name)).length
  const { domains } = sectionAt(file, entry)
  return [...tag.domain.tags.values()]
    .filter(other => other !== tag && shared(other) > 0 && isBest(other))
    .sort((one, other) => shared(other) - shared(one))
    .slice(0, limit)

  /** Whether the record would be one of this domain's tag, not of another domain's tag of the same name. */
  function isBest(other: Tag): boolean {
    const fitting = bestFitting(
      tagsInForce(other.name, domains),
      [...names].filter(name => other.fields.has(name)),
    )
    return fitting.length === 1 && fitting[0] === other
  }
}

function changeTo(context: RecordContext, tag: Tag): Offer {
  const { record } = context
  const { fields } = record
  const gaps = gapsOf(record)
  const kept = [...fields.keys()].filter(index => fieldOf(tag, fields[index]!.name))
  const gapBefore = (index: number, place: number): string => {
    const gap = gaps[index]!
    if (place === 0) return index === 0 ? gap : ' '
    return gap.includes('|') ? gap : separator
  }
  const cells = kept.map((index, place) => ({
    gap: gapBefore(index, place),
    text: fieldText(context, fields[index]!),
  }))
  const head = headOf(record).slice(0, -tagWord(record).length) + tag.name
  const dropped = fields.filter(field => !fieldOf(tag, field.name)).map(({ name }) => name)
  return {
    title: titleFor(context, tag, [...new Set(dropped)]),
    changes: writeRecord(context, head, cells, gaps.at(-1)!),
  }
}

function titleFor(context: RecordContext, tag: Tag, dropped: readonly string[]): string {
  const fields = dropped.length <= 3 ? dropped.map(shorten).join(', ') : `${dropped.length} fields`
  const count = countReferring(context)
  const referring =
    count === 0 ? '' : `; ${count === 1 ? 'a record refers' : `${count} records refer`} to it as ${context.tag!.name}`
  return `Change the tag to ${tag.name}${dropped.length > 0 ? `, without ${fields}` : ''}${referring}`
}
