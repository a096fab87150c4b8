import type { RuleDescriptor } from '../domains/descriptor.ts'
import { shorten, show } from '../domains/message-text.ts'
import type { FieldDefinition } from '../domains/registry.ts'
import type { Reads } from '../expression/expression.ts'
import type { Frame } from '../expression/run/frame.ts'
import type { MessageTemplate } from '../expression/run/message.ts'
import { valueAsText } from '../expression/run/values.ts'

/** What the message of a declared rule depends on. */
interface RuleToTell {
  readonly rule: Pick<RuleDescriptor, 'id'>
  /** What its expression reads. */
  readonly reads: Pick<Reads, 'own'>
  readonly message: MessageTemplate
}

/** What the problem of a rule says, after the rule was evaluated and found broken in this frame. */
export const messageOf = (told: RuleToTell, frame: Frame): string =>
  frame.isExhausted ? exhausted(told.rule) : messageFor(told, frame)

/** The fields whose values are told behind the message: all that the rule reads of the record, if it names no value. */
const toldFields = ({ message, reads }: Omit<RuleToTell, 'rule'>): readonly FieldDefinition[] =>
  message.expressions.length > 0 ? [] : reads.own

/** The message, with the values that the rule reads if the message names none. */
function messageFor({ message, reads }: RuleToTell, frame: Frame): string {
  const text = message.textFor(frame)
  const values = toldFields({ message, reads }).flatMap(field => said(field, frame) ?? [])
  return values.length === 0 ? text : `${asSentence(text)} Here ${values.join(' and ')}.`
}

const asSentence = (text: string): string => (/[.!?…:;][)"'”»]?$/u.test(text) ? text : `${text}.`)

function said(field: FieldDefinition, frame: Frame): string | undefined {
  const value = frame.record.get(field)
  if (value === undefined) return undefined
  const text = valueAsText(value)
  return `${shorten(field.name)} is ${typeof value === 'string' || Array.isArray(value) ? show(text) : shorten(text)}`
}

const exhausted = ({ id }: RuleToTell['rule']): string =>
  `The rule ${shorten(id)} was stopped because it takes too many steps for this record; make its expression simpler.`
