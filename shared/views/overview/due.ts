import type { FieldDefinition } from '../../domains/registry.ts'

const day = 86_400_000

/** The periods of due dates, the nearest first. */
export const dueSpans = [
  { name: 'overdue', label: 'overdue', days: 0 },
  { name: 'week', label: 'within 7 days', days: 7 },
  { name: 'month', label: 'within 30 days', days: 30 },
  { name: 'later', label: 'later', days: Infinity },
] as const

export type DueSpan = (typeof dueSpans)[number]['name']

/**
 * Whether a field's time is one by which something has to be done or ends, judged by its name: `remediation_due`,
 * `expires`, `valid_until`.
 */
export const isDue = ({ name, type }: Pick<FieldDefinition, 'name' | 'type'>): boolean =>
  type === 'ts' && /(^|_)(due|deadline|expires?|expiry|expiration|until|renewal|next)(_|$)/.test(name)

/** Whether a status means that nothing is left to do. */
export const isOver = (status: string): boolean =>
  /^(closed|done|resolved|completed?|cancell?ed|remediated|accepted|rejected|paid|settled|retired|expired|archived|withdrawn|terminated|superseded|fulfilled)$/.test(
    status,
  )

/** When something is due. A date without a time is due when the day is over; a time without a zone is taken for UTC. */
export function dueIn(timestamp: string, now: Date): DueSpan {
  const hasTime = timestamp.includes('T')
  const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(timestamp)
  const time = Date.parse(hasTime && !hasZone ? `${timestamp}Z` : timestamp) + (hasTime ? 0 : day)
  const rest = time - now.getTime()
  return dueSpans.find(({ days }) => rest < days * day)?.name ?? 'later'
}
