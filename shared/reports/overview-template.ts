import type { FieldDefinition, Tag } from '../domains/registry.ts'
import { isDoneState, isDueField } from '../due/due-days.ts'
import { isWord } from '../expression/read/write.ts'
import type { TimeSpan } from '../query/periods.ts'
import { writtenBlock } from './written-block.ts'

/** What an overview tells besides. */
interface OverviewOptions {
  /** Whether it tells what changed since another version. */
  readonly hasChanges?: boolean
  /** The time over which it counts the records; undefined for the present alone. */
  readonly span?: TimeSpan
  /** Where the name of a tag leads, as an address that needs no escapes; undefined for no link. */
  readonly hrefOfTag?: (tag: Tag) => string | undefined
}

/** A template where the user has none: the number of records, their states, what is due, and the problems. */
export function overviewTemplate(
  tags: readonly (readonly [tag: Tag, count: number])[],
  { hasChanges = false, span, hrefOfTag = () => undefined }: OverviewOptions = {},
): string {
  const known = tags.map(([tag]) => tag)
  const nameOf = (tag: Tag): string => {
    const href = hrefOfTag(tag)
    return href === undefined ? tag.name : `[${tag.name}](${href})`
  }
  const rows = known.map(tag => `| ${nameOf(tag)} | {count ${tag.fullName.path}} |\n`).join('')
  const due = known.flatMap(dueBlock)
  return [
    '# Overview\n',
    ...(known.length === 0 ? ['There are no records.\n'] : [`| Tag | Records |\n| --- | --: |\n${rows}`]),
    ...(due.length > 0 ? ['## Overdue or due within 30 days\n', ...due] : []),
    ...(known.length > 0 ? ['## States\n', ...known.flatMap(stateBlock)] : []),
    ...(span && known.length > 0 ? ['## Numbers over time\n', ...known.map(tag => timeBlock(tag, span))] : []),
    ...(hasChanges ? ['## Changes\n', writtenBlock(['show changes'])] : []),
    '## Problems\n',
    writtenBlock(['show problems', 'limit 50']),
  ].join('\n')
}

/** A chart of the states of the records. */
function stateBlock(tag: Tag): string[] {
  const field = stateField(tag)
  if (!field) return []
  const title = `title ${tag.name} by ${field.name}`
  return [writtenBlock([`tag ${tag.fullName.path}`, `count-by ${field.name}`, 'show bar', title])]
}

/** Lines of how many records there were at the end of each period, in each state. */
function timeBlock(tag: Tag, { every, since }: TimeSpan): string {
  const field = stateField(tag)
  return writtenBlock([
    `tag ${tag.fullName.path}`,
    ...(field ? [`count-by ${field.name}`] : []),
    `every ${every}`,
    `since ${since}`,
    'show line',
    `title ${tag.name}${field ? ` by ${field.name}` : ''} at the end of each ${every}`,
  ])
}

/** The first field with allowed values; a field called status or state goes before others. */
function stateField({ fields }: Tag): FieldDefinition | undefined {
  const all = [...fields.values()].filter(field => field.enum && !field.list && isWord(field.name))
  return all.find(one => one.name === 'status' || one.name === 'state') ?? all[0]
}

/** A table of what is due soon or overdue, for each field that says so, without what is done. */
function dueBlock(tag: Tag): string[] {
  const { name, fullName, fields, identityField } = tag
  const names = [...fields.keys()].filter(isWord)
  const named = names.includes(identityField) ? identityField : names[0]!
  const states = [...fields.values()].filter(field => field.enum && !field.list && isWord(field.name))
  const open = states.flatMap(field => {
    const done = field.enum!.filter(isDoneState)
    return done.length === 0 ? [] : `!(has(${field.name}) && ${field.name} in ${JSON.stringify(done)})`
  })
  const shown = states.slice(0, 2).map(field => field.name)
  return [...fields.values()]
    .filter(field => isDueField(field) && isWord(field.name))
    .map(field =>
      writtenBlock([
        `tag ${fullName.path}`,
        `where ${[`${field.name} < now + duration("720h")`, ...openConditions(field, open)].join(' && ')}`,
        `select ${[...new Set([named, field.name, ...shown])].join(',')}`,
        `sort ${field.name}`,
        `title ${name} by ${field.name}`,
      ]),
    )
}

/** The conditions of records in which something is left to do: that of the field, or else those of all states. */
const openConditions = ({ due }: FieldDefinition, open: readonly string[]): readonly string[] =>
  due?.until === undefined ? open : [`!(${due.until})`]
