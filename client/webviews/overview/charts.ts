import type { Bar, Chart } from '../../../shared/protocol/overview.ts'
import { element } from '../dom.ts'
import { drawn } from '../svg.ts'

/** Numbers as bars that can be pressed. `choose` is told which one, with a sentence on what it counts. */
export type Choose = (bar: Bar, meaning: string) => void

const barWidth = 160

/** A list of bars, one below the other, each with its label and number. */
export function barList(
  bars: readonly (Bar & { readonly class?: string })[],
  title: string,
  choose: Choose,
): HTMLElement {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return element(
    'ul',
    { class: 'bars' },
    ...bars.map(bar => {
      const length = bar.count === 0 ? 0 : Math.max(2, (bar.count / most) * barWidth)
      return element(
        'li',
        {},
        button(
          bar,
          title,
          choose,
          element('span', { class: 'label', text: bar.label }),
          drawn(
            'svg',
            { width: barWidth, height: 10, 'aria-hidden': 'true' },
            drawn('rect', { class: `bar ${bar.class ?? ''}`, width: length, height: 10 }),
          ),
          ' ',
          element('span', { class: 'number', text: print(bar.count) }),
        ),
      )
    }),
  )
}

const columnHeight = 72

/** The bins of a range as columns on the band of what is allowed; the first and the last are those outside of it. */
export function histogram({ bars, title, unit }: Chart, choose: Choose): HTMLElement {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const last = bars.length - 1
  const columns = bars.map((bar, index) => {
    const height = bar.count === 0 ? 0 : Math.max(2, (bar.count / most) * columnHeight)
    const isOutside = index === 0 || index === last
    const column = drawn(
      'svg',
      { width: 18, height: columnHeight, 'aria-hidden': 'true' },
      drawn('rect', { class: isOutside ? 'bar outside' : 'bar', y: columnHeight - height, width: 18, height }),
    )
    return element(
      'li',
      { class: isOutside ? 'outside' : 'inside' },
      button(
        bar,
        unit ? `${title} in ${unit}` : title,
        choose,
        column,
        element('span', { class: 'unseen', text: `${bar.label}: ${print(bar.count)}` }),
      ),
    )
  })
  const ends = element(
    'div',
    { class: 'ends' },
    element('span', { text: bars[1]?.label.split(' ')[0] ?? '' }),
    element('span', { text: bars[last - 1]?.label.split(' ').at(-1) ?? '' }),
  )
  return element('div', { class: 'histogram' }, element('ul', {}, ...columns), ends)
}

/** A button that is called by all of it: what the number is of, which a screen reader says, and what is seen. */
function button(bar: Bar, title: string, choose: Choose, ...children: readonly (Node | string)[]): HTMLElement {
  const meaning = `${title}: ${bar.label}`
  const made = element('button', {
    title: `${meaning}: ${print(bar.count)}`,
    attributes: { disabled: bar.count === 0 },
    onClick: () => choose(bar, meaning),
  })
  made.append(element('span', { class: 'unseen', text: `${title}: ` }), ...children)
  made.dataset.key = bar.key
  return made
}

/** A number as people read it. */
export const print = (count: number): string => count.toLocaleString('en')
