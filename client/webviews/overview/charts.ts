import { withCommas } from '../../../shared/basics/text.ts'
import type { Bar, Chart } from '../../../shared/protocol/overview.ts'
import { element } from '../dom.ts'
import { svgElement } from '../svg.ts'

/** Called when the user clicks a bar, with a sentence about what the bar counts. */
export type Choose = (bar: Bar, meaning: string) => void

const barWidth = 160

/** A list of bars, each with its label and number. */
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
          svgElement(
            'svg',
            { viewBox: `0 0 ${barWidth} 10`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
            svgElement('rect', { class: `bar ${bar.class ?? ''}`, width: length, height: 10 }),
          ),
          ' ',
          element('span', { class: 'number', text: withCommas(bar.count) }),
        ),
      )
    }),
  )
}

const columnHeight = 72

/** The bars of a range as columns. The first and the last column are outside the allowed range. */
export function histogram({ bars, title, unit }: Chart, choose: Choose): HTMLElement {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const last = bars.length - 1
  const columns = bars.map((bar, index) => {
    const height = bar.count === 0 ? 0 : Math.max(2, (bar.count / most) * columnHeight)
    const isOutside = index === 0 || index === last
    const column = svgElement(
      'svg',
      { viewBox: `0 0 18 ${columnHeight}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      svgElement('rect', { class: isOutside ? 'bar outside' : 'bar', y: columnHeight - height, width: 18, height }),
    )
    return element(
      'li',
      { class: isOutside ? 'outside' : 'inside' },
      button(
        bar,
        unit ? `${title} in ${unit}` : title,
        choose,
        column,
        element('span', { class: 'unseen', text: `${bar.label}: ${withCommas(bar.count)}` }),
      ),
    )
  })
  const labels = bars.slice(1, -1).flatMap(({ label }) => label.split(' to '))
  const ends = new Set([labels.at(0), labels.at(-1)].flatMap(text => text ?? []))
  return element(
    'div',
    { class: 'histogram' },
    element('ul', {}, ...columns),
    element('div', { class: 'ends' }, ...[...ends].map(text => element('span', { text }))),
  )
}

/** The button of a bar. Screen readers also read what the number is about. */
function button(bar: Bar, title: string, choose: Choose, ...children: readonly (Node | string)[]): HTMLElement {
  const meaning = `${title}: ${bar.label}`
  const made = element('button', {
    title: `${meaning}: ${withCommas(bar.count)}`,
    attributes: { disabled: bar.count === 0 },
    onClick: () => choose(bar, meaning),
  })
  made.append(element('span', { class: 'unseen', text: `${title}: ` }), ...children)
  made.dataset.key = bar.key
  return made
}

/** A number with separators between thousands. */
