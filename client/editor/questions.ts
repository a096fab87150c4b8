import * as vscode from 'vscode'

/**
 * Asks questions one after the other, in one place that keeps the keyboard. Between two questions of their own, VS Code
 * gives the keyboard back to the page of a view, which can be so late that the next question loses it.
 */
export class Questions implements vscode.Disposable {
  private shown: vscode.QuickInput | undefined

  /** Asks for a text. Resolves to undefined if the author cancels. */
  text({ title, prompt, value, validateInput }: TextQuestion): Promise<string | undefined> {
    const input = vscode.window.createInputBox()
    const validate = (): void => {
      input.validationMessage = validateInput?.(input.value)
    }
    Object.assign(input, { title, prompt, value })
    input.onDidChangeValue(validate)
    return this.ask(input, answer => {
      validate()
      if (!input.validationMessage) answer(input.value)
    })
  }

  /** Asks for one of some items. Resolves to undefined if the author cancels. */
  item<Item extends vscode.QuickPickItem>(
    items: readonly Item[],
    { title, placeholder }: Readonly<Record<'title' | 'placeholder', string>>,
  ): Promise<Item | undefined> {
    const pick = vscode.window.createQuickPick<Item>()
    Object.assign(pick, { title, placeholder, matchOnDetail: true, ignoreFocusOut: true, items })
    return this.ask(pick, answer => {
      const [item] = pick.selectedItems
      if (item) answer(item)
    })
  }

  /** Asks which of some items to take. Resolves to undefined if the author cancels. */
  items<Item extends vscode.QuickPickItem>(
    items: readonly Item[],
    { title, placeholder }: Readonly<Record<'title' | 'placeholder', string>>,
  ): Promise<readonly Item[] | undefined> {
    const pick = vscode.window.createQuickPick<Item>()
    Object.assign(pick, { title, placeholder, canSelectMany: true, items })
    pick.selectedItems = items.filter(({ picked }) => picked)
    return this.ask(pick, answer => answer(pick.selectedItems))
  }

  dispose(): void {
    this.shown?.dispose()
  }

  private ask<Answer>(
    input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
    accept: (answer: (value: Answer) => void) => void,
  ): Promise<Answer | undefined> {
    const before = this.shown
    this.shown = input
    return new Promise(resolve => {
      input.onDidAccept(() => accept(resolve))
      input.onDidHide(() => resolve(undefined))
      input.show()
      // Not before the next one is shown.
      before?.dispose()
    })
  }
}

interface TextQuestion {
  readonly title: string
  readonly prompt: string
  readonly value: string
  /** Says what is wrong with a text; undefined if it is right. */
  readonly validateInput?: (text: string) => string | undefined
}
