import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import {
  type CheckValueParams,
  checkValueMethod,
  type FilledRecordParams,
  type FormField,
  filledRecordMethod,
  type NewRecord,
  type RecordFormParams,
  recordFormMethod,
} from '../shared/protocol/protocol.ts'
import { insertRecordAt } from './insert-record.ts'

/** What was asked for is left with Escape, or one goes back to the question before. */
type Answer = string | 'back' | undefined

/** Asks for the values of a new record of a tag, the required ones first, and writes it at the cursor. */
export async function writeNewRecord(
  client: BaseLanguageClient,
  editor: vscode.TextEditor,
  tag: string,
): Promise<void> {
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri)
  const form: RecordFormParams = { uri, tag }
  const fields = await client.sendRequest<FormField[] | null>(recordFormMethod, form)
  if (!fields) return
  const check = (field: FormField, value: string): Promise<string | null> =>
    client.sendRequest<string | null>(checkValueMethod, {
      ...form,
      field: field.name,
      value,
    } satisfies CheckValueParams)
  const values = await askAll(tag.slice(tag.lastIndexOf('.') + 1), fields, check)
  if (!values) return
  const params: FilledRecordParams = { ...form, line: editor.selection.active.line, values: Object.fromEntries(values) }
  const record = await client.sendRequest<NewRecord | null>(filledRecordMethod, params)
  if (record) await insertRecordAt(client, editor, record)
}

type Check = (field: FormField, value: string) => Promise<string | null>

/** The values by their fields; undefined where the author left. */
async function askAll(
  tag: string,
  fields: readonly FormField[],
  check: Check,
): Promise<Map<string, string> | undefined> {
  const values = new Map<string, string>()
  const required = fields.filter(({ isRequired }) => isRequired)
  let step = 0
  while (step < required.length) {
    const field = required[step]!
    const answer = await ask(
      field,
      `New ${tag} (${step + 1} of ${required.length})`,
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
    const field = await pickField(tag, fields, values)
    if (field === 'done') return values
    if (!field) return undefined
    const answer = await ask(field, `New ${tag}`, field.initial, true, check)
    if (answer === undefined) return undefined
    if (answer !== 'back') values.set(field.name, answer)
  }
}

/** A field that is to be filled in besides the required ones, or that the record is complete. */
async function pickField(
  tag: string,
  fields: readonly FormField[],
  values: ReadonlyMap<string, string>,
): Promise<FormField | 'done' | undefined> {
  const filled = [...values].map(([name, value]) => `${name}=${value}`).join(' | ')
  const done: vscode.QuickPickItem & { field: 'done' } = {
    label: '$(check) Write the record',
    detail: `@${tag} ${filled}`,
    field: 'done',
  }
  const open = fields.filter(({ name }) => !values.has(name))
  const items = open.map(field => ({
    label: `$(add) ${field.name}`,
    description: field.hint,
    detail: field.description,
    field,
  }))
  const chosen = await vscode.window.showQuickPick([done, ...items], {
    title: `New ${tag}: add a field, or write the record`,
    matchOnDetail: true,
    ignoreFocusOut: true,
  })
  return chosen?.field
}

const ask = (field: FormField, title: string, value: string, canGoBack: boolean, check: Check): Promise<Answer> =>
  (field.choices.length > 0 ? askToChoose : askToType)(field, title, value, canGoBack, check)

/** A value to type, checked while it is typed. */
function askToType(field: FormField, title: string, value: string, canGoBack: boolean, check: Check): Promise<Answer> {
  const box = vscode.window.createInputBox()
  Object.assign(box, {
    title,
    value,
    prompt: `${field.name} (${field.hint}): ${field.description}`,
    ignoreFocusOut: true,
  })
  return answerOf(box, canGoBack, answer => {
    const show = async (): Promise<string | null> => {
      const asked = box.value
      const problem = await check(field, asked)
      if (asked === box.value) box.validationMessage = problem ?? undefined
      return problem
    }
    box.onDidChangeValue(show)
    box.onDidAccept(async () => {
      const accepted = box.value
      if ((await show()) === null) answer(accepted)
    })
  })
}

/** A value to choose; where the choices are not all there is, what is typed is one more, once it is right. */
function askToChoose(
  field: FormField,
  title: string,
  value: string,
  canGoBack: boolean,
  check: Check,
): Promise<Answer> {
  const list = vscode.window.createQuickPick<vscode.QuickPickItem & { value?: string }>()
  const choices = field.choices.map(choice => ({
    label: choice.value,
    description: choice.detail,
    value: choice.value,
  }))
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
        const problem = typed === '' ? null : await check(field, typed)
        if (typed !== list.value) return
        const own =
          problem === null
            ? { label: typed, description: 'as typed', value: typed }
            : { label: typed, description: problem }
        list.items =
          typed === '' || choices.some(choice => choice.value === typed)
            ? choices
            : [...choices, { ...own, alwaysShow: true }]
      })
    list.onDidAccept(() => {
      const chosen = list.selectedItems[0]?.value
      if (chosen !== undefined) answer(chosen)
    })
  })
}

/** Shows an input until it is answered, left, or one goes back. */
function answerOf(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  canGoBack: boolean,
  listen: (answer: (value: string) => void) => void,
): Promise<Answer> {
  return new Promise(resolve => {
    const end = (answer: Answer): void => {
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
