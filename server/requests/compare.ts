import type { TextEdit } from 'vscode-languageserver-types'
import type { Comparison, TakeParams } from '../../shared/protocol/compare.ts'
import { comparisonOf, type TwoVersions, versionsOf } from '../../shared/views/compare/rows.ts'
import { changeThatTakes } from '../../shared/views/compare/take.ts'
import { plainEdit } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** A text and a file, record by record. */
export const compareWith = (snapshot: Snapshot, { text }: { readonly text: string }): Comparison =>
  comparisonOf(versionsBeside(snapshot, text), snapshot.file.context.registry)

/** The edits that give one of the two a record or a field of the other; null if that is not possible. */
export function takeFrom(snapshot: Snapshot, params: Omit<TakeParams, 'uri'>): TextEdit[] | null {
  const versions = versionsBeside(snapshot, params.text)
  const change = changeThatTakes(versions, params)
  return change ? [plainEdit(versions[params.into], change)] : null
}

const versionsBeside = ({ file: { tree, context } }: Snapshot, text: string): TwoVersions =>
  versionsOf(text, tree, context.registry)
