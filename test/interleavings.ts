/**
 * Runs processes of a model in every order of their steps. A process calls `step` before each thing that others can
 * see, and goes on when it is chosen.
 */
export class Interleaving {
  private readonly parked = new Map<number, { readonly go: () => void; readonly isReady: () => boolean }>()
  private readonly done = new Set<number>()
  /** The processes that were ended in the middle of their work. */
  readonly ended = new Set<number>()
  private notify: () => void = () => undefined
  private changes = 0

  /** @param choose returns one of a number of options */
  constructor(
    private readonly choose: (options: number) => number,
    private readonly mayEnd: boolean,
  ) {}

  /** Waits until the process is chosen. */
  async step(process: number): Promise<void> {
    await this.park(process, () => true)
    this.changes++
  }

  /** Waits until another process has done something. */
  wait(process: number): Promise<void> {
    const { changes } = this
    return this.park(process, () => this.changes > changes)
  }

  /** Runs processes until all have ended, or none can go on. Returns the numbers of those that returned. */
  async run(processes: readonly ((process: number) => Promise<void>)[]): Promise<ReadonlySet<number>> {
    const returned = new Set<number>()
    for (const [process, work] of processes.entries())
      void work(process)
        .then(
          () => returned.add(process),
          () => undefined,
        )
        .then(() => {
          this.done.add(process)
          this.notify()
        })
    for (;;) {
      while (this.parked.size + this.done.size < processes.length)
        await new Promise<void>(resolve => {
          this.notify = resolve
        })
      const ready = [...this.parked].filter(([, { isReady }]) => isReady()).map(([process]) => process)
      if (ready.length === 0) return returned
      const canEnd = this.mayEnd && this.ended.size === 0
      const option = this.choose(canEnd ? 2 * ready.length : ready.length)
      const process = ready[option % ready.length]!
      const { go } = this.parked.get(process)!
      this.parked.delete(process)
      if (option < ready.length) go()
      else {
        this.ended.add(process)
        this.done.add(process)
        this.changes++
      }
    }
  }

  private park(process: number, isReady: () => boolean): Promise<void> {
    return new Promise(go => {
      this.parked.set(process, { go, isReady })
      this.notify()
    })
  }
}

/** Tries every sequence of choices, or a number of random ones, and returns how many it tried. */
export async function tryAll(
  work: (choose: (options: number) => number) => Promise<void>,
  random?: { readonly runs: number; readonly next: () => number },
): Promise<number> {
  if (random) {
    for (let run = 0; run < random.runs; run++) await work(options => Math.floor(random.next() * options))
    return random.runs
  }
  let choices: number[] = []
  for (let tried = 1; ; tried++) {
    const options: number[] = []
    let at = 0
    await work(count => {
      options.push(count)
      choices[at] ??= 0
      return choices[at++]!
    })
    while (choices.length > 0 && choices.at(-1)! + 1 >= options[choices.length - 1]!) choices.pop()
    if (choices.length === 0) return tried
    choices = [...choices.slice(0, -1), choices.at(-1)! + 1]
  }
}
