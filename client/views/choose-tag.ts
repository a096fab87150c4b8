import * as vscode from 'vscode'
import type { TagChoice } from '../../shared/protocol/table/table.ts'
import { recordsText } from '../editor/counts.ts'
import { plainItem } from '../editor/plain-text.ts'

/** A tag that the user has chosen, while the list still takes the keys. */
export interface ChosenTag {
  /** The key of its table. */
  readonly key: string
  /** Closes the list, and gives what was typed since the tag was chosen. A second time, it gives nothing. */
  close(): Promise<string>
}

/** Lets the user choose a tag. The result is the key of its table; null if the user cancels. */
export async function chooseTag(title: string, tags: Promise<readonly TagChoice[] | null>): Promise<string | null> {
  const chosen = await chooseTagAndTypeOn(title, tags, '')
  await chosen?.close()
  return chosen?.key ?? null
}

/**
 * Lets the user choose a tag. The list stays open until `close`, so that no key is lost while the view opens that
 * shows the tag.
 *
 * @param next what the keys are for then, as a sentence
 * @returns undefined if the user cancels
 */
export async function chooseTagAndTypeOn(
  title: string,
  tags: Promise<readonly TagChoice[] | null>,
  next: string,
): Promise<ChosenTag | undefined> {
  const list = vscode.window.createQuickPick<vscode.QuickPickItem & Pick<TagChoice, 'key'>>()
  Object.assign(list, { title, matchOnDescription: true, matchOnDetail: true, busy: true })
  const hidden = new Promise<undefined>(resolve => list.onDidHide(() => resolve(undefined)))
  list.show()
  try {
    const accepted = new Promise<{ readonly key: string; readonly typed: () => string }>(resolve =>
      list.onDidAccept(() => {
        const [item] = list.selectedItems
        // At once: the next keys may be told together with this one.
        if (item) resolve({ key: item.key, typed: typedOn(list, next) })
      }),
    )
    list.items = ((await tags) ?? []).map(tagItem)
    list.busy = false
    const chosen = await Promise.race([accepted, hidden])
    if (!chosen) {
      list.dispose()
      return undefined
    }
    const { key, typed } = chosen
    return {
      key,
      close: async () => {
        list.hide()
        await hidden
        list.dispose()
        return typed()
      },
    }
  } catch (error) {
    list.dispose()
    throw error
  }
}

/** Empties a list and lets the user type on. The result gives what was typed, and then nothing any more. */
function typedOn(list: vscode.QuickPick<vscode.QuickPickItem>, next: string): () => string {
  const before = list.value
  let [early, typed] = ['', '']
  list.onDidChangeValue(value => {
    // A key that VS Code had before it emptied the list.
    if (before !== '' && value.startsWith(before)) early = value.slice(before.length)
    else typed = value
  })
  Object.assign(list, { items: [], placeholder: next, busy: true, ignoreFocusOut: true })
  if (before !== '') list.value = ''
  return () => {
    const all = early + typed
    early = ''
    typed = ''
    return all
  }
}

const tagItem = ({
  key,
  name,
  domain,
  description,
  count,
}: TagChoice): vscode.QuickPickItem & Pick<TagChoice, 'key'> => ({
  ...plainItem({
    label: name,
    description: count === undefined ? domain : `${domain} · ${recordsText(count)}`,
    detail: description,
  }),
  key,
})
