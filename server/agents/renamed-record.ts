import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { renameChanges, renameProblem } from '../../shared/index/rename.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { changedText, type TextChange } from '../../shared/syntax/text-change.ts'
import { indexAt, parse } from '../../shared/syntax/tree.ts'
import { refuse } from './answer.ts'
import { type AgentContext, agentPlace, pathOf } from './context.ts'
import { type WrittenFile, writtenFileAt } from './written-file.ts'

/** Gives a record another id, with all references to it. */
export async function renameInFiles(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  record: IndexedRecord,
  newId: string | undefined,
  at: string,
): Promise<void> {
  const id = newId?.trim() ?? ''
  const name = record.identity.definition
  if (id === '' || !name)
    refuse({
      code: name ? 'missing-argument' : 'wrong-arguments',
      message: name ? 'A rename needs new_id.' : 'The record has no id; set the field of its id.',
      at: `${at}.new_id`,
    })
  const { index, registry } = context
  const own = await writtenFileAt(context, files, record.uri, `${at}.id`)
  const { severity } = own.snapshot.settings
  const problem = renameProblem({ index, registry, severity }, name, id, ({ uri, start }) =>
    agentPlace(pathOf(context, uri), start.line),
  )
  if (problem !== undefined) refuse({ code: 'wrong-id', message: problem, at: `${at}.new_id` })
  const uris = new Set([record.uri, ...Array.from(index.recordsReferringTo(name), ({ uri }) => uri)])
  for (const uri of uris) {
    const written = await writtenFileAt(context, files, uri, `${at}.id`)
    const { tree, entries } = written.file
    const changes = renameChanges(written.file, name, id)
    if (!changes)
      refuse({
        code: 'wrong-id',
        message: `A record of ${written.path} would get another meaning; choose an id of letters, digits and hyphens.`,
        at: `${at}.new_id`,
      })
    for (const [entry, own] of changesByEntry(changes, offset => indexAt(tree, offset))) {
      const start = tree.starts[entry]!
      const moved = own.map(change => ({ ...change, start: change.start - start, end: change.end - start }))
      written.set.set(entry, parse(changedText(tree.entries[entry]!.text, moved)).entries[0] as RecordNode)
      const { definition } = entries[entry]!.identity!
      const isRenamed = definition?.path === name.path && definition.id === name.id
      ;(isRenamed ? written.renamed : written.referring).add(entry)
    }
  }
}

function changesByEntry(
  changes: readonly TextChange[],
  entryOf: (offset: number) => number,
): Map<number, TextChange[]> {
  const all = new Map<number, TextChange[]>()
  for (const change of changes) {
    const entry = entryOf(change.start)
    all.set(entry, [...(all.get(entry) ?? []), change])
  }
  return all
}
