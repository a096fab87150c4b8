/** The id that follows existing ones, as `IdSeries` finds it. */
export const nextId = (ids: Iterable<string>): string | undefined => new IdSeries(ids).next()

/** Groups ids by the text before the number at their end, to find the next id of the largest group. */
export class IdSeries {
  private readonly series = new Map<string, Series>()

  constructor(ids: Iterable<string>) {
    for (const id of ids) this.add(id)
  }

  add(id: string): void {
    const [prefix, number, digits] = partsOf(id) ?? []
    if (prefix === undefined || number === undefined || digits === undefined) return
    const one = this.series.get(prefix) ?? { count: 0, greatest: -1n, digits: 0 }
    one.count++
    if (number === one.greatest) one.digits = Math.max(one.digits, digits)
    if (number > one.greatest) {
      one.greatest = number
      one.digits = digits
    }
    this.series.set(prefix, one)
  }

  /** Removes an id; false if it was the greatest, because the new greatest one is then unknown. */
  remove(id: string): boolean {
    const [prefix, number] = partsOf(id) ?? []
    const one = prefix === undefined ? undefined : this.series.get(prefix)
    if (!one) return true
    one.count--
    return number !== one.greatest
  }

  /**
   * The id with the greatest number, of the form that most ids have, counted up with its leading zeros (`CTL-0041`
   * after `CTL-0040`). Undefined where no id ends in a number.
   */
  next(): string | undefined {
    let usual: [prefix: string, series: Series] | undefined
    for (const one of this.series) {
      const isMore = !usual || one[1].count > usual[1].count || (one[1].count === usual[1].count && one[0] < usual[0])
      if (isMore) usual = one
    }
    return usual && usual[0] + String(usual[1].greatest + 1n).padStart(usual[1].digits, '0')
  }
}

interface Series {
  count: number
  greatest: bigint
  /** How many digits the greatest has, with leading zeros. */
  digits: number
}

function partsOf(id: string): [prefix: string, number: bigint, digits: number] | undefined {
  const [, prefix, number] = /^(.*?)(\d{1,18})$/.exec(id) ?? []
  return prefix === undefined || number === undefined ? undefined : [prefix, BigInt(number), number.length]
}
