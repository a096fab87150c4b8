import type { RuleDescriptor } from '../domains/descriptor.ts'
import { cutTo, shorten } from '../domains/message-text.ts'
import type { NoteChange } from './change.ts'

/** Notes what differs between the rules of two versions of a tag. A rule that is off counts as none. */
export function ruleChanges(
  before: readonly RuleDescriptor[],
  after: readonly RuleDescriptor[],
  label: string,
  note: NoteChange,
): void {
  const left = new Map(before.filter(isOn).map(rule => [rule.id, rule]))
  for (const rule of after.filter(isOn)) {
    const { id, expression } = rule
    const old = left.get(id)
    left.delete(id)
    const name = `The rule ${shorten(id)} of ${label}`
    // Information does not make a record wrong.
    const effect = severityOfRule(rule) === 'information' ? ({ records: 'compatible' } as const) : {}
    if (!old) {
      note('rule-added', `${name} is new: ${cutTo(100, rule.message)}`, { rule: id, ...effect })
      continue
    }
    if (old.expression !== expression) note('rule-changed', `${name} has another expression.`, { rule: id, ...effect })
    const [was, is] = [severityOfRule(old), severityOfRule(rule)]
    if (was === is) continue
    const isStricter = severities.indexOf(is) > severities.indexOf(was)
    note(isStricter ? 'rule-stricter' : 'rule-milder', `${name} has the severity ${is}; it had ${was}.`, { rule: id })
  }
  for (const id of left.keys())
    note('rule-removed', `There is no rule ${shorten(id)} of ${label} any more.`, { rule: id })
}

const severities = ['off', 'information', 'warning', 'error'] as const

const severityOfRule = ({ severity = 'error' }: RuleDescriptor): (typeof severities)[number] => severity

const isOn = (rule: RuleDescriptor): boolean => severityOfRule(rule) !== 'off'
