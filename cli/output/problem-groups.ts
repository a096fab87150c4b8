import { compareText, withCommas } from '../../shared/basics/text.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { PlacedProblem } from './file-result.ts'
import { oneLine } from './one-line.ts'

/** Problems with the same code, of the same field or tag. */
interface ProblemGroup {
  readonly code: string
  readonly domain: string | null
  readonly tag: string | null
  readonly field: string | null
  count: number
  /** The place of the first one. */
  readonly first: string
}

/** Counts problems by their code, tag and field. */
export class ProblemGroups {
  private readonly groups = new Map<string, ProblemGroup>()
  /** How many problems there are. */
  count = 0

  add(file: string, problems: readonly PlacedProblem[]): void {
    this.count += problems.length
    for (const { code, domain, tag, field, line, column } of problems) {
      const key = `${code} ${domain} ${tag} ${field}`
      const known = this.groups.get(key)
      if (known) known.count++
      else this.groups.set(key, { code, domain, tag, field, count: 1, first: `${file}:${line}:${column}` })
    }
  }

  /**
   * A line for each group, the largest first: `unknown-field VULNERABILITY.notes ×1,404, first kev.rec:2:547`.
   *
   * @param bold marks the codes
   */
  lines(bold: (text: string) => string = text => text): string[] {
    const groups = [...this.groups.values()]
    const domains = new Map<string | null, Set<string | null>>()
    for (const { tag, domain } of groups) domains.set(tag, (domains.get(tag) ?? new Set()).add(domain))
    const subjectOf = ({ domain, tag, field }: ProblemGroup): string => {
      if (tag === null) return field === null ? '' : ` ${oneLine(field)}`
      const isAmbiguous = domain !== null && domains.get(tag)!.size > 1
      return ` ${isAmbiguous ? `${oneLine(domain)}.` : ''}${oneLine(tag)}${field === null ? '' : `.${oneLine(field)}`}`
    }
    return groups
      .map(group => ({ group, subject: subjectOf(group) }))
      .sort(
        (one, other) =>
          other.group.count - one.group.count ||
          compareText(one.group.code + one.subject, other.group.code + other.subject),
      )
      .map(
        ({ group: { code, count, first }, subject }) =>
          `${bold(code)}${subject} ×${withCommas(count)}, ${localize('first {place}', { place: oneLine(first) })}\n`,
      )
  }
}
