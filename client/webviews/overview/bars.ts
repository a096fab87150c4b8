import { withCommas } from '../../../shared/basics/text.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { Bar, Chart } from '../../../shared/protocol/overview.ts'
import { element } from '../dom.ts'
import { svgElement } from '../svg.ts'

/** Charts of bars. Each bar is a button that leads to the records that it counts. */

/** Called when the user clicks a bar, with a sentence about what the bar counts. */
type ChooseBar<Shown extends Bar> = (bar: Shown, meaning: string) => void

const barWidth = 160

/** The most bars of a list that are shown at first. */
const fewBars = 12

/** The lists, by their titles, of which the user wants to see all bars. */
const unfoldedLists = new Set<string>()

/** A list of bars, each with its label and number. The first ones of a long list, and a button for all. */
export function barList<Shown extends Bar & { readonly class?: string; readonly detail?: string }>(
  bars: readonly Shown[],
  title: string,
  choose: ChooseBar<Shown>,
): HTMLElement {
  // A single record is a short bar also where no bar counts more.
  const most = Math.max(5, ...bars.map(({ count }) => count))
  const isLong = bars.length > fewBars + 2 && !unfoldedLists.has(title)
  const view = element(
    'ul',
    { class: 'bars' },
    ...(isLong ? bars.slice(0, fewBars) : bars).map(bar => {
      const length = bar.count === 0 ? 0 : Math.max(2, (bar.count / most) * barWidth)
      return element(
        'li',
        {},
        barButton(
          bar,
          title,
          choose,
          element(
            'span',
            { class: 'label', text: bar.label },
            ...(bar.detail === undefined ? [] : [element('span', { class: 'subject', text: ` ${bar.detail}` })]),
          ),
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
  if (!isLong) return view
  const all = element('button', {
    class: 'link',
    text: localize('Show all {count}', { count: withCommas(bars.length) }),
    onClick: () => {
      unfoldedLists.add(title)
      const whole = barList(bars, title, choose)
      view.replaceWith(whole)
      whole.querySelectorAll('button')[fewBars]?.focus()
    },
  })
  view.append(element('li', { class: 'all' }, all))
  return view
}

const columnHeight = 72

/** The bars of a range as columns. The first and the last column are outside the allowed range. */
export function histogram({ bars, title, unit }: Chart, choose: ChooseBar<Bar>): HTMLElement {
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
      barButton(
        bar,
        unit ? localize('{title} in {unit}', { title, unit }) : title,
        choose,
        column,
        element('span', { class: 'unseen', text: `${bar.label}: ${withCommas(bar.count)}` }),
      ),
    )
  })
  // A label has one or two numbers, and words of the user's language.
  const labels = bars.slice(1, -1).flatMap(({ label }) => label.match(/-?\d+(?:\.\d+)?(?:e[+-]\d+)?/g) ?? [])
  const ends = new Set([labels.at(0), labels.at(-1)].flatMap(text => text ?? []))
  return element(
    'div',
    { class: 'histogram' },
    element('ul', {}, ...columns),
    element('div', { class: 'ends' }, ...[...ends].map(text => element('span', { text }))),
  )
}

/** The button of a bar. Screen readers also read what the number is about. */
function barButton<Shown extends Bar>(
  bar: Shown,
  title: string,
  choose: ChooseBar<Shown>,
  ...children: readonly (Node | string)[]
): HTMLElement {
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
