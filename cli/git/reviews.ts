import * as v from 'valibot'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Failure } from '../files/failure.ts'
import { readText } from '../files/read-text.ts'
import { oneLine } from '../output/one-line.ts'

/** A review, as `gh pr view --json reviews` gives it. */
const review = v.object({
  author: v.nullable(v.object({ login: v.string() })),
  state: v.picklist(['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED', 'COMMENTED', 'PENDING']),
  submittedAt: v.nullish(v.pipe(v.string(), v.isoTimestamp()), null),
  commit: v.nullish(v.object({ oid: v.string() }), null),
})

/** What `gh pr view --json reviews,author,headRefOid` gives; all but the reviews is optional. */
const ofGitHub = v.object({
  reviews: v.array(review),
  author: v.optional(v.object({ login: v.string() })),
  headRefOid: v.optional(v.string()),
})

/** What GitLab gives at `merge_requests/…/approvals`. */
const ofGitLab = v.object({ approved_by: v.array(v.object({ user: v.object({ username: v.string() }) })) })

/** Who approved, by a file of reviews. */
interface Approvers {
  readonly names: readonly string[]
  /** A sentence for each approval that is for an older commit than the last one, and does not count. */
  readonly stale: readonly string[]
}

/**
 * Reads the names of those who approved from a file of reviews. The last review of a person counts that approves,
 * requests changes or was dismissed, and only for the last commit, if the file says which one that is. Who wrote the
 * pull request cannot approve it.
 *
 * @returns why the file cannot be used, if it cannot
 */
export async function approversIn(path: string): Promise<Approvers | Failure> {
  const read = await readText({ file: path, path: path === '-' ? undefined : path })
  if ('failure' in read) return read
  const refused = (reason: string): Failure => ({
    failure: localize('{file} is no file of reviews: {reason}.', { file: oneLine(path), reason }),
  })
  let json: unknown
  try {
    json = JSON.parse(read.text)
  } catch {
    return refused(localize('it is not JSON'))
  }
  if (v.is(ofGitLab, json)) return { names: json.approved_by.map(({ user }) => user.username), stale: [] }
  const parsed = v.safeParse(ofGitHub, json)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const place = v.getDotPath(issue)
    const isOther = place === null || place === 'reviews'
    return refused(
      isOther
        ? localize('it has no list "reviews" or "approved_by"')
        : localize('{place} is missing or wrong', { place }),
    )
  }
  const { reviews, author, headRefOid: head } = parsed.output
  const last = new Map<string, Review>()
  for (const one of reviews.toSorted(bySubmission))
    if (one.author && one.state !== 'COMMENTED' && one.state !== 'PENDING') last.set(one.author.login, one)
  const names: string[] = []
  const stale: string[] = []
  for (const [name, { state, commit }] of last) {
    if (state !== 'APPROVED' || name === author?.login) continue
    if (head === undefined || !commit || commit.oid === head) names.push(name)
    else
      stale.push(
        localize(
          'The approval of {name} is stale: it is for {commit}, and the last commit is {last}; ask for another review.',
          { name: shorten(name), commit: shortId(commit.oid), last: shortId(head) },
        ),
      )
  }
  return { names, stale }
}

type Review = v.InferOutput<typeof review>

/** The start of the id of a commit, as people see it. */
const shortId = (id: string): string => shorten(id.slice(0, 10))

const bySubmission = (one: Review, other: Review): number =>
  Date.parse(one.submittedAt ?? '') - Date.parse(other.submittedAt ?? '') || 0
