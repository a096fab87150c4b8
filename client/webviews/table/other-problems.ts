import { withCommas } from '../../../shared/basics/text.ts'
import type { LineProblem } from '../../../shared/protocol/table.ts'
import { element } from '../dom.ts'
import { sendRequest } from './request.ts'

/** The problems of lines that are not records, as a list above the table that the user can expand. */
export class OtherProblems {
  readonly view = element('section', {
    class: 'notice',
    attributes: { 'aria-label': 'Problems outside records', hidden: true },
  })
  private readonly title = element('summary')
  private readonly list = element('ul')

  constructor() {
    this.view.append(element('details', {}, this.title, this.list))
  }

  /** Shows the first problems, and how many there are in total. */
  show(problems: readonly LineProblem[], total: number): void {
    this.view.hidden = total === 0
    this.title.textContent =
      total === 1 ? 'One problem outside records' : `${withCommas(total)} problems outside records`
    const items = problems.map(({ line, message, severity }) => {
      const onClick = (): void => void sendRequest('open', { line })
      const link = element('button', {
        class: 'link',
        text: `Line ${line + 1}: ${message}`,
        attributes: { type: 'button' },
        onClick,
      })
      return element('li', { attributes: { 'data-severity': severity } }, link)
    })
    const rest =
      total > problems.length ? [element('li', { text: `and ${withCommas(total - problems.length)} more` })] : []
    this.list.replaceChildren(...items, ...rest)
  }
}
