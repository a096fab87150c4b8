import type { LineProblem } from '../../../shared/protocol/table.ts'
import { element } from '../dom.ts'
import { request } from '../host.ts'

/** The problems of lines that are no records, above the table: a line that says how many, which opens to show them. */
export class Elsewhere {
  readonly view = element('section', {
    class: 'notice',
    attributes: { 'aria-label': 'Problems outside records', hidden: true },
  })
  private readonly title = element('summary')
  private readonly list = element('ul')

  constructor() {
    this.view.append(element('details', {}, this.title, this.list))
  }

  /** Takes the first of the problems, and how many there are in all. */
  show(problems: readonly LineProblem[], total: number): void {
    this.view.hidden = total === 0
    this.title.textContent =
      total === 1 ? 'One problem outside records' : `${total.toLocaleString('en')} problems outside records`
    const items = problems.map(({ line, message, severity }) => {
      const onClick = (): void => void request('openLine', { line })
      const link = element('button', {
        class: 'link',
        text: `Line ${line + 1}: ${message}`,
        attributes: { type: 'button' },
        onClick,
      })
      return element('li', { attributes: { 'data-severity': severity } }, link)
    })
    const rest =
      total > problems.length
        ? [element('li', { text: `and ${(total - problems.length).toLocaleString('en')} more` })]
        : []
    this.list.replaceChildren(...items, ...rest)
  }
}
