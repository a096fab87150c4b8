import { compareText } from '../basics/text.ts'

/** The id that follows existing ones, as `IdSeries` finds it. */
export function nextId(ids: Iterable<string>): string | undefined {
  const series = new IdSeries(() => ids)
  for (const id of ids) series.add(id)
  return series.next()
}

/** How many of the greatest numbers of a series are kept at least. If one is removed, the next one is known. */
const kept = 32

/**
 * Groups ids by the text before the number at their end, to find the next id of the largest group. Adding and removing
 * an id takes the same time however many there are.
 */
export class IdSeries {
  private readonly series = new Map<string, Series>()
  /** The text before the numbers of the largest group, as far as it is known. */
  private usual: string | undefined

  /** @param ids all that were added and not removed, for when all kept numbers of a group are removed */
  constructor(private readonly ids: () => Iterable<string>) {}

  add(id: string): void {
    const { prefix, number } = idParts(id)
    if (number === '') return
    const one = this.series.get(prefix)
    if (one) addNumber(one, number)
    else this.series.set(prefix, { count: 1, greatest: [number] })
    if (this.series.size === 1 || (this.usual !== undefined && this.isMoreUsual(prefix, this.usual)))
      this.usual = prefix
  }

  remove(id: string): void {
    const { prefix, number } = idParts(id)
    const one = this.series.get(prefix)
    if (number === '' || !one) return
    one.count--
    const at = one.greatest.lastIndexOf(number)
    if (at >= 0) one.greatest.splice(at, 1)
    if (one.count === 0) this.series.delete(prefix)
    if (prefix === this.usual) this.usual = undefined
  }

  /**
   * The id with the greatest number, of the form that most ids have, counted up with its leading zeros (`CTL-0041`
   * after `CTL-0040`). Undefined where no id ends in a number.
   */
  next(): string | undefined {
    if (this.usual === undefined) this.findUsual()
    const prefix = this.usual
    if (prefix === undefined) return undefined
    const one = this.series.get(prefix)!
    if (one.greatest.length === 0) this.readAgain(prefix, one)
    const greatest = one.greatest.at(-1)!
    return prefix + String(BigInt(greatest) + 1n).padStart(greatest.length, '0')
  }

  /** Adds all ids of another series, from which none is removed afterwards. */
  addAll({ series }: IdSeries): void {
    for (const [prefix, { count, greatest }] of series) {
      const one = this.series.get(prefix) ?? { count: 0, greatest: [] }
      this.series.set(prefix, one)
      const [number, known] = [greatest.at(-1)!, one.greatest.at(-1)]
      if (known === undefined || compareNumbers(number, known) > 0) one.greatest.push(number)
      one.count += count
    }
    this.usual = undefined
  }

  private findUsual(): void {
    for (const prefix of this.series.keys())
      if (this.usual === undefined || this.isMoreUsual(prefix, this.usual)) this.usual = prefix
  }

  private isMoreUsual(prefix: string, other: string): boolean {
    const more = this.series.get(prefix)!.count - this.series.get(other)!.count
    return more > 0 || (more === 0 && prefix < other)
  }

  private readAgain(prefix: string, one: Series): void {
    one.count = 0
    for (const id of this.ids()) {
      const parts = id.startsWith(prefix) && idParts(id)
      if (parts && parts.prefix === prefix && parts.number !== '') addNumber(one, parts.number)
    }
  }
}

interface Series {
  count: number
  /** Its greatest numbers as they are written, in ascending order. */
  readonly greatest: string[]
}

function addNumber(one: Series, number: string): void {
  const { greatest } = one
  const isComplete = greatest.length === one.count
  one.count++
  // A number below those that are kept can be below others that are not.
  if (!isComplete && (greatest.length === 0 || compareNumbers(number, greatest[0]!) < 0)) return
  let at = greatest.length
  while (at > 0 && compareNumbers(number, greatest[at - 1]!) < 0) at--
  if (at === greatest.length) greatest.push(number)
  else greatest.splice(at, 0, number)
  if (greatest.length === 2 * kept) greatest.splice(0, kept)
}

/** Compares numbers by their size, and equal ones by their leading zeros. */
function compareNumbers(one: string, other: string): number {
  if (one.length !== other.length) {
    const longer = Math.max(one.length, other.length)
    return compareNumbers(one.padStart(longer, '0'), other.padStart(longer, '0')) || one.length - other.length
  }
  return compareText(one, other)
}

/** The number at the end of an id, of up to 18 digits, and the text before it. The number is empty if there is none. */
export function idParts(id: string): { prefix: string; number: string } {
  let start = id.length
  while (start > 0 && id.length - start < 18 && isDigit(id.charCodeAt(start - 1))) start--
  return { prefix: id.slice(0, start), number: id.slice(start) }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
