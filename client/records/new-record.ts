import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import {
  checkValueRequest,
  type FormField,
  filledRecordRequest,
  type NewRecord,
  recordFormRequest,
  type ValueProblem,
} from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import { plainItem, withoutIcons, withoutLinks } from '../editor/plain-text.ts'
import { usePractice } from './use-practice.ts'

/** A value, or that the user goes back to the previous field; undefined if the user cancels. */
type FieldAnswer = string | 'back' | undefined

/** Asks for the values of a new record of a tag, the required ones first, and inserts it at the cursor. */
export async function writeNewRecord(
  client: BaseLanguageClient,
  editor: vscode.TextEditor,
  tag: string,
): Promise<void> {
  const form = await openForm(client, editor.document.uri, tag)
  if (!form) return
  const filled = await askAll(form)
  if (!filled) return
  const { line } = editor.selection.active
  const record = await send(client, filledRecordRequest, { ...filled, line, values: [...filled.values] })
  if (record) await insertRecordAt(client, editor, record)
}

/** The fields of a record to write. */
interface OpenForm {
  readonly uri: string
  /** The path of the tag. */
  readonly tag: string
  readonly fields: readonly FormField[]
  readonly check: Check
  /** The form with the fields of an extension, which is put in force. */
  readonly extended: (extension: string) => Promise<OpenForm | undefined>
}

/** @returns undefined if no domain has the tag */
async function openForm(client: BaseLanguageClient, file: vscode.Uri, tag: string): Promise<OpenForm | undefined> {
  const uri = client.code2ProtocolConverter.asUri(file)
  const fields = await send(client, recordFormRequest, { uri, tag })
  return fields
    ? {
        uri,
        tag,
        fields,
        check: ({ name }, value) => send(client, checkValueRequest, { uri, tag, field: name, value }),
        extended: async extension => {
          await usePractice(client, file, extension)
          return openForm(client, file, `${extension}.${tagWithoutDomain(tag)}`)
        },
      }
    : undefined
}

/** The name of a tag, without its domain. */
const tagWithoutDomain = (tag: string): string => tag.slice(tag.lastIndexOf('.') + 1)

/** Says what is wrong with a value; null if nothing is. */
type Check = (field: FormField, value: string) => Promise<ValueProblem | null>

/** A form with values, by the names of their fields. */
interface FilledForm extends Pick<OpenForm, 'uri' | 'tag'> {
  readonly values: ReadonlyMap<string, string>
}

/** Lets the user fill in a form; undefined if the user cancels. */
async function askAll(start: OpenForm): Promise<FilledForm | undefined> {
  let form = start
  const { fields, check } = form
  const tag = tagWithoutDomain(form.tag)
  const values = new Map<string, string>()
  const required = fields.filter(({ isRequired }) => isRequired)
  let step = 0
  while (step < required.length) {
    const field = required[step]!
    const answer = await askField(
      field,
      vscode.l10n.t('New {tag} ({step} of {count})', { tag, step: step + 1, count: required.length }),
      values.get(field.name) ?? field.initial,
      step > 0,
      check,
    )
    if (answer === undefined) return undefined
    if (answer === 'back') step--
    else {
      values.set(field.name, answer)
      step++
    }
  }
  for (;;) {
    const field = await pickField(tag, form.fields, values)
    if (field === 'done') return { uri: form.uri, tag: form.tag, values }
    if (!field) return undefined
    const extended = field.extension === undefined ? form : await form.extended(field.extension)
    if (!extended) return undefined
    form = extended
    const answer = await askField(field, vscode.l10n.t('New {tag}', { tag }), field.initial, true, form.check)
    if (answer === undefined) return undefined
    if (answer !== 'back') values.set(field.name, answer)
  }
}

/** Lets the user pick one more field to fill in, or write the record. */
async function pickField(
  tag: string,
  fields: readonly FormField[],
  values: ReadonlyMap<string, string>,
): Promise<FormField | 'done' | undefined> {
  const filled = [...values].map(([name, value]) => `${name}=${value}`).join(' | ')
  const done: vscode.QuickPickItem & { field: 'done' } = {
    label: vscode.l10n.t('$(check) Write the record'),
    detail: withoutIcons(`@${tag} ${filled}`),
    field: 'done',
  }
  const open = fields.filter(({ name }) => !values.has(name))
  const items = open.map(field => ({
    label: `$(add) ${field.name}`,
    description: withoutIcons(field.hint),
    detail: withoutIcons(
      field.extension === undefined
        ? field.description
        : vscode.l10n.t('{extension}, which this puts in force: {description}', {
            extension: field.extension,
            description: field.description,
          }),
    ),
    field,
  }))
  const chosen = await vscode.window.showQuickPick([done, ...items], {
    title: vscode.l10n.t('New {tag}: add a field or write the record', { tag }),
    matchOnDetail: true,
    ignoreFocusOut: true,
  })
  return chosen?.field
}

