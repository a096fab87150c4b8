import type { Value } from './values.ts'

/**
 * Which ids lie on a circle of references. All that one id leads to is found in one walk (Tarjan's strongly connected
 * components), so to ask about each id takes about as long as to ask about one. After a change, only what the changed
 * ids lead to is walked again.
 */
export class Circles {
  /** The ids on the circles through an id; undefined for one that is on none. */
  private readonly known = new Map<string, ReadonlySet<string> | undefined>()
  private changed = new Set<string>()

  /** @param referred the ids that the record with an id refers to; none if it is not the only one with this id */
  constructor(private readonly referred: (id: string) => readonly string[]) {}

  /** Whether the references of an id lead back to it. */
  has(id: string): boolean {
    if (this.changed.size > 0) this.walkChanged()
    if (!this.known.has(id)) this.walk([id])
    return this.known.get(id) !== undefined
  }

  /** Takes note that the record with an id is another one, or refers to others now. */
  change(id: string): void {
    this.changed.add(id)
  }

  /** A circle that a change opens or closes has a changed id on it. */
  private walkChanged(): void {
    const { changed } = this
    this.changed = new Set()
    const again = new Set(changed)
    for (const id of changed) for (const other of this.known.get(id) ?? []) again.add(other)
    // Where most is walked again, it is simpler to start anew, and no walk is made for what nobody asks about.
    if (again.size * 2 > this.known.size) this.known.clear()
    else this.walk(again, new Set())
  }

  /**
   * Finds the circles of all ids that some ids lead to.
   *
   * @param done the ids whose circles are found, so that the walk ends there
   */
  private walk(starts: Iterable<string>, done: { has(id: string): boolean } = this.known): void {
    const found = done === this.known ? undefined : (done as Set<string>)
    /** When each id on the way was met, and the first one that it leads back to. */
    const met = new Map<string, WalkStep>()
    const open: string[] = []
    const way: WalkStep[] = []
    const enter = (id: string): void => {
      const step = { id, number: met.size, first: met.size, referred: this.referred(id), next: 0, isOpen: true }
      met.set(id, step)
      open.push(id)
      way.push(step)
    }
    for (const start of starts) {
      if (done.has(start) || met.has(start)) continue
      enter(start)
      for (let step = way.at(-1); step; step = way.at(-1)) {
        const next = step.referred[step.next++]
        if (next !== undefined) {
          const before = met.get(next)
          if (before?.isOpen) step.first = Math.min(step.first, before.number)
          else if (!before && !done.has(next)) enter(next)
          continue
        }
        way.pop()
        const above = way.at(-1)
        if (above) above.first = Math.min(above.first, step.first)
        if (step.first !== step.number) continue
        const members = open.splice(open.lastIndexOf(step.id))
        const isCircle = members.length > 1 || step.referred.includes(step.id)
        const circle = isCircle ? new Set(members) : undefined
        for (const id of members) {
          met.get(id)!.isOpen = false
          this.known.set(id, circle)
          found?.add(id)
        }
      }
    }
  }
}

/** An id on the way of a walk. */
interface WalkStep {
  readonly id: string
  readonly number: number
  first: number
  readonly referred: readonly string[]
  next: number
  isOpen: boolean
}

/** The ids in the value of a field that refers. */
export const idsOfValue = (value: Value | undefined): readonly string[] =>
  value === undefined ? [] : ([value].flat() as Value[]).filter(id => typeof id === 'string')
