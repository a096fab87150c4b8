import { element } from '../dom.ts'

/** The parts of a timestamp: date, time, fraction of a second, time zone. */
const timestamp = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)((?:\.\d+)?)((?:Z|[+-]\d\d:\d\d)?))?$/

export interface TimePanel {
  readonly view: HTMLElement
  /** Shows the date and time of the current text. */
  refresh(): void
  focus(): void
}

/** A date picker and a time picker below the text of a timestamp. They only change the date or the time of the text. */
export function createTimePanel(read: () => string, write: (text: string) => void): TimePanel {
  const date = element('input', { attributes: { type: 'date', 'aria-label': 'Date' } })
  const time = element('input', { attributes: { type: 'time', step: 1, 'aria-label': 'Time' } })
  const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`
  const refresh = (): void => {
    const [, day = '', hours = ''] = timestamp.exec(read()) ?? []
    date.value = day
    time.value = hours
  }
  date.addEventListener('input', () => {
    if (date.value !== '') write(withDate(read(), date.value))
  })
  time.addEventListener('input', () => write(withTime(read(), date.value, time.value)))
  const button = (text: string, value: () => string): HTMLElement =>
    element('button', {
      text,
      attributes: { type: 'button' },
      onClick: () => {
        write(value())
        refresh()
      },
    })
  refresh()
  const view = element(
    'div',
    { class: 'time-panel' },
    date,
    time,
    button('Today', () => now().slice(0, 10)),
    button('Now', now),
  )
  return { view, refresh, focus: () => date.focus() }
}

function withDate(text: string, date: string): string {
  const [, , time, fraction = '', zone = ''] = timestamp.exec(text) ?? []
  return time === undefined ? date : `${date}T${time}${fraction}${zone}`
}

/** If the text has no time yet, the picked time is in UTC. */
function withTime(text: string, date: string, time: string): string {
  const [, day = date, before, , zone = ''] = timestamp.exec(text) ?? []
  if (day === '') return text
  return time === '' ? day : `${day}T${time}${before === undefined ? 'Z' : zone}`
}
