import { type CodeAction, CodeActionKind } from 'vscode-languageserver-types'
import { lastIndex } from '../../shared/basics/binary-search.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { localize } from '../../shared/domains/localize.ts'
import { type FieldDefinition, fieldOf } from '../../shared/domains/registry.ts'
import type { ValueToChoose } from '../../shared/protocol/typing.ts'
import type { RecordNode, Span, ValueNode } from '../../shared/syntax/nodes.ts'
import { toDiagnostic } from '../snapshot/diagnostics.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** An action for each value with a problem, with which the user chooses another one. Only some clients can ask. */
export function chooseValues(snapshot: Snapshot, problems: readonly Problem[]): CodeAction[] {
  const { chooseValueCommand } = snapshot.client
  if (chooseValueCommand === undefined) return []
  const actions = new Map<Span, CodeAction>()
  for (const problem of problems) {
    const found = valueAt(snapshot, problem)
    if (!found || actions.has(found.value)) continue
    const { field, value } = found
    const title = localize('Choose a value for {field}…', { field: field.name })
    const toChoose: ValueToChoose = {
      uri: snapshot.uri,
      version: snapshot.version,
      range: rangeIn(snapshot, problem.entry, value),
      field: field.name,
    }
    actions.set(value, {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(snapshot, problem)],
      command: { title, command: chooseValueCommand, arguments: [toChoose] },
    })
  }
  return [...actions.values()]
}

/**
 * The value that a part of an entry, such as that of a problem, stands in; undefined if it stands in something else, or
 * in a list.
 */
export function valueAt(
  { file }: Snapshot,
  { entry, start, end }: Pick<Problem, 'entry' | 'start' | 'end'>,
): { record: RecordNode; field: FieldDefinition; value: ValueNode } | undefined {
  const record = file.tree.entries[entry]
  const tag = file.entries[entry]?.tag
  if (record?.kind !== 'record' || !tag) return undefined
  const node = record.fields[lastIndex(record.fields, ({ nameStart }) => nameStart <= start)]
  if (node?.value && (start < node.value.start || end > node.value.end)) return undefined
  const field = node && fieldOf(tag, node.name)
  if (!node?.value || !field || field.list || node.value.kind === 'list' || node.value.hasTextBehind) return undefined
  return field.name === tag.identityField ? undefined : { record, field, value: node.value }
}