const askField = (
  field: FormField,
  title: string,
  value: string,
  canGoBack: boolean,
  check: Check,
): Promise<FieldAnswer> => (field.choices.length > 0 ? askToChoose : askToType)(field, title, value, canGoBack, check)

/** Lets the user type a value, and checks it while it is typed. */
function askToType(
  field: FormField,
  title: string,
  value: string,
  canGoBack: boolean,
  check: Check,
): Promise<FieldAnswer> {
  const box = vscode.window.createInputBox()
  Object.assign(box, {
    title,
    value,
    prompt: withoutLinks(`${field.name} (${field.hint}): ${field.description}`),
    ignoreFocusOut: true,
  })
  return answerOf(box, canGoBack, answer => {
    const show = async (): Promise<ValueProblem | null> => {
      const asked = box.value
      const problem = await check(field, asked)
      if (asked === box.value) box.validationMessage = problem ? validationOf(problem) : undefined
      return problem
    }
    box.onDidChangeValue(show)
    box.onDidAccept(async () => {
      const accepted = box.value
      if (isAcceptable(await show())) answer(accepted)
    })
  })
}

const isAcceptable = (problem: ValueProblem | null): boolean => problem === null || problem.isWarning

const validationOf = ({ message, isWarning }: ValueProblem): vscode.InputBoxValidationMessage => ({
  message: withoutLinks(message),
  severity: isWarning ? vscode.InputBoxValidationSeverity.Warning : vscode.InputBoxValidationSeverity.Error,
})

/** An entry of a list of values; without a value it only says what is wrong. */
type ValueItem = vscode.QuickPickItem & { readonly value?: string }

/** Lets the user choose a value. If other values are allowed, the user can also type one. */
function askToChoose(
  field: FormField,
  title: string,
  value: string,
  canGoBack: boolean,
  check: Check,
): Promise<FieldAnswer> {
  const list = vscode.window.createQuickPick<ValueItem>()
  const choices = field.choices.map(choice =>
    plainItem({ label: choice.value, description: choice.detail, value: choice.value }),
  )
  Object.assign(list, {
    title,
    items: choices,
    placeholder: `${field.name} (${field.hint}): ${field.description}`,
    matchOnDescription: true,
    ignoreFocusOut: true,
  })
  list.activeItems = choices.filter(choice => choice.value === value)
  return answerOf(list, canGoBack, answer => {
    if (!field.isClosed)
      list.onDidChangeValue(async typed => {
        list.items = choices
        if (typed === '' || choices.some(choice => choice.value === typed)) return
        const problem = await check(field, typed)
        if (typed === list.value) offerTyped(list, typed, problem)
      })
    list.onDidAccept(async () => {
      const [item] = list.selectedItems
      if (item) {
        if (item.value !== undefined) answer(item.value)
        return
      }
      // Enter came before the typed value was in the list.
      const typed = list.value
      if (field.isClosed || typed === '') return
      const problem = await check(field, typed)
      if (typed === list.value && problem === null) answer(typed)
    })
  })
}

/** Adds a typed value as the last entry. If it has a problem, Enter alone does not choose it. */
function offerTyped(list: vscode.QuickPick<ValueItem>, typed: string, problem: ValueProblem | null): void {
  const own: ValueItem = {
    label: withoutIcons(typed),
    description: problem ? `$(warning) ${withoutIcons(problem.message)}` : vscode.l10n.t('as typed'),
    alwaysShow: true,
    ...(isAcceptable(problem) && { value: typed }),
  }
  const [active] = list.activeItems
  list.items = [...list.items, own]
  if (problem) list.activeItems = active ? [active] : []
}

/** Shows an input until the user answers, cancels or goes back. */
function answerOf(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  canGoBack: boolean,
  listen: (answer: (value: string) => void) => void,
): Promise<FieldAnswer> {
  return new Promise(resolve => {
    const end = (answer: FieldAnswer): void => {
      resolve(answer)
      input.dispose()
    }
    input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : []
    input.onDidTriggerButton(() => end('back'))
    input.onDidHide(() => end(undefined))
    listen(end)
    input.show()
  })
}

/** Inserts a record where the server says, as one step of undo. */
export async function insertRecordAt(
  client: BaseLanguageClient,
  { document, viewColumn }: vscode.TextEditor,
  { lineBreakAt, line, snippet }: NewRecord,
): Promise<void> {
  const editor = await vscode.window.showTextDocument(document, viewColumn)
  if (lineBreakAt) {
    const place = client.protocol2CodeConverter.asPosition(lineBreakAt)
    await editor.edit(edit => edit.insert(place, '\n'), { undoStopBefore: true, undoStopAfter: false })
  }
  await editor.insertSnippet(new vscode.SnippetString(snippet), document.lineAt(line).range, {
    undoStopBefore: !lineBreakAt,
    undoStopAfter: true,
  })
}
