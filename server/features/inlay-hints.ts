import { type InlayHint, InlayHintKind, type Range } from 'vscode-languageserver-types'
import { sectionAt } from '../../shared/check/check.ts'
import { tagsInForce } from '../../shared/domains/domains-in-force.ts'
import type { Reference } from '../../shared/domains/identity.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { indexAt, offsetAt, positionIn } from '../../shared/syntax/tree.ts'
import type { InlayHintSettings } from '../snapshot/settings.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The inlay hints in a range: units of numbers, titles of references, and domains of ambiguous tags. */
export function inlayHints(snapshot: Snapshot, range: Range, settings: InlayHintSettings): InlayHint[] {
  const { tree, entries } = snapshot.file
  const titles = new Map<string, string>()
  const hints: InlayHint[] = []
  const last = indexAt(tree, offsetAt(tree, range.end))
  for (let index = Math.max(0, indexAt(tree, offsetAt(tree, range.start))); index <= last; index++) {
    const record = tree.entries[index]!
    const { tag, identity } = entries[index]!
    if (record.kind !== 'record' || !tag) continue
    const add = (offset: number, label: string, kind?: InlayHintKind): void => {
      hints.push({ position: positionIn(tree, index, offset), label, paddingLeft: true, ...(kind && { kind }) })
    }
    if (settings.domains && tagsInForce(tag.name, sectionAt(snapshot.file, index).domains).length > 1)
      add(record.tagEnd, tag.domain.path, InlayHintKind.Type)
    if (settings.units) addUnits(record, tag, add)
    for (const reference of settings.titles ? (identity?.references ?? []) : []) {
      const title = titleOfReference(snapshot, reference, titles)
      // After the closing quote, if the reference ends at one.
      if (title !== '') add(record.text[reference.end] === '"' ? reference.end + 1 : reference.end, shorten(title))
    }
  }
  return hints
}

/** Adds the units of fields whose value is a number. */
function addUnits(record: RecordNode, tag: Tag, add: (offset: number, unit: string) => void): void {
  for (const node of record.fields) {
    const field = fieldOf(tag, node.name)
    if (!node.value || field?.unit === undefined) continue
    const { isNumber, accepts } = valueTypes[field.type]
    if (isNumber && accepts(valueText(record, node.value))) add(node.value.end, field.unit)
  }
}

/** The title of the record that a reference names, in any file; empty if there is none. */
function titleOfReference({ index }: Snapshot, name: Reference, known: Map<string, string>): string {
  const key = `${name.path} ${name.id}`
  let title = known.get(key)
  if (title === undefined) {
    const [record] = index.recordsNamed(name)
    title = record?.identity.title ?? ''
    known.set(key, title)
  }
  return title
}
