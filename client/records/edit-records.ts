import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import {
  type BulkEdit,
  type BulkEditParams,
  bulkEditRequest,
  type EditLine,
  editExamplesRequest,
} from '../../shared/protocol/bulk-edit.ts'
import { domainTreeRequest } from '../../shared/protocol/domains.ts'
import { send } from '../../shared/protocol/request.ts'
import { type TagChoice, tableRecordRequest, tableTagsRequest } from '../../shared/protocol/table/table.ts'
import type { ListedProblem } from '../../shared/protocol/workspace.ts'
import { recordEditor } from '../editor/active-file.ts'
import { plainItem, withoutLinks } from '../editor/plain-text.ts'
import type { ChangePreview } from '../views/change-preview.ts'
import { chooseTag } from '../views/choose-tag.ts'

/** The records to edit. A view that has found some gives both; else the user is asked. */
interface RecordsToEdit {
  /** The path of the tag, such as `core.compliance.FINDING`. */
  readonly tag: string
  /** Only records for which this expression is true; empty for all. */
  readonly where: string
  /** What happens to them. Without it, the user is asked for that too. */
  readonly change?: ChangeOfRecords
}

/** The name of the command; quick fixes of the server run it too. */
export const editRecordsCommand = 'recline.editRecords'

/** What happens to the records. */
type ChangeOfRecords = Pick<BulkEditParams, 'set' | 'unset' | 'mapValue' | 'renameField' | 'delete' | 'now'>

/** The command that edits all records that a condition finds, in all files of the workspace, with a preview. */
export const createEditRecordsCommand = (client: BaseLanguageClient, preview: ChangePreview): vscode.Disposable =>
  vscode.commands.registerCommand(editRecordsCommand, async (given?: RecordsToEdit) => {
    const found = given ?? (await askForRecords(client, editQuestions))
    const change = found && (found.change ?? (await askForChange(client, found)))
    if (!change) return
    const params = { tag: found.tag, where: found.where, ...change, now: Date.now() }
    preview.show(editTitle(params.tag), async token => {
      const answer = await send(client, bulkEditRequest, withCondition(params), token)
      if (!answer) return null
      if ('refusal' in answer) return { files: [], notes: [answer.refusal] }
      return { files: answer.files, notes: [...problemNotes(answer), ...editNotes(answer)] }
    })
  })

/** The title of the questions: `Edit Records of FINDING`. */
const editTitle = (tag: string): string => `Edit Records of ${tag.slice(tag.lastIndexOf('.') + 1)}`

/** How the user is asked for records. */
export interface RecordQuestions {
  /** Asks for the tag. */
  readonly tag: string
  /** The title of the question for a condition on the records of a tag. */
  condition(tag: string): string
}

const editQuestions: RecordQuestions = {
  tag: vscode.l10n.t('Edit Records: Records of Which Tag?'),
  condition: editTitle,
}

/** Asks for a tag that has records, and for a condition on them; undefined if the user cancels. */
export async function askForRecords(
  client: BaseLanguageClient,
  questions: RecordQuestions,
): Promise<RecordsToEdit | undefined> {
  const tags = await tagsToEdit(client)
  if (tags.length === 0)
    return void vscode.window.showInformationMessage(
      vscode.l10n.t('There are no records of a known tag in this workspace.'),
    )
  const tag = await chooseTag(questions.tag, Promise.resolve(tags))
  if (tag === null) return undefined
  const where = await vscode.window.showInputBox({
    title: questions.condition(tag),
    prompt: vscode.l10n.t('Which records? A condition; leave it empty for all records.'),
    placeHolder: (await send(client, editExamplesRequest, { tag }))?.where ?? '',
    ignoreFocusOut: true,
    // Deletion is the edit that needs nothing else, so that only the condition is checked.
    validateInput: where => mistakeInEdit(client, { tag, where, set: [], unset: [], delete: true }),
  })
  return where === undefined ? undefined : { tag, where }
}

/** The tags that have records in the workspace, that of the record at the cursor first. */
async function tagsToEdit(client: BaseLanguageClient): Promise<readonly TagChoice[]> {
  const editor = recordEditor()
  const place = editor && {
    uri: client.code2ProtocolConverter.asUri(editor.document.uri),
    line: editor.selection.active.line,
  }
  const [tags, record] = await Promise.all([
    send(client, tableTagsRequest, {}),
    place ? send(client, tableRecordRequest, place) : null,
  ])
  const isFirst = ({ key }: TagChoice): boolean => key === record?.table
  const all = tags ?? []
  return [...all.filter(isFirst), ...all.filter(tag => !isFirst(tag))]
}

const changes = [
  { label: vscode.l10n.t('Set Fields…'), detail: vscode.l10n.t('Give fields new values'), action: 'set' },
  { label: vscode.l10n.t('Remove Fields…'), detail: vscode.l10n.t('Remove fields with their values'), action: 'unset' },
  { label: vscode.l10n.t('Delete the Records'), detail: vscode.l10n.t('Delete whole records'), action: 'delete' },
] as const

