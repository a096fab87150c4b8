/** Work that begins once nobody has asked for it for a while, so that what comes in a row does not wait for it. */
export class LateWork {
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | undefined

  /**
   * @param work what is done, one time after the other
   * @param pause for how many milliseconds nobody must ask for it before
   */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly pause: number,
  ) {}

  /** Whether work waits or is being done. */
  get isDue(): boolean {
    return this.timer !== undefined || this.running !== undefined
  }

  /** Does the work after the pause, which begins again. */
  schedule(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.now(), this.pause)
  }

  /** Does the work now, after what is being done. */
  now(): Promise<void> {
    this.cancel()
    const running = (this.running ?? Promise.resolve()).then(this.work).finally(() => {
      if (this.running === running) this.running = undefined
    })
    this.running = running
    return running
  }

  /** Does not do the work that waits. */
  cancel(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** Does the work that waits without its pause, and waits for what is being done. */
  async finish(): Promise<void> {
    await (this.timer === undefined ? this.running : this.now())
  }
}
