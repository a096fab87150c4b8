import { countedWithCommas, withCommas } from '../../../shared/basics/text.ts'

/** GitHub refuses a SARIF file with more results. */
const most = 25_000

const ranks = { error: 0, warning: 1, note: 2 }

/** Keeps as many results as GitHub takes: of more, the most severe ones, and of equally severe ones the first. */
export class MostSevere {
  private kept: { readonly rank: number; readonly text: string }[] = []
  private count = 0

  /** @param text the result as it is written */
  add(level: keyof typeof ranks, text: string): void {
    this.count++
    this.kept.push({ rank: ranks[level], text })
    if (this.kept.length >= 2 * most) this.prune()
  }

  /** The texts of the results in the order in which they came, some at a time. */
  *inPieces(): Generator<string[]> {
    this.prune()
    for (let start = 0; start < this.kept.length; start += 100)
      yield this.kept.slice(start, start + 100).map(({ text }) => text)
  }

  /** Says how many results are left out; undefined if there is none. */
  leftOut(): string | undefined {
    if (this.count <= most) return undefined
    const problems = countedWithCommas(this.count, 'problem')
    return `There are ${problems}, and the SARIF has the ${withCommas(most)} most severe, as GitHub takes no more.`
  }

  private prune(): void {
    let room = most
    const taken = [0, 1, 2].map(rank => {
      const number = Math.min(room, this.kept.filter(result => result.rank === rank).length)
      room -= number
      return number
    })
    this.kept = this.kept.filter(({ rank }) => taken[rank]!-- > 0)
  }
}
