import type * as vscode from 'vscode'
import { readParams } from '../shared/protocol/request.ts'
import { type ColumnLayout, type ColumnLayouts, columnLayouts } from '../shared/protocol/table-page.ts'

const memory = 'recline.tableLayouts'

/** The most tags whose layout is remembered; the one that was changed first is forgotten first. */
const limit = 200

/** How the user wants the columns of each tag. Anything else in the memory is ignored. */
export function readLayouts(state: vscode.Memento): ColumnLayouts {
  const read = readParams(memory, columnLayouts, state.get(memory))
  return 'params' in read ? read.params : []
}

/** Remembers the layout of a table, or forgets it. */
export async function saveLayout(
  state: vscode.Memento,
  table: string,
  layout: ColumnLayout | undefined,
): Promise<void> {
  const others = readLayouts(state).filter(([key]) => key !== table)
  await state.update(memory, [...others, ...(layout ? [[table, layout] as const] : [])].slice(-limit))
}
