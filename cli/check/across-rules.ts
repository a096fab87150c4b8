import { acrossRuleFindings, declaredRules, isBroken, nowIn } from '../../shared/check/declared-rules.ts'
import { FollowedRecord, FollowedRecords, followedFields } from '../../shared/check/followed-records.ts'
import { problemAt } from '../../shared/check/problem.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import { type Registry, type Tag, tagOfPath } from '../../shared/domains/registry.ts'
import { Frame } from '../../shared/expression/frame.ts'
import type { EntryPlace } from '../../shared/scan/part.ts'
import type { Details } from '../output/file-result.ts'
import { contextOf } from './file-state.ts'
import { type FoundProblem, foundProblems } from './found-problem.ts'
import { checkAt } from './parts/check-at.ts'
import { entriesAbove } from './parts/check-part.ts'
import type { PartReader } from './parts/part-reader.ts'
import type { KeptPart } from './parts/read-files.ts'

/** The rules about several records, on the records of all parts. */
export class AcrossRules {
  private readonly records = new FollowedRecords()
  private readonly tags = new Map<string, Tag | undefined>()
  /** The records that break a rule, by the numbers of their parts. */
  private readonly broken = new Map<number, EntryPlace[]>()

  /** @param parts all parts that were read; their records are evaluated at once */
  constructor(
    parts: readonly KeptPart[],
    private readonly registry: Registry,
    private readonly reader: PartReader,
  ) {
    const all = parts.map(part => ({ part, records: this.recordsOf(part) }))
    for (const { records } of all) for (const { tag, record } of records) this.records.add(tag.fullName.path, record)
    for (const { part, records } of all) {
      const context = this.contextOf(part)
      const now = nowIn(context)
      const places = records.flatMap(({ tag, record, place }) => {
        const { across } = declaredRules(tag, context)
        return across.some(rule => isBroken(rule, new Frame(record, now, this.records))) ? place : []
      })
      if (places.length > 0) this.broken.set(part.number, places)
    }
  }

  /** The problems of a part, in the order of their places. Reads the records that break rules again. */
  problemsIn(part: KeptPart, details: Details): FoundProblem[] {
    const places = this.broken.get(part.number)
    if (!places) return []
    const { planned, content } = part.file
    const { headers, before } = part.result
    const above = entriesAbove([], before.header)
    const context = this.contextOf(part)
    const checked = checkAt(content, part.range, [...headers, ...places], above, context, this.reader)
    if (!checked) return []
    const problems = checked.entries.flatMap(({ tag }, entry) => {
      const record = checked.tree.entries[entry]!
      if (entry < above.length || !tag || record.kind !== 'record') return []
      // As for names, what needs other records gets no fixes: the facts of a map do not have the text that they change.
      return acrossRuleFindings(record, tag, context, this.records).map(finding =>
        problemAt(entry, { ...finding, fixes: undefined }),
      )
    })
    return foundProblems(planned, checked, problems, details)
  }

  private contextOf({ file: { planned, decidingCounts } }: KeptPart): FileContext {
    return contextOf(planned, this.registry, decidingCounts)
  }

  private recordsOf(part: KeptPart): { tag: Tag; record: FollowedRecord; place: EntryPlace }[] {
    if (part.file.hasFailed || part.result.followed.length === 0) return []
    const fields = new Map<Tag, string[]>()
    for (const [tag, own] of followedFields(this.contextOf(part)))
      fields.set(
        tag,
        own.map(({ name }) => name),
      )
    return part.result.followed.flatMap(({ path, values, byte, line }) => {
      const tag = this.tagOf(path)
      const own = tag && fields.get(tag)
      return own ? { tag, record: new FollowedRecord(own, values), place: { byte, line } } : []
    })
  }

  private tagOf(path: string): Tag | undefined {
    if (!this.tags.has(path)) this.tags.set(path, tagOfPath(this.registry, path))
    return this.tags.get(path)
  }
}
