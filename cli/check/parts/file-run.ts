import type { PlacedDirective } from '../../../shared/check/suppression.ts'
import type { Carried, PlacedText } from '../../../shared/scan/part.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { lower, type PartFacts, type PartFindings, type PartTask, type Wanted } from './check-part.ts'
import type { StoredContent } from './content.ts'

/** A file that is being checked, part by part. */
export interface FileRun {
  /** Its place among all files. */
  readonly number: number
  readonly planned: PlannedFile
  readonly content: StoredContent
  /** Whether the rules among all records are asked. */
  readonly hasNames: boolean
  /** The parts that were read, in order. */
  readonly parts: PartRun[]
  records: number
  /** Its line ends, so far. */
  lines: number
  /** What its parts leave to the next, so far, and where that header is. */
  carried: Carried
  header: PlacedText | undefined
  /** A block that is still open. */
  openBlock: PlacedText | undefined
  /** The comments that may suppress problems; their places are lines of the file. */
  readonly directives: PlacedDirective[]
  /** How many records belong to each domain by its path. */
  readonly counts: Map<string, number>
  /** Whether these decide about any record. */
  isUndecided: boolean
  /** Whether all its parts are read, so that they can. */
  isRead: boolean
  /** Set where it could not be read as a whole. */
  hasFailed: boolean
}

/** A part of a file that was read. */
export interface PartRun {
  readonly file: FileRun
  /** Its place among the parts of all files. */
  readonly number: number
  /** Its place among the stretches of its file. */
  readonly index: number
  /** The line of the file on which it starts, from 0. */
  readonly firstLine: number
  readonly headerAbove: PlacedText | undefined
  facts: PartFacts
  /** What was found in it, its lines counted in the file; undefined where that was not wanted yet, or too much to keep. */
  findings: PartFindings | undefined
}

export const startRun = (number: number, planned: PlannedFile, content: StoredContent, hasNames: boolean): FileRun => ({
  number,
  planned,
  content,
  hasNames,
  parts: [],
  records: 0,
  lines: 0,
  carried: { header: undefined, isInBlock: false },
  header: undefined,
  openBlock: undefined,
  directives: [],
  counts: new Map(),
  isUndecided: false,
  isRead: false,
  hasFailed: false,
})

/** The errand to check a part of a file. */
export const taskOf = (
  { planned, content, hasNames, counts, isUndecided, isRead }: FileRun,
  index: number,
  before: Carried | undefined,
  wanted: Wanted | undefined,
): PartTask => ({
  content,
  index,
  file: planned.source.file,
  settingDomains: planned.settings.settingDomains,
  severity: planned.settings.severity,
  before,
  hasNames,
  wanted,
  ...(isRead && isUndecided && { counts }),
})

/** Takes in the next part of a file. */
export function addPart(
  file: FileRun,
  number: number,
  index: number,
  facts: PartFacts,
  findings: PartFindings | undefined,
): PartRun {
  if (findings) lower(findings, file.lines)
  const part: PartRun = { file, number, index, firstLine: file.lines, headerAbove: file.header, facts, findings }
  file.parts.push(part)
  file.records += facts.records
  const lineInFile = ({ text, line }: PlacedText): PlacedText => ({ text, line: line + part.firstLine })
  const header = facts.headers.at(-1)
  if (header) file.header = { text: facts.after.header!, line: part.firstLine + header.line }
  if (!facts.after.isInBlock) file.openBlock = undefined
  else if (facts.openBlock) file.openBlock = lineInFile(facts.openBlock)
  for (const directive of facts.directives) {
    file.directives.push({
      ...directive,
      place: directive.place + part.firstLine,
      next: directive.next + part.firstLine,
    })
  }
  for (const [path, count] of facts.counts) file.counts.set(path, (file.counts.get(path) ?? 0) + count)
  file.isUndecided ||= facts.isUndecided
  file.lines += facts.lines
  file.carried = facts.after
  return part
}
