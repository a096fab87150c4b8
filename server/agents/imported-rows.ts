import { usualChangedRecords, type WriteChange } from '../../shared/agents/inputs.ts'
import { importData } from '../../shared/import/import-data.ts'
import type { ImportWords } from '../../shared/import/import-notes.ts'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { fileToAddTo } from './added-records.ts'
import { firstNotes, refuse } from './answer.ts'
import { type AgentContext, agentPlace, pathOf, tagOfCall } from './context.ts'
import { type WrittenFile, writtenFileAt } from './written-file.ts'

/**
 * Brings the rows of a table into the records of a tag: those of all files, or of the file of a path.
 *
 * @returns what the agent should know, as sentences
 */
export async function importRowsOf(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  change: WriteChange,
  at: string,
): Promise<readonly string[]> {
  const { tag: name, text, path, mapping = {}, key, gone, base, limit } = change
  const { date_order: dateOrder, decimal_mark: decimalMark } = change
  if (name === undefined || text === undefined)
    refuse({
      code: 'missing-argument',
      message: 'An import needs the tag of its records, and their table as text.',
      at: name === undefined ? `${at}.tag` : `${at}.text`,
      example: '{"action":"import","tag":"FINDING","text":"rid,status\\nFND-1,closed\\n"}',
    })
  const tag = tagOfCall(context, name, `${at}.tag`)
  const { nameOfRecords } = tag
  const uris = [...context.index.uris()].filter(uri => context.index.tagsIn(uri).has(nameOfRecords.path)).sort()
  if (path !== undefined || uris.length === 0) await fileToAddTo(context, files, tag, path, at)
  else for (const uri of uris) await writtenFileAt(context, files, uri, `${at}.tag`)
  const targets = [...files].map(([uri, { file, snapshot }]) => ({ uri, file, severity: snapshot.settings.severity }))
  const place = context.draft(`${context.folders[0] ?? 'untitled:'}/recline-import.rec`, '', {
    settingDomains: [tag.domain.path],
  })
  const words: ImportWords<string> = {
    rowPlace: row => row,
    recordPlace: ({ uri, line }) => agentPlace(pathOf(context, uri), line),
    addKey: 'pass other fields that identify a record in key',
    mapColumn: field => `pass a column for ${field} in mapping`,
    chooseFile: 'pass path',
  }
  const imported = importData(
    { file: place.file, files: targets, isTarget: () => true, words, now: context.now },
    {
      line: 0,
      data: text,
      tag: tag.name,
      fields: Object.entries(mapping),
      ...(key && { key: [...key] }),
      ...(gone !== undefined && { gone }),
      ...(base !== undefined && { base }),
      ...(dateOrder && { dateOrder }),
      ...(decimalMark && { decimalMark }),
    },
  )
  if ('refusal' in imported) refuse({ code: 'not-imported', message: imported.refusal, at: `${at}.text` })
  const { plans, changed } = imported.result
  const most = limit || usualChangedRecords
  const count = plans.reduce((sum, { set, removed, added }) => sum + set.size + removed.size + added.length, 0)
  if (count > most)
    refuse({
      code: 'too-many-records',
      message: `The import would change ${count} records, ${changed.length} of them by rows, and limit is ${most}; pass a limit of ${count} if all should change.`,
      at: `${at}.limit`,
    })
  for (const { uri, set, removed, added } of plans) {
    const file = files.get(uri)!
    for (const [entry, record] of set) {
      file.set.set(entry, record)
      file.setFields.set(entry, fieldsChangedIn(file.file.tree.entries[entry] as RecordNode, record))
    }
    for (const entry of removed) file.removed.add(entry)
    for (const { record } of added)
      file.added.push({ action: 'add', tag, id: valueOfField(record, tag.identityField), texts: [record.text] })
  }
  // A file without changes would be told as one with them.
  for (const uri of [...files.keys()]) if (!plans.some(plan => plan.uri === uri)) files.delete(uri)
  const { counts, notes, readNotes } = imported
  return firstNotes([counts, ...notes, ...readNotes])
}

function fieldsChangedIn(before: RecordNode, after: RecordNode): ReadonlySet<string> {
  const names = [...before.fields, ...after.fields].map(({ name }) => name)
  return new Set(names.filter(name => valueOfField(before, name) !== valueOfField(after, name)))
}

function valueOfField(record: RecordNode, name: string): string | undefined {
  const value = record.fields.find(field => field.name === name)?.value
  return value ? valueText(record, value) : undefined
}
