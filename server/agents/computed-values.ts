import type { WriteChange } from '../../shared/agents/inputs.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { newValues } from '../../shared/edit/edit-file.ts'
import { newValueOf } from '../../shared/edit/record-edit.ts'
import type { NewValue } from '../../shared/edit/write-values.ts'
import { othersRead } from '../../shared/expression/expression.ts'
import { Frame } from '../../shared/expression/run/frame.ts'
import { readNewValue } from '../../shared/expression/run/new-value.ts'
import { ParsedRecord } from '../../shared/expression/run/parsed-record.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { cancelled } from './answer.ts'
import type { AgentContext } from './context.ts'
import { refuseField } from './describe.ts'
import { mustRead, timeOfCall } from './find.ts'
import { mustReadShown } from './withheld.ts'

/** What the expressions of a change make of a record: its new values, or why they cannot be computed. */
export type ComputedValues = (node: RecordNode) => ReturnType<typeof newValues>

/** Reads the expressions of a change, and checks their types. Refuses those that read sensitive fields. */
export async function computedValues(
  context: AgentContext,
  tag: Tag,
  { computed = {} }: WriteChange,
  at: string,
): Promise<ComputedValues> {
  const { registry, loaded, token, now } = context
  const read = Object.entries(computed).map(([name, source]) => {
    const place = `${at}.computed.${name}`
    const field = fieldOf(tag, name)
    if (!field) refuseField(tag, name, place)
    const value = readNewValue(source, field, tag, registry)
    mustRead(value, tag, place)
    mustReadShown(value, tag, registry, place)
    return { field, value }
  })
  if (read.length === 0) return () => noValues
  if (!(await loaded.reach(othersRead(read.map(({ value }) => value)), token))) return cancelled()
  const set = read.map(({ field, value }) => newValueOf(field, value))
  return node => {
    const values = new ParsedRecord(node, undefined, 'query')
    return newValues({ set, unset: [], mapped: [] }, values, new Frame(values, timeOfCall(now), loaded.reachable))
  }
}

const noValues: NewValue[] = []
