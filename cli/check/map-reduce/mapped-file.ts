import { startOfFile } from '../../../shared/scan/part.ts'
import type { Failure } from '../../files/failure.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { addPart, type FileState, unreadFile } from '../file-state.ts'
import type { FoundProblem } from '../found-problem.ts'
import type { DirectiveFact, Fact, PartFact, UndecidedFact } from './facts.ts'

/** The facts of one file, without those about names and values. */
export interface MappedFile {
  readonly parts: PartFact[]
  /** With all details, and with the standard severities of their codes. */
  readonly problems: FoundProblem[]
  readonly directives: DirectiveFact[]
  readonly undecided: UndecidedFact[]
}

export const fileOfParts = (parts: readonly PartFact[]): MappedFile => ({
  parts: parts.toSorted((one, other) => one.part - other.part),
  problems: [],
  directives: [],
  undecided: [],
})

/** Adds a fact to the other facts of its file, if it is about neither names nor values. */
export function addFact(file: MappedFile, fact: Fact): void {
  switch (fact.kind) {
    case 'finding': {
      const { entry, start, data } = fact
      file.problems.push({ entry, start, code: data.code, placed: data })
      break
    }
    case 'directive':
      file.directives.push(fact)
      break
    case 'undecided':
      file.undecided.push(fact)
      break
  }
}

/**
 * The state of a file after all its parts. Fails as `missingPart`.
 */
export function stateOf(planned: PlannedFile, { parts, directives }: MappedFile): FileState | Failure {
  const failure = missingPart(planned.source.file, parts)
  if (failure) return failure
  const state = unreadFile(planned)
  for (const { data } of parts)
    addPart(state, {
      ...data,
      counts: new Map(Object.entries(data.counts)),
      directives: [],
      markers: data.markers ?? [],
    })
  for (const { entry: place, data } of directives.sort((one, other) => one.entry - other.entry))
    state.directives.push({ ...data, place })
  return state
}

/** Fails if parts of a file are missing, are there twice, or are from different versions of the file. */
export function missingPart(file: string, parts: readonly PartFact[]): Failure | undefined {
  let end = 0
  let after = JSON.stringify(startOfFile)
  for (const { part, data } of parts) {
    if (part > end)
      return { failure: `${file} has no facts for the bytes from ${end} to ${part}; run --map for this range too.` }
    if (part < end) {
      const twice = `${file} has facts for the bytes from ${part} to ${end} twice`
      return { failure: `${twice}; pass the facts of each range once.` }
    }
    if (JSON.stringify(data.before) !== after) {
      const changed = `${file} changed between two runs of --map, before byte ${part}`
      return { failure: `${changed}; run --map for the file again.` }
    }
    end = data.end
    after = JSON.stringify(data.after)
  }
  if (parts.at(-1)?.data.isLast) return undefined
  return { failure: `${file} has no facts for the bytes from ${end} on; run --map --range ${end}- too.` }
}
