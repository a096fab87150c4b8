import { type Unit, unitText } from '../diff/units.ts'

/** Finds units that are in a row in a file. */
export class Rows {
  /** The line of each unit, from 0, that of its comments and blank lines if it has some. */
  readonly lines: readonly number[]
  private readonly places = new Map<string, number[]>()

  constructor(private readonly all: readonly Unit[]) {
    const lines = [0]
    all.forEach((unit, index) => {
      const text = unitText(unit)
      lines.push(lines.at(-1)! + text.split('\n').length - 1)
      const same = this.places.get(text)
      if (same) same.push(index)
      else this.places.set(text, [index])
    })
    this.lines = lines
  }

  /** The index where a row with the texts of some units starts: the nearest to a line, if there are several. */
  nearest(units: readonly Unit[], line: number): number | undefined {
    const isRow = (start: number): boolean =>
      units.every((unit, index) => this.all[start + index] && unitText(this.all[start + index]!) === unitText(unit))
    if (units.length === 0) return 0
    const same = this.places.get(unitText(units[0]!)) ?? []
    for (const start of nearestFirst(same, place => this.lines[place]! - line)) if (isRow(start)) return start
    return undefined
  }
}

/** Sorted places, the nearest first. Usually it is the right one, also where a file has many units of the same text. */
function* nearestFirst(places: readonly number[], distanceTo: (place: number) => number): Iterable<number> {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (distanceTo(places[middle]!) < 0) low = middle + 1
    else high = middle
  }
  let above = low - 1
  let below = low
  while (above >= 0 || below < places.length) {
    const isAbove = below === places.length || (above >= 0 && -distanceTo(places[above]!) <= distanceTo(places[below]!))
    yield places[isAbove ? above-- : below++]!
  }
}
