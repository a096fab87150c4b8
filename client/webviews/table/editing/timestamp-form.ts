/** How a timestamp is written: with or without a time, how precisely, and with which time zone. */
export interface TimestampForm {
  readonly time: 'none' | 'minutes' | 'seconds'
  /** `Z`, `+02:00`, or empty. */
  readonly zone: string
}

const timestampPattern = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)((?:\.\d+)?)((?:Z|[+-]\d\d:\d\d)?))?$/

const dateOnly: TimestampForm = { time: 'none', zone: '' }

/** The form of the first text that is a timestamp; a date alone if none is. */
export function formLike(texts: readonly string[]): TimestampForm {
  const like = texts.find(text => timestampPattern.test(text))
  return like === undefined ? dateOnly : timestampFormOf(like)
}

function timestampFormOf(text: string): TimestampForm {
  const [, , time, , zone = ''] = timestampPattern.exec(text) ?? []
  if (time === undefined) return dateOnly
  return { time: time.length > 5 ? 'seconds' : 'minutes', zone }
}

/** The date and the time of a timestamp, each empty if there is none. */
export function timestampParts(text: string): { date: string; time: string } {
  const [, date = '', time = ''] = timestampPattern.exec(text) ?? []
  return { date, time }
}

/** A timestamp with another date. Without a time, it is a day: midnight would be a time that nobody has said. */
export function withDate(text: string, date: string): string {
  const [, , time, fraction = '', zone = ''] = timestampPattern.exec(text) ?? []
  return time === undefined ? date : `${date}T${time}${fraction}${zone}`
}

/** A timestamp with another time. If it had no time, its zone is that of the form, or else UTC. */
export function withTime(text: string, time: string, form: TimestampForm): string {
  const [, date = '', before, , zone = ''] = timestampPattern.exec(text) ?? []
  if (date === '') return text
  if (time === '') return date
  return `${date}T${time}${before === undefined ? zoneToWrite(form) : zone}`
}

/** The date of a moment in the zone of the form, at the time that the text has, or else as `withDate` writes it. */
export const today = (text: string, now: Date, form: TimestampForm): string =>
  withDate(text, inZone(now, form).slice(0, 10))

/** A moment to the minute or second, in the zone of the form. */
export function moment(now: Date, form: TimestampForm): string {
  const local = inZone(now, form)
  return `${local.slice(0, 10)}T${toPrecision(local.slice(11, 19), form)}${zoneToWrite(form)}`
}

/** A moment as ISO 8601 in the zone of the form; without one in UTC, as the check reads it. */
function inZone(now: Date, { zone }: TimestampForm): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return new Date(now.getTime() + offset * 60_000).toISOString()
}

const toPrecision = (time: string, form: TimestampForm): string => (form.time === 'minutes' ? time.slice(0, 5) : time)

/** A time without a zone is only written where the other times have none either. */
const zoneToWrite = ({ time, zone }: TimestampForm): string => (time === 'none' ? 'Z' : zone)
