import { localize } from '../../../../shared/domains/localize.ts'
import { button, element } from '../../dom.ts'
import { moment, type TimestampForm, timestampParts, today, withDate, withTime } from './timestamp-form.ts'

export interface TimePanel {
  readonly view: HTMLElement
  /** Shows the date and time of the current text. */
  refresh(): void
  focus(): void
}

/**
 * A date picker and a time picker below the text of a timestamp. They only change the date or the time of the text.
 *
 * @param form how a new timestamp is written
 */
export function createTimePanel(read: () => string, write: (text: string) => void, form: TimestampForm): TimePanel {
  const date = element('input', { attributes: { type: 'date', 'aria-label': localize('Date') } })
  const time = element('input', { attributes: { type: 'time', step: 1, 'aria-label': localize('Time') } })
  const refresh = (): void => {
    const parts = timestampParts(read())
    date.value = parts.date
    time.value = parts.time
  }
  date.addEventListener('input', () => {
    if (date.value === '') return
    write(withDate(read(), date.value))
    refresh()
  })
  time.addEventListener('input', () => write(withTime(read() || date.value, time.value, form)))
  const writer = (text: string, value: () => string): HTMLElement =>
    button(text, '', () => {
      write(value())
      refresh()
    })
  refresh()
  const view = element(
    'div',
    { class: 'time-panel' },
    date,
    time,
    writer(localize('Today'), () => today(read(), new Date(), form)),
    writer(localize('Now'), () => moment(new Date(), form)),
  )
  return { view, refresh, focus: () => date.focus() }
}
