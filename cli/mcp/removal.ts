import type { InferOutput } from 'valibot'
import type { writeOutput } from '../../shared/agents/outputs.ts'
import { visibleText } from '../../shared/agents/visible-json.ts'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import { counted } from '../../shared/basics/text.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { oneLine } from '../output/one-line.ts'

/** A question to the user before records are removed. */
export interface RemovalQuestion {
  /** It is the same as long as the same is removed, so that nobody answers for something else. */
  readonly key: string
  readonly message: string
}

/**
 * The question that a user answers before the edits of an answer are written; undefined if they remove no record.
 *
 * @param answer an answer of `write` with edits
 */
export function removalQuestion({ answer, files }: ToolAnswer): RemovalQuestion | undefined {
  const { content } = answer as Partial<InferOutput<typeof writeOutput>>
  const count = content?.counts.remove ?? 0
  if (!content || count === 0) return undefined
  const names = content.records
    .filter(({ action }) => action === 'remove')
    .slice(0, mostShownNames)
    .map(({ tag, id, place }) => oneLine(visibleText(`${tag} ${id ?? `in ${place}`}`)))
  const more = count > names.length ? `, and ${count - names.length} more` : ''
  return {
    key: `remove-${fingerprint(JSON.stringify(files))}`,
    message: `Remove ${counted(count, 'record')}: ${names.join(', ')}${more}?`,
  }
}

/** The most records that a question names. */
const mostShownNames = 10
