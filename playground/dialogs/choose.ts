import { element } from '../../client/webviews/dom.ts'

/** Something to choose from a list. */
interface ListedChoice {
  readonly label: string
  /** A word or two beside it. */
  readonly description?: string
  /** A sentence below it. */
  readonly detail?: string
  /** The heading that it stands below, if the item above has another one. */
  readonly group?: string
}

/** Lets the user choose from a list; the result is undefined if the user cancels. */
export type Choose = <Item extends ListedChoice>(title: string, items: readonly Item[]) => Promise<Item | undefined>

/** Shows a list in a dialog, with a field that filters it: the arrow keys and Enter choose, Escape cancels. */
export const choose: Choose = (title, items) =>
  new Promise(resolve => {
    const field = element('input', {
      attributes: {
        type: 'text',
        role: 'combobox',
        'aria-expanded': 'true',
        'aria-controls': 'choices',
        'aria-autocomplete': 'list',
        'aria-label': title,
        placeholder: title,
        autocomplete: 'off',
        spellcheck: 'false',
      },
    })
    const list = element('ul', { attributes: { id: 'choices', role: 'listbox', 'aria-label': title } })
    const none = element('p', {
      class: 'none',
      text: 'Nothing fits what you typed.',
      attributes: { role: 'status', hidden: true },
    })
    const dialog = element('dialog', { class: 'choose', attributes: { 'aria-label': title } }, field, list, none)
    let shown: readonly (typeof items)[number][] = []
    let active = 0

    const select = (place: number): void => {
      active = Math.max(0, Math.min(place, shown.length - 1))
      const options = [...list.querySelectorAll('[role=option]')]
      for (const [index, option] of options.entries()) option.setAttribute('aria-selected', String(index === active))
      const option = options[active]
      if (option) field.setAttribute('aria-activedescendant', option.id)
      else field.removeAttribute('aria-activedescendant')
      option?.scrollIntoView({ block: 'nearest' })
    }
    const close = (chosen: (typeof items)[number] | undefined): void => {
      dialog.close()
      dialog.remove()
      resolve(chosen)
    }
    const draw = (): void => {
      const words = field.value.toLowerCase().split(/\s+/)
      shown = items.filter(({ label, description = '', detail = '', group = '' }) => {
        const text = `${label} ${description} ${detail} ${group}`.toLowerCase()
        return words.every(word => text.includes(word))
      })
      none.hidden = shown.length > 0
      list.replaceChildren(
        ...shown.flatMap((item, index) => {
          const heading = item.group !== undefined && item.group !== shown[index - 1]?.group
          return [
            ...(heading
              ? [element('li', { class: 'group', text: item.group!, attributes: { role: 'presentation' } })]
              : []),
            optionElement(item, index, () => close(item)),
          ]
        }),
      )
      select(0)
    }
    field.addEventListener('input', draw)
    field.addEventListener('keydown', event => {
      const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
      const by = steps[event.key]
      if (by !== undefined) select(active + by)
      else if (event.key === 'Enter' && shown[active]) close(shown[active])
      else return
      event.preventDefault()
    })
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      close(undefined)
    })
    dialog.addEventListener('click', event => {
      if (event.target === dialog) close(undefined)
    })
    draw()
    document.body.append(dialog)
    dialog.showModal()
    field.focus()
  })

function optionElement({ label, description, detail }: ListedChoice, index: number, onClick: () => void): HTMLElement {
  return element(
    'li',
    { attributes: { role: 'option', id: `choice-${index}` }, onClick },
    element('span', { class: 'label', text: label }),
    ...(description ? [element('span', { class: 'description', text: description })] : []),
    ...(detail ? [element('span', { class: 'detail', text: detail })] : []),
  )
}
