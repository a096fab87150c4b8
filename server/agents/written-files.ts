import type { GivenValue, WriteChange } from '../../shared/agents/inputs.ts'
import { fieldNamed, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { writeValues } from '../../shared/edit/write-values.ts'
import { isFieldName, type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { indexAtLine } from '../../shared/syntax/tree.ts'
import { addRecords } from './added-records.ts'
import { refuse } from './answer.ts'
import { type AgentContext, pathOf } from './context.ts'
import { refuseField } from './describe.ts'
import { nearestIds, recordsOfId } from './get.ts'
import { textOfValue, type WrittenFile, writtenFileAt } from './written-file.ts'

/** The files that the changes of a call change. Refuses what cannot be done. */
export async function writtenFiles(
  context: AgentContext,
  changes: readonly WriteChange[],
): Promise<ReadonlyMap<string, WrittenFile>> {
  const files = new Map<string, WrittenFile>()
  // The id of a record is one of these two fields.
  const givenIds = new Set(
    changes.flatMap(change =>
      change.action === 'add' ? [change.values?.rid, change.values?.id].flatMap(id => id?.toString() ?? []) : [],
    ),
  )
  for (const [place, change] of changes.entries()) {
    const at = `changes.${place}`
    if (change.action === 'add') await addRecords(context, files, change, givenIds, at)
    else await changeRecord(context, files, change, at)
  }
  return files
}

type OtherChange = Exclude<WriteChange, { action: 'add' }>

/** Sets values of a record, or removes it. */
async function changeRecord(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  change: OtherChange,
  at: string,
): Promise<void> {
  const [record, ...others] = recordsOfId(context, change.id, change.tag)
  if (!record)
    refuse({
      code: 'unknown-id',
      message: `There is no ${change.tag ?? 'record'} with this id.`,
      at: `${at}.id`,
      nearest: nearestIds(context, change.id, change.tag),
    })
  if (others.length > 0)
    refuse({
      code: 'ambiguous-id',
      message: 'Several records have this id; pass tag, or change the text of the file.',
      at: `${at}.id`,
      allowed: [record, ...others].map(
        one => `${one.tag.path} in ${pathOf(context, one.uri)}:${one.tagPlace().start.line + 1}`,
      ),
    })
  const file = await writtenFileAt(context, files, record.uri, `${at}.id`)
  const { tree, entries } = file.file
  const entry = indexAtLine(tree, record.tagPlace().start.line)
  const node = file.set.get(entry) ?? tree.entries[entry]
  const tag = entries[entry]?.tag
  if (node?.kind !== 'record' || !tag || file.removed.has(entry))
    refuse({ code: 'unknown-id', message: 'The record is no longer there; call get.', at: `${at}.id` })
  const isSet = change.action === 'set'
  expectValues(node, tag, change.expected ?? {}, isSet ? Object.keys(change.values) : undefined, `${at}.expected`)
  if (!isSet) {
    file.removed.add(entry)
    file.set.delete(entry)
    return
  }
  const values = Object.entries(change.values).map(([name, value]) => {
    const where = `${at}.values.${name}`
    const isThere = node.fields.some(field => field.name === name)
    const field = fieldOf(tag, name)
    if (!field && !(isThere && isFieldName(name))) refuseField(tag, name, where)
    return { name, field, value: value === null ? null : textOfValue(value, field ?? fieldNamed(tag, name), where) }
  })
  const written = writeValues(node, values)
  if (!written)
    refuse({
      code: 'not-closed',
      message: 'The record has text that is not closed or a field twice, so it is uncertain what would change.',
      at: `${at}.id`,
    })
  file.set.set(entry, written)
  file.setFields.set(entry, new Set([...(file.setFields.get(entry) ?? []), ...Object.keys(change.values)]))
}

/** Refuses a change of a record whose values are others than the call expects. */
function expectValues(
  record: RecordNode,
  tag: Tag,
  expected: Readonly<Record<string, GivenValue | null>>,
  needed: readonly string[] | undefined,
  at: string,
): void {
  const names = Object.keys(expected)
  const current = (of: readonly string[]): Record<string, string | null> =>
    Object.fromEntries(of.map(name => [name, textIn(record, name)]))
  const untold = needed ? needed.filter(name => !names.includes(name)) : []
  if (untold.length > 0 || (!needed && names.length === 0))
    refuse({
      code: 'expected-missing',
      message: 'Pass in expected the values that the fields have now, so that nothing newer is overwritten.',
      at,
      current: current(needed ?? [...new Set(record.fields.map(({ name }) => name))].slice(0, 20)),
    })
  const stale = names.filter(name => {
    const value = expected[name]!
    const field = fieldOf(tag, name) ?? fieldNamed(tag, name)
    return textIn(record, name) !== (value === null ? null : textOfValue(value, field, `${at}.${name}`))
  })
  if (stale.length > 0)
    refuse({
      code: 'stale-value',
      message: 'The record has other values by now; look whether the change is still right.',
      at: `${at}.${stale[0]}`,
      current: current(stale),
    })
}

function textIn(record: RecordNode, name: string): string | null {
  const value = record.fields.find(field => field.name === name)?.value
  return value ? valueText(record, value) : null
}