async function askForChange(
  client: BaseLanguageClient,
  { tag, where }: RecordsToEdit,
): Promise<ChangeOfRecords | undefined> {
  const title = editTitle(tag)
  const picked = await vscode.window.showQuickPick(changes, { title })
  if (picked?.action === 'delete') return { set: [], unset: [], delete: true }
  if (picked?.action === 'unset') {
    const tree = await send(client, domainTreeRequest, {})
    const fields = tree?.flatMap(({ children }) => children).find(({ path }) => path === tag)?.children ?? []
    const items = fields.map(({ name, detail }) => ({ label: name, description: detail }))
    const chosen = await vscode.window.showQuickPick(items.map(plainItem), { title, canPickMany: true })
    return chosen && chosen.length > 0 ? { set: [], unset: chosen.map(({ label }) => label), delete: false } : undefined
  }
  if (!picked) return undefined
  const toChange = (text: string): ChangeOfRecords => ({ set: [text], unset: [], delete: false })
  const text = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('New values: a field, = and an expression. Separate several with commas.'),
    placeHolder: (await send(client, editExamplesRequest, { tag }))?.set ?? '',
    ignoreFocusOut: true,
    validateInput: text => mistakeInEdit(client, { tag, where, ...toChange(text) }),
  })
  return text === undefined ? undefined : toChange(text)
}

/** The mistake in the expressions of an edit, as an input box wants it. */
async function mistakeInEdit(
  client: BaseLanguageClient,
  params: RecordsToEdit & ChangeOfRecords,
): Promise<string | undefined> {
  const answer = await send(client, bulkEditRequest, { ...withCondition(params), onlyCheck: true })
  return answer && 'refusal' in answer ? withoutLinks(answer.refusal) : undefined
}

const withCondition = ({ where, ...params }: RecordsToEdit & ChangeOfRecords): BulkEditParams => ({
  ...params,
  ...(where.trim() !== '' && { where }),
})

/** What the user should know about the problems that an edit would add, and the mistakes that it replaces. */
function problemNotes({ problems, wrong }: BulkEdit): string[] {
  const mistakes =
    wrong === 1
      ? vscode.l10n.t('It replaces 1 value that is not allowed.')
      : vscode.l10n.t('It replaces {count} values that are not allowed.', { count: wrong })
  return [...addedProblemNotes('edit', problems), ...(wrong > 0 ? [mistakes] : [])]
}

/** What the user should know about the problems that changes would add. */
export function addedProblemNotes(what: 'edit' | 'import', problems: readonly ListedProblem[]): string[] {
  if (problems.length === 0) return []
  const shown = problems.slice(0, 10).map(({ uri, line, message }) => `${placeOfLine({ uri, line })}: ${message}`)
  const left = problems.length - shown.length
  const more = left > 0 ? [vscode.l10n.t('… and {count} more problems.', { count: left })] : []
  return [what === 'edit' ? addedByEdit(problems.length) : addedByImport(problems.length), ...shown, ...more]
}

const addedByEdit = (count: number): string =>
  count === 1
    ? vscode.l10n.t('The edit would add 1 problem:')
    : vscode.l10n.t('The edit would add {count} problems:', { count })

const addedByImport = (count: number): string =>
  count === 1
    ? vscode.l10n.t('The import would add 1 problem:')
    : vscode.l10n.t('The import would add {count} problems:', { count })

const skippedNote = (count: number): string =>
  count === 1
    ? vscode.l10n.t('Skipped 1 record, because a new value reads an absent value.')
    : vscode.l10n.t('Skipped {count} records, because a new value reads an absent value.', { count })

/** What the user should know about records that do not change. */
function editNotes(edit: BulkEdit): string[] {
  const { found, skipped, inexact, splitItems, conflicts, uncertain, taken, unseen } = edit
  if (found === 0 && conflicts.length === 0) return [vscode.l10n.t('The condition finds none.'), ...unseen]
  const notes = [
    skipped > 0 && skippedNote(skipped),
    inexact.length > 0 &&
      vscode.l10n.t(
        'A new value would lose digits, because times are calculated in milliseconds, and numbers with 15 digits; change these in the text: {places}.',
        { places: firstPlaces(inexact) },
      ),
    splitItems.length > 0 &&
      vscode.l10n.t(
        'An item of a new list is empty, has blanks around it, or a comma, a quote or a bracket in it; change these in the text: {places}.',
        { places: firstPlaces(splitItems) },
      ),
    conflicts.length > 0 &&
      vscode.l10n.t('Resolve the merge conflicts first: {places}.', { places: firstPlaces(conflicts) }),
    uncertain.length > 0 &&
      vscode.l10n.t('A field is there twice, or text is not closed, so these stay as they are: {places}.', {
        places: firstPlaces(uncertain),
      }),
    taken.length > 0 &&
      vscode.l10n.t('These have the new field already, so they stay as they are: {places}.', {
        places: firstPlaces(taken),
      }),
    ...unseen,
  ]
  return notes.filter(note => note !== false)
}

/** The first places. */
function firstPlaces(places: readonly EditLine[]): string {
  const more = places.length > 10 ? [`… and ${places.length - 10} more`] : []
  return [...places.slice(0, 10).map(placeOfLine), ...more].join(', ')
}

const placeOfLine = ({ uri, line }: EditLine): string =>
  `${vscode.workspace.asRelativePath(vscode.Uri.parse(uri))}:${line}`
