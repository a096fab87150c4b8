import { localize } from '../../../shared/domains/localize.ts'
import type { TagChoice } from '../../../shared/protocol/table/table.ts'
import { button, element } from '../dom.ts'
import { sendRequest } from './request.ts'

/** The most tags that are offered as buttons. */
const buttonLimit = 12

/** The tags for the first record of a file that has none, or only a header: a button for each. */
export class FirstRecords {
  readonly view = element('section', {
    class: 'first-records',
    attributes: { 'aria-label': localize('First record'), hidden: true },
  })

  constructor(
    /** Adds a record to the table of a tag. */
    private readonly add: (table: string) => void,
    /** Lets the user choose from all tags. */
    private readonly choose: () => void,
  ) {}

  /** Shows the tags that are possible at the end of the file, or hides them. */
  async show(isShown: boolean): Promise<void> {
    const tags = isShown ? ((await sendRequest('tags', {})) ?? []) : []
    const offered = tags.length <= buttonLimit ? tags : []
    this.view.hidden = !isShown
    this.view.replaceChildren(
      element('span', { text: localize('This file has no records yet.') }),
      ...offered.map(tag => this.createButton(tag)),
      ...(tags.length === 0 || offered.length < tags.length
        ? [button(localize('Add a Record…'), '', this.choose)]
        : []),
    )
  }

  private createButton({ key, name, description }: TagChoice): HTMLElement {
    return button(localize('Add {tag}', { tag: name }), description, () => this.add(key))
  }
}
