import { lastIndex } from '../basics/binary-search.ts'
import { addToGroup } from '../basics/group.ts'
import { type Unit, unitText } from '../diff/units.ts'

/** Finds units that are in a row in a file. */
export class Rows {
  /** The line of each unit, from 0, that of its comments and blank lines if it has some. */
  readonly lines: readonly number[]
  /** The indices of the units that count, in order, and where each name is among them. */
  private readonly counted: number[] = []
  private readonly places = new Map<string, number[]>()

  /**
   * @param nameOf the name of a unit; units with the same name are the same
   * @param counts whether a unit counts; others can be between the units of a row
   */
  constructor(
    private readonly all: readonly Unit[],
    private readonly nameOf: (unit: Unit) => string = unitText,
    counts: (unit: Unit) => boolean = () => true,
  ) {
    const lines = [0]
    all.forEach((unit, index) => {
      lines.push(lines.at(-1)! + unitText(unit).split('\n').length - 1)
      if (!counts(unit)) return
      const name = nameOf(unit)
      addToGroup(this.places, name, this.counted.push(index) - 1)
    })
    this.lines = lines
  }

  /** The indices of a row with the names of some units: of the nearest to a line, if there are several. */
  nearest(units: readonly Unit[], line: number): readonly number[] | undefined {
    if (units.length === 0) return []
    const names = units.map(this.nameOf)
    const isRow = (place: number): boolean =>
      names.every((name, offset) => {
        const unit = this.all[this.counted[place + offset]!]
        return unit && this.nameOf(unit) === name
      })
    const same = this.places.get(names[0]!) ?? []
    for (const place of nearestFirst(same, one => this.lines[this.counted[one]!]! - line))
      if (isRow(place)) return this.counted.slice(place, place + units.length)
    return undefined
  }
}

/** Sorted places, the nearest first. Usually it is the right one, also where a file has many units of the same text. */
function* nearestFirst(places: readonly number[], distanceTo: (place: number) => number): Iterable<number> {
  let above = lastIndex(places, place => distanceTo(place) < 0)
  let below = above + 1
  while (above >= 0 || below < places.length) {
    const isAbove = below === places.length || (above >= 0 && -distanceTo(places[above]!) <= distanceTo(places[below]!))
    yield places[isAbove ? above-- : below++]!
  }
}
