import type { GivenValues } from '../../shared/agents/inputs.ts'
import { visibleText } from '../../shared/agents/visible-json.ts'
import { fieldNamed, type Registry, type Tag } from '../../shared/domains/registry.ts'
import { isSensitiveName, isWithheldWhole, sensitiveFieldsOf, withheld } from '../../shared/domains/sensitive.ts'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { refuse } from './answer.ts'
import { mustBeShown } from './withheld.ts'
import { textOfValue } from './written-file.ts'

/**
 * Refuses a change of a record whose values are others than the call expects.
 *
 * @param tag undefined for an unknown tag
 * @param needed the fields whose values the call has to expect; undefined for any one of them
 */
export function expectValues(
  { node, tag, registry }: { readonly node: RecordNode; readonly tag: Tag | undefined; readonly registry: Registry },
  expected: GivenValues,
  needed: readonly string[] | undefined,
  at: string,
): void {
  const names = Object.keys(expected)
  const isHidden = (name: string): boolean =>
    tag ? sensitiveFieldsOf(tag).has(name) : isWithheldWhole(node, registry) || isSensitiveName(node, name, registry)
  for (const name of names) {
    if (tag) mustBeShown(tag, fieldNamed(tag, name), `${at}.${name}`)
    else if (isHidden(name))
      refuse({ code: 'withheld-field', message: 'This value is withheld; expect another one.', at: `${at}.${name}` })
  }
  const current = (of: readonly string[]): Record<string, string | null> =>
    Object.fromEntries(of.map(name => [name, isHidden(name) ? withheld : textIn(node, name)]))
  // Nobody can know a value that is withheld, so it may be overwritten without.
  const untold = needed ? needed.filter(name => !names.includes(name) && !isHidden(name)) : []
  if (untold.length > 0 || (!needed && names.length === 0))
    refuse({
      code: 'expected-missing',
      message: needed
        ? 'Pass in expected the values that the fields have now, so that nothing newer is overwritten.'
        : 'Pass in expected at least one value that the record has now, so that nothing newer is lost.',
      at,
      current: current(needed ?? [...new Set(node.fields.map(({ name }) => name))].slice(0, 20)),
    })
  const stale = names.filter(name => {
    const value = expected[name]!
    const now = textIn(node, name)
    const meant =
      value === null ? '' : textOfValue(value, tag ? fieldNamed(tag, name) : { name, list: true }, `${at}.${name}`)
    // A client may show characters that nobody sees as escapes.
    return meant !== (now ?? '') && (now === null || meant !== visibleText(now))
  })
  if (stale.length > 0)
    refuse({
      code: 'stale-value',
      message: 'The record has other values by now; look whether the change is still right.',
      at: `${at}.${stale[0]}`,
      current: current(stale),
    })
}

function textIn(record: RecordNode, name: string): string | null {
  const value = record.fields.find(field => field.name === name)?.value
  return value ? valueText(record, value) : null
}
