import { localize } from '../../../shared/domains/localize.ts'
import type { TableColumn } from '../../../shared/protocol/table/table.ts'
import type { ColumnLayout } from '../../../shared/protocol/table/table-page.ts'
import type { ShownForm } from '../../../shared/views/table/shown-export.ts'
import { button, element } from '../dom.ts'

export interface ActionEvents {
  /** The user wants a new record above or below the one with the cursor. */
  insert(isBelow: boolean): void
  /** The user wants a record of another tag. */
  addOther(): void
  duplicate(): void
  /** The user wants rows of another height, or of other colors. */
  arrange(layout: Pick<ColumnLayout, 'lines' | 'colorOf'>): void
  /** The user wants to have what the table shows as a file, or on paper. */
  exportShown(form: ShownForm): void
  /** The user wants to have what the table shows in a report. */
  copyBlock(): void
}

/** The heights of rows that the user can choose, in lines of text. */
const heights = [1, 2, 3, 5, 10]

/** The forms in which a table is exported. */
const shownForms: Readonly<Record<ShownForm, string>> = {
  csv: localize('CSV, for spreadsheets'),
  html: localize('Web page, to print'),
  md: localize('Markdown, for documents'),
}

/** What a table can do besides what its toolbar always shows. */
export class ActionsMenu {
  /** The buttons that add records. */
  private readonly adding: readonly HTMLElement[]
  private readonly lines = element('select', { attributes: { 'aria-label': localize('Height of rows') } })
  private readonly color = element('select', { attributes: { 'aria-label': localize('Color rows by') } })
  readonly view: HTMLElement

  constructor(events: ActionEvents) {
    this.adding = [
      button(localize('Insert Above'), localize('Add a record above the one with the cursor'), () =>
        events.insert(false),
      ),
      button(localize('Insert Below'), localize('Add a record below the one with the cursor (Ctrl+Enter)'), () =>
        events.insert(true),
      ),
      button(localize('Duplicate'), localize('Duplicate the selected records with new ids'), () => events.duplicate()),
      button(localize('Add Other…'), localize('Add a record of another tag'), () => events.addOther()),
    ]
    this.lines.append(
      ...heights.map(count =>
        entryOfSelect(
          String(count),
          count === 1 ? localize('Rows of one line') : localize('Rows of {count} lines', { count }),
        ),
      ),
    )
    const arrange = (): void =>
      events.arrange({
        lines: Number(this.lines.value),
        colorOf: this.color.value === '' ? undefined : this.color.value,
      })
    for (const each of [this.lines, this.color]) each.addEventListener('change', arrange)
    const exported = element('select', {
      title: localize('Write the rows and columns that the table shows into a file'),
      attributes: { 'aria-label': localize('Export or print') },
    })
    const forms = Object.entries(shownForms).map(([form, text]) => entryOfSelect(form, text))
    exported.append(
      entryOfSelect('', localize('Export or print…')),
      ...forms,
      entryOfSelect('block', localize('Copy as Report Block')),
    )
    exported.addEventListener('change', () => {
      const form = exported.value as ShownForm | 'block' | ''
      exported.value = ''
      if (form === 'block') events.copyBlock()
      else if (form !== '') events.exportShown(form)
    })
    this.view = element(
      'div',
      { class: 'actions', attributes: { role: 'group', 'aria-label': localize('Rows') } },
      ...this.adding,
      this.lines,
      this.color,
      exported,
    )
  }

  /** Shows how the rows of a table look, and offers the columns that can color them. */
  show(columns: readonly TableColumn[], { lines = 1, colorOf }: Pick<ColumnLayout, 'lines' | 'colorOf'>): void {
    const names = columns.filter(({ choices }) => choices.length > 0).map(({ name }) => name)
    this.color.replaceChildren(
      entryOfSelect('', localize('Color by…')),
      ...names.map(name => entryOfSelect(name, name)),
    )
    this.color.value = colorOf !== undefined && names.includes(colorOf) ? colorOf : ''
    this.color.hidden = names.length === 0
    this.lines.value = String(lines)
  }

  /** Hides what needs one file. */
  becomeWorkspace(): void {
    for (const each of this.adding) each.hidden = true
  }
}

/** An entry of a list to choose from. */
export const entryOfSelect = (value: string, text: string): HTMLElement =>
  element('option', { text, attributes: { value } })
