import { sectionAt, usedDomains } from '../../shared/check/check.ts'
import { setHeaderDomains } from '../../shared/check/fixes/header.ts'
import { bestFitting, tagsInForce } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import { fieldText, gapsOf, recordHead, separator, writeRecord } from './record-layout.ts'
import { isWhole, type Offer, type Refactoring, type RefactoringContext } from './refactoring.ts'
import { countReferring } from './referring.ts'

/** The most tags that are offered. */
const offerLimit = 5

/**
 * Changes the tag of a record to another one of its domain that has most of its fields. Fields that the new tag does
 * not define are removed.
 */
export const changeTag: Refactoring = {
  kind: 'refactor.rewrite.tag',
  isRewriting: true,
  offers: context => (isWhole(context.record) ? plausibleTags(context).map(tag => changeTo(context, tag)) : []),
}

/**
 * The other tags of the domain that define fields of the record, not counting its id. Those that define most of them
 * come first.
 */
function plausibleTags({ snapshot: { file }, entry, record, tag }: RefactoringContext): Tag[] {
  if (!tag) return []
  const names = new Set(
    record.fields.map(({ name }) => name).filter(name => name !== 'rid' && name !== tag.identityField),
  )
  const shared = (other: Tag): number => [...names].filter(name => other.fields.has(name)).length
  const { domains } = sectionAt(file, entry)
  return [...tag.domain.tags.values()]
    .filter(other => other !== tag && shared(other) > 0 && isBest(other))
    .sort((one, other) => shared(other) - shared(one))
    .slice(0, offerLimit)

  /** Whether the record would get this tag, and not a tag with the same name of another domain. */
  function isBest(other: Tag): boolean {
    const fitting = bestFitting(
      tagsInForce(other.name, domains),
      [...names].filter(name => other.fields.has(name)),
    )
    return fitting.length === 1 && fitting[0] === other
  }
}

function changeTo(context: RefactoringContext, tag: Tag): Offer {
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
  const head = recordHead(record).slice(0, -tagWord(record).length) + tag.name
  const dropped = fields.filter(field => !fieldOf(tag, field.name)).map(({ name }) => name)
  return {
    title: titleFor(context, tag, [...new Set(dropped)]),
    changes: writeRecord(context, head, cells, gaps.at(-1)!),
  }
}

function titleFor(context: RefactoringContext, tag: Tag, dropped: readonly string[]): string {
  const fields =
    dropped.length <= 3 ? dropped.map(shorten).join(', ') : localize('{count} fields', { count: dropped.length })
  const title =
    dropped.length === 0
      ? localize('Change the tag to {tag}', { tag: tag.name })
      : localize('Change the tag to {tag}, without {fields}', { tag: tag.name, fields })
  const count = countReferring(context)
  if (count === 0) return title
  const places = { title, count, tag: context.tag!.name }
  return count === 1
    ? localize('{title}; a record refers to it as {tag}', places)
    : localize('{title}; {count} records refer to it as {tag}', places)
}

/** Adds an `@DOC` header with the domains of the file at the top of a file without headers. */
export const addHeader: Refactoring = {
  kind: 'refactor.rewrite.header',
  offers: ({ snapshot: { file } }) => {
    const {
      sections: [{ domains, source } = { domains: [], source: 'registry' }, ...headers],
    } = file
    const paths = (source === 'registry' ? usedDomains(file) : domains).map(({ path }) => path)
    if (headers.length > 0 || paths.length === 0) return []
    const named = paths.length <= 3 ? paths.join(', ') : localize('{count} domains', { count: paths.length })
    return [
      {
        title: localize('Add an @DOC header for {domains}', { domains: named }),
        changes: [setHeaderDomains(file, 0, paths)],
      },
    ]
  },
}
