import { followersOf, kindsOfValues, meaningText, originText, phraseOf } from '../../shared/domains/field-text.ts'
import { formatTitle } from '../../shared/domains/formats/formats.ts'
import { localize } from '../../shared/domains/localize.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import type { TextLanguage } from '../../shared/domains/texts/languages.ts'
import { localTitle, shownField } from '../../shared/domains/texts/part-texts.ts'
import { columnFor, entry, joinLines, wrap } from './layout.ts'

/**
 * A field as `recline descriptors show` and `recline explain` print it.
 *
 * @param language the one of its texts
 */
export function fieldInText(
  inEnglish: FieldDefinition,
  tag: Tag,
  column: number,
  language: TextLanguage | undefined,
): string {
  const field = shownField(language, tag, inEnglish)
  const { name, type, list, required, usual, range, unit, target, enum: values, pattern, format, example } = field
  const facts = [
    localTitle(language, tag, inEnglish),
    list ? localize('list') : type,
    required ? localize('required') : usual && localize('usual'),
    range && localize('{least} to {greatest}', { least: range[0], greatest: range[1] }),
    // A unit such as 0-10 can be the range again.
    unit !== undefined && unit !== range?.join('-') && localize('in {unit}', { unit }),
    target && localize('refers to {tag}', { tag: target.tag }),
    ...kindsOfValues(inEnglish, tag),
  ]
    .filter(Boolean)
    .join(', ')
  const valueColumn = column + 2 + columnFor(values ?? [], 0)
  return joinLines(
    entry(name, facts, { indent: 2, column }),
    indentedProse(meaningText(field), column),
    ...(values ?? []).map(value =>
      entry(value, meaningAndNext(field, value), { indent: column + 2, column: valueColumn }),
    ),
    pattern !== undefined && paragraph(localize('Pattern: {pattern}', { pattern }), column),
    format !== undefined && paragraph(localize('Format: {format}', { format: formatTitle(format) }), column),
    example !== undefined && !values && paragraph(localize('Example: {examples}', { examples: example }), column),
    paragraph(originText(field, tag.domain), column),
  )
}

/** What an allowed value means, and which values can follow it. */
function meaningAndNext(field: FieldDefinition, value: string): string {
  const next = followersOf(field, value)
  return [plainProse(phraseOf(field, value) ?? ''), next && `(${next})`].filter(Boolean).join(' ')
}

/** A text of a descriptor, wrapped and indented. */
export const indentedProse = (text: string | undefined, indent: number): string | undefined =>
  paragraph(plainProse(text ?? ''), indent)

/** A text, wrapped and indented. */
export const paragraph = (text: string | undefined, indent: number): string | undefined =>
  text ? ' '.repeat(indent) + wrap(text, indent) : undefined
