import * as v from 'valibot'
import type { Failure } from '../files/failure.ts'
import { readText } from '../files/read-text.ts'
import { oneLine } from '../output/one-line.ts'

/** A review, as `gh pr view --json reviews` gives it. */
const review = v.object({
  author: v.nullable(v.object({ login: v.string() })),
  state: v.picklist(['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED', 'COMMENTED', 'PENDING']),
  submittedAt: v.nullish(v.pipe(v.string(), v.isoTimestamp()), null),
})

/** What `gh pr view --json reviews,author` gives; the author is optional. */
const ofGitHub = v.object({ reviews: v.array(review), author: v.optional(v.object({ login: v.string() })) })

/** What GitLab gives at `merge_requests/…/approvals`. */
const ofGitLab = v.object({ approved_by: v.array(v.object({ user: v.object({ username: v.string() }) })) })

/**
 * Reads the names of those who approved from a file of reviews. The last review of a person counts that approves,
 * requests changes or was dismissed. Who wrote the pull request cannot approve it.
 *
 * @returns why the file cannot be used, if it cannot
 */
export async function approversIn(path: string): Promise<readonly string[] | Failure> {
  const read = await readText({ file: path, path: path === '-' ? undefined : path })
  if ('failure' in read) return read
  const refused = (reason: string): Failure => ({ failure: `${oneLine(path)} is no file of reviews: ${reason}.` })
  let json: unknown
  try {
    json = JSON.parse(read.text)
  } catch {
    return refused('it is not JSON')
  }
  if (v.is(ofGitLab, json)) return json.approved_by.map(({ user }) => user.username)
  const parsed = v.safeParse(ofGitHub, json)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const place = v.getDotPath(issue)
    const isOther = place === null || place === 'reviews'
    return refused(isOther ? 'it has no list "reviews" or "approved_by"' : `${place} is missing or wrong`)
  }
  const { reviews, author } = parsed.output
  const last = new Map<string, string>()
  for (const { author: reviewer, state } of reviews.toSorted(bySubmission))
    if (reviewer && state !== 'COMMENTED' && state !== 'PENDING') last.set(reviewer.login, state)
  return [...last].flatMap(([name, state]) => (state === 'APPROVED' && name !== author?.login ? [name] : []))
}

const bySubmission = (one: v.InferOutput<typeof review>, other: v.InferOutput<typeof review>): number =>
  Date.parse(one.submittedAt ?? '') - Date.parse(other.submittedAt ?? '') || 0
