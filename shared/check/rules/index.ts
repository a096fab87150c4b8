import type { Rule } from '../rule.ts'
import { ambiguousTag } from './ambiguous-tag.ts'
import { changedFileRule } from './changed-file.ts'
import { danglingReference } from './dangling-reference.ts'
import { deprecated } from './deprecated.ts'
import { duplicateField } from './duplicate-field.ts'
import { duplicateKey } from './duplicate-key.ts'
import { duplicateRid } from './duplicate-rid.ts'
import { emptyField } from './empty-field.ts'
import { invalidFormat } from './invalid-format.ts'
import { invalidValue } from './invalid-value.ts'
import { lifecycle } from './lifecycle.ts'
import { mergeConflict } from './merge-conflict.ts'
import { missingField } from './missing-field.ts'
import { missingFile } from './missing-file.ts'
import { missingSeparator } from './missing-separator.ts'
import { missingValue } from './missing-value.ts'
import { needsQuotes } from './needs-quotes.ts'
import { notInEnum } from './not-in-enum.ts'
import { notation } from './notation.ts'
import { outOfRange } from './out-of-range.ts'
import { patternMismatch } from './pattern-mismatch.ts'
import { syntax } from './syntax.ts'
import { tagCase } from './tag-case.ts'
import { typeMismatch } from './type-mismatch.ts'
import { unclosedBlock } from './unclosed-block.ts'
import { unclosedList } from './unclosed-list.ts'
import { unclosedString } from './unclosed-string.ts'
import { unknownDomain } from './unknown-domain.ts'
import { unknownEscape } from './unknown-escape.ts'
import { unknownField } from './unknown-field.ts'
import { unknownTag } from './unknown-tag.ts'
import { unknownType } from './unknown-type.ts'
import { unknownVersion } from './unknown-version.ts'
import { unusedSuppression } from './unused-suppression.ts'
import { wrongReference } from './wrong-reference.ts'

/** All rules, in the order in which they run and in which the documentation lists them. */
export const rules: readonly Rule[] = [
  syntax,
  mergeConflict,
  unclosedString,
  unclosedList,
  unclosedBlock,
  missingValue,
  missingSeparator,
  emptyField,
  duplicateField,
  tagCase,
  needsQuotes,
  unknownEscape,
  unknownDomain,
  unknownVersion,
  unknownTag,
  ambiguousTag,
  missingField,
  unknownField,
  unknownType,
  typeMismatch,
  invalidValue,
  notInEnum,
  outOfRange,
  patternMismatch,
  invalidFormat,
  notation,
  duplicateRid,
  duplicateKey,
  danglingReference,
  wrongReference,
  missingFile,
  changedFileRule,
  lifecycle,
  deprecated,
  unusedSuppression,
]

/** A rule with a certain property, such as the function `line`. */
export type RuleFor<Kind extends keyof Rule> = Rule & Required<Pick<Rule, Kind>>

/** The rules with a certain property, such as the function `line`, in their order. */
export const rulesFor = <Kind extends keyof Rule>(kind: Kind): RuleFor<Kind>[] =>
  rules.filter((rule): rule is RuleFor<Kind> => rule[kind] !== undefined)

/** The codes of the problems of records. */
export const codesOfRecords: ReadonlySet<string> = new Set(rules.map(({ code }) => code))

/** The codes of the problems that depend on the records of all files. */
export const codesAcrossRecords: ReadonlySet<string> = new Set(
  [...rulesFor('definition'), ...rulesFor('key'), ...rulesFor('reference')].map(({ code }) => code),
)

/** The codes of the problems that depend on more than records: on an earlier version, or on other files on disk. */
export const codesBeyondRecords: ReadonlySet<string> = new Set(
  [...rulesFor('change'), ...rulesFor('file')].map(({ code }) => code),
)

/** The codes of the problems that can have a fix which changes what a record says and is the only answer. */
export const codesWithAnswer: ReadonlySet<string> = new Set(rulesFor('mayHaveAnswer').map(({ code }) => code))

/** The codes of the problems that can have a safe fix. */
export const codesWithSafeFix: ReadonlySet<string> = new Set(rulesFor('mayHaveSafeFix').map(({ code }) => code))
