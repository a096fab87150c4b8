import { counted } from '../../shared/basics/text.ts'
import { tagOfRecord } from '../../shared/diff/record-key.ts'
import { describeUnit } from '../../shared/diff/units.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { withheld } from '../../shared/domains/sensitive.ts'
import { jsonText } from '../../shared/syntax/controls.ts'
import { escapeText, jsonItems, markdownHead, markdownRow } from '../../shared/syntax/written-rows.ts'
import { isHiddenIn, labelInMarkdown, mostCharacters, shownValue } from '../diff/formats/markdown.ts'
import { oneLine } from '../output/one-line.ts'
import type { ApprovalFormat, NeededApproval } from './needed-approval.ts'

/** The approvals that changes need, and the domains of their records. */
interface ListedApprovals {
  readonly approvals: readonly NeededApproval[]
  readonly registry: Registry
  /** Sentences about what changes the list itself, or does not count. */
  readonly notes: readonly string[]
}

/**
 * The approvals in one of the formats. In Markdown, which goes into pull requests, values of sensitive fields are
 * withheld.
 *
 * @param isCheck whether it is known who approved
 */
export function approvalsIn(format: ApprovalFormat, listed: ListedApprovals, isCheck: boolean): Iterable<string> {
  if (format === 'json') return approvalsAsJson(listed, isCheck)
  if (format === 'text') return approvalsAsText(listed, isCheck)
  return [approvalsAsMarkdown(listed, isCheck), ...listed.notes.map(note => `\n*${escapeText(note)}*\n`)]
}

function* approvalsAsText({ approvals, registry }: ListedApprovals, isCheck: boolean): Generator<string> {
  if (approvals.length === 0) return yield `${localize('No change needs approval.')}\n`
  for (const approval of approvals) {
    const { unit, field, value, before, roles } = approval
    const { name, title } = describeUnit(unit, registry)
    const record = [name, shorten(title)].filter(Boolean).join(': ')
    const change = `${before === undefined ? '' : `${shorten(before)} -> `}${shorten(value)}`
    yield oneLine(`${unit.file}:${unit.line + 1}  ${record}`) + '\n'
    const places = { field, change, roles: rolesInWords(roles) }
    const needed = isCheck
      ? localize('{field}: {change} needs {roles}; {outcome}', { ...places, outcome: approvalOutcome(approval) })
      : localize('{field}: {change} needs {roles}', places)
    yield oneLine(`  ${needed}`) + '\n'
  }
}

/** As in `risk-owner (@kim, @lee) or ciso (nobody)`. */
const rolesInWords = (roles: NeededApproval['roles']): string =>
  roles
    .map(({ role, people }) => `${role} (${people.length === 0 ? localize('nobody') : people.join(', ')})`)
    .reduce((words, last) => localize('{words} or {last}', { words, last }))

const approvalOutcome = ({ approvedBy }: NeededApproval): string =>
  approvedBy.length === 0 ? localize('missing') : localize('approved by {people}', { people: approvedBy.join(', ') })

function* approvalsAsJson({ approvals, registry }: ListedApprovals, isCheck: boolean): Generator<string> {
  const missing = approvals.filter(({ approvedBy }) => approvedBy.length === 0).length
  yield isCheck ? `{"missing":${missing},"approvals":[` : '{"approvals":['
  const write = jsonItems()
  for (const { unit, field, value, before = null, roles, approvedBy } of approvals) {
    const { file, line, id = null, record } = unit
    const { title } = describeUnit(unit, registry)
    const place = { file, line: line + 1 }
    const state = { field, before, value, roles, ...(isCheck && { approvedBy }) }
    yield write([jsonText({ tag: tagOfRecord(record!), id, title, ...place, ...state })])
  }
  yield '\n]}\n'
}

function approvalsAsMarkdown({ approvals, registry }: ListedApprovals, isCheck: boolean): string {
  if (approvals.length === 0) return '**No change needs approval**\n'
  const missing = approvals.filter(({ approvedBy }) => approvedBy.length === 0).length
  const needs = approvals.length === 1 ? 'needs' : 'need'
  const head = `**${counted(approvals.length, 'change')} ${needs} approval${isCheck ? `, ${missing} missing` : ''}**\n\n`
  let text = head + markdownHead(['record', 'change', 'needs', ...(isCheck ? ['approval'] : []), 'place'])
  let listed = 0
  // Missing approvals come first, so that the room is theirs.
  for (const approval of approvals.toSorted((one, other) => one.approvedBy.length - other.approvedBy.length)) {
    const { unit, field, value, before, roles } = approval
    const isHidden = isHiddenIn(unit.record!, field, registry)
    const shown = (said: string): string => shownValue(isHidden ? withheld : said)
    const row = markdownRow([
      [escapeText(tagOfRecord(unit.record!)), labelInMarkdown(unit, registry)].join(' '),
      `${escapeText(field)}: ${before === undefined ? '' : `${shown(before)} → `}${shown(value)}`,
      escapeText(rolesInWords(roles)),
      ...(isCheck ? [escapeText(approvalOutcome(approval))] : []),
      shownValue(`${unit.file}:${unit.line + 1}`),
    ])
    if (text.length + row.length > mostCharacters) break
    text += row
    listed++
  }
  return listed === approvals.length ? text : `${text}\nand ${counted(approvals.length - listed, 'more change')}\n`
}
