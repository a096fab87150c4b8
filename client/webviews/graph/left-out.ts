import { withCommas } from '../../../shared/basics/text.ts'
import type { Graph, GraphRecord } from '../../../shared/protocol/graph.ts'
import { button, element } from '../dom.ts'

interface LeftOutEvents {
  /** Shows another group of connected records. */
  group(index: number): void
  /** Shows more records of the same group. */
  more(): void
  open(record: GraphRecord): void
}

/** What a graph does not show, with the ways to it: other groups, more of this one, and records without references. */
export class LeftOut {
  /** The controls of the toolbar. */
  readonly view = element('span', { class: 'groups', attributes: { role: 'group', 'aria-label': 'Groups' } })
  /** The records without references. */
  readonly list = element('details', { class: 'alone' })

  constructor(private readonly events: LeftOutEvents) {}

  show(graph: Graph): void {
    this.view.replaceChildren(...this.controls(graph))
    this.showAlone(graph)
  }

  private controls({ groups, group, nodes }: Graph): HTMLElement[] {
    const shown = group === null ? undefined : groups[group]
    if (group === null || !shown) return []
    const select = element('select', { attributes: { 'aria-label': 'Group of connected records' } })
    for (const [index, { label, title, count }] of groups.entries()) {
      const text = `${index + 1}: ${[label, title].filter(Boolean).join(' · ')} (${withCommas(count)})`
      select.append(element('option', { text, attributes: { value: index } }))
    }
    select.value = String(group)
    select.addEventListener('change', () => this.events.group(Number(select.value)))
    const step = (text: string, title: string, index: number): HTMLElement => {
      const made = button(text, title, () => this.events.group(index))
      if (!groups[index]) made.setAttribute('disabled', '')
      return made
    }
    const hasMore = nodes.some(({ hidden }) => hidden > 0) && nodes.length < 300
    return [
      step('◀', 'Previous group', group - 1),
      select,
      step('▶', 'Next group', group + 1),
      ...(hasMore ? [button('Show More', 'Show up to 300 records of this group', () => this.events.more())] : []),
    ]
  }

  private showAlone({ alone, aloneRecords }: Graph): void {
    this.list.hidden = aloneRecords.length === 0
    const more = alone - aloneRecords.length
    this.list.replaceChildren(
      element('summary', { text: `Records without references: ${withCommas(alone)}` }),
      element(
        'ul',
        {},
        ...aloneRecords.map(record =>
          element(
            'li',
            {},
            element('button', { class: 'link', text: record.label, onClick: () => this.events.open(record) }),
            document.createTextNode(` ${record.title}`),
          ),
        ),
        ...(more > 0 ? [element('li', { text: `and ${withCommas(more)} more` })] : []),
      ),
    )
  }
}
