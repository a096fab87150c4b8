import { element } from '../../client/webviews/dom.ts'

/**
 * Asks the user for a text.
 *
 * @param problemOf a sentence that says what is wrong with a text; undefined if it is good
 * @returns the text; undefined if the user cancels
 */
export function askInDialog(
  question: string,
  proposed: string,
  problemOf: (text: string) => string | undefined,
): Promise<string | undefined> {
  const problem = element('p', { class: 'problem', attributes: { role: 'alert', id: 'ask-problem' } })
  const field = element('input', {
    attributes: { type: 'text', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'ask-problem' },
  })
  field.value = proposed
  const label = element('label', { text: question }, field)
  return showDialog(question, 'OK', [label, problem], () => {
    const text = field.value.trim()
    const found = problemOf(text)
    problem.textContent = found ?? ''
    field.setAttribute('aria-invalid', String(found !== undefined))
    return found === undefined ? text : undefined
  })
}

/** Asks the user whether to do something; true if so. */
export const confirmed = async (question: string, action: string): Promise<boolean> =>
  (await showDialog(question, action, [element('p', { text: question })], () => true)) ?? false

/**
 * Shows a dialog with two buttons.
 *
 * @param take gives the result when the user presses the first one; undefined to stay open
 */
function showDialog<Result>(
  title: string,
  action: string,
  content: readonly Node[],
  take: () => Result | undefined,
): Promise<Result | undefined> {
  return new Promise(resolve => {
    const dialog = element('dialog', { class: 'ask', attributes: { 'aria-label': title } })
    const close = (result: Result | undefined): void => {
      dialog.close()
      dialog.remove()
      resolve(result)
    }
    const accept = (): void => {
      const result = take()
      if (result !== undefined) close(result)
    }
    const buttons = element(
      'div',
      { class: 'buttons' },
      element('button', { text: action, class: 'primary', attributes: { type: 'button' }, onClick: accept }),
      element('button', { text: 'Cancel', attributes: { type: 'button' }, onClick: () => close(undefined) }),
    )
    dialog.append(...content, buttons)
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      close(undefined)
    })
    dialog.addEventListener('keydown', event => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
      // The key would also press the button that gets the focus back.
      event.preventDefault()
      accept()
    })
    document.body.append(dialog)
    dialog.showModal()
    dialog.querySelector('input')?.select()
  })
}
