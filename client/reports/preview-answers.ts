/** The contents of the blocks of a page, and the numbers in its text; or the same as HTML. */
export interface PageTexts {
  readonly blocks: readonly string[]
  readonly counts: readonly string[]
}

/** What is known of a page. */
interface KnownPage {
  readonly texts: PageTexts
  /** The texts that were answered last. */
  readonly answered: PageTexts
  /** Their HTML. */
  readonly known: ReadonlyMap<string, string>
  /** Whether its answers may not be those of the records any more. */
  readonly isOld: boolean
}

/** The most pages that are kept. */
const mostPages = 5

/** How long VS Code may need to make its previews again, in milliseconds. */
const refreshTime = 500

/** How often it is told to. */
const mostRefreshes = 5

/** How long a preview may need to load on a busy machine, in milliseconds. */
const loadingTime = 2000

/** How often answers are asked for again that do not come, each time after twice the pause. */
const mostRepeats = 5

/**
 * What previews show in place of blocks and numbers. A preview is made at once, so answers are asked for behind it, and
 * kept; when they come, the preview is made again.
 */
export class PreviewAnswers {
  /** The last page that was shown is the last one. */
  private readonly pages = new Map<string, KnownPage>()
  /** Whether a preview was made since it was asked for. */
  private isMade = true
  /** When a preview was made last, in milliseconds since 1970. */
  private madeAt = -Infinity
  private timer: ReturnType<typeof setTimeout> | undefined
  private refreshTimer: ReturnType<typeof setTimeout> | undefined
  /** The pages whose answers are on their way. One that takes long keeps no other page waiting. */
  private readonly asked = new Set<string>()
  /** How often in turn there was no answer. */
  private failures = 0

  /**
   * @param ask fills the texts of a page, in their order; null if there is no answer now
   * @param refresh makes the previews again
   * @param isShown whether there is any preview
   * @param pause for how long nobody has typed before answers are asked for, in milliseconds
   */
  constructor(
    private readonly ask: (page: string, texts: PageTexts) => Promise<PageTexts | null>,
    private readonly refresh: () => void,
    private readonly isShown: () => boolean,
    private readonly pause: number,
  ) {}

  /** Notes what a page has; it is about to be shown. */
  seen(page: string, texts: PageTexts): void {
    const { answered, known, isOld } = this.pages.get(page) ?? unanswered
    const isUnknown = [...keysInPage(texts)].some(key => !known.has(key))
    this.noteMade()
    this.failures = 0
    this.keep(page, { texts, answered, known, isOld: isOld || isUnknown })
    if (isOld || isUnknown) this.askLater()
  }

  /**
   * The HTML of a block or a number; undefined while it is not known. Until the answer to a block that is being changed
   * comes, it has the one of before: without it, the page would jump at each key.
   */
  html(page: string, kind: keyof PageTexts, text: string): string | undefined {
    const found = this.pages.get(page)
    if (!found) return undefined
    const { texts, answered, known } = found
    const before = answered[kind].length === texts[kind].length ? answered[kind][texts[kind].indexOf(text)] : undefined
    return known.get(keyInPage(kind, text)) ?? (before === undefined ? before : known.get(keyInPage(kind, before)))
  }

  /** Says that the records may have changed. */
  changed(): void {
    if (this.pages.size === 0) return
    this.failures = 0
    for (const [page, known] of this.pages) this.pages.set(page, { ...known, isOld: true })
    if (this.isShown()) this.askLater()
  }

  /** Stops asking. */
  dispose(): void {
    clearTimeout(this.timer)
    clearTimeout(this.refreshTimer)
    this.pages.clear()
  }

  private keep(page: string, known: KnownPage): void {
    this.pages.delete(page)
    this.pages.set(page, known)
    for (const [oldest] of [...this.pages].slice(0, -mostPages)) this.pages.delete(oldest)
  }

  private askLater(pause = this.pause): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      for (const [page, { isOld, texts }] of this.pages) if (isOld && !this.asked.has(page)) void this.fill(page, texts)
    }, pause)
  }

  /**
   * VS Code forgets that it was told to make a preview again while it waits to look whether the text of the page is
   * another one. A preview that is made tells `seen`, so VS Code is told again until that happens.
   */
  private refreshUntilMade(times = 1): void {
    clearTimeout(this.refreshTimer)
    // Answers that come together make the previews again once.
    const time = times === 1 ? 0 : refreshTime
    this.isMade = false
    this.refreshTimer = setTimeout(() => {
      if (this.isMade) return
      this.refresh()
      if (!this.isMade && times < mostRefreshes) this.refreshUntilMade(times + 1)
    }, time)
  }

  /**
   * VS Code takes the end of the loading of a preview that it shows already for that of the next one, and does not show
   * the next one then. So a preview that was made while the one before may have been loading is made again behind that.
   */
  private noteMade(): void {
    const isFromHere = !this.isMade
    const now = Date.now()
    const isEarly = now - this.madeAt < loadingTime
    this.isMade = true
    this.madeAt = now
    if (!isFromHere || !isEarly) return
    clearTimeout(this.refreshTimer)
    this.refreshTimer = setTimeout(() => this.refreshUntilMade(), loadingTime)
  }

  /** Asks for the answers of a page, and makes the previews again if one of them is new. */
  private async fill(page: string, texts: PageTexts): Promise<void> {
    this.asked.add(page)
    // What changes from now on makes the page old again.
    this.update(page, { isOld: false })
    const filled = await this.ask(page, texts).catch(() => null)
    this.asked.delete(page)
    const now = this.pages.get(page)
    if (!now) return
    if (!filled) {
      this.update(page, { isOld: true })
      if (++this.failures <= mostRepeats) this.askLater(this.pause * 2 ** this.failures)
      return
    }
    this.failures = 0
    const answers = new Map(
      (['blocks', 'counts'] as const).flatMap(kind =>
        texts[kind].map((text, index): [string, string] => [keyInPage(kind, text), filled[kind][index] ?? '']),
      ),
    )
    this.update(page, { known: answers, answered: texts })
    if ([...answers].some(([key, answer]) => now.known.get(key) !== answer)) this.refreshUntilMade()
    if (now.isOld) this.askLater()
  }

  private update(page: string, changed: Partial<KnownPage>): void {
    const known = this.pages.get(page)
    if (known) this.pages.set(page, { ...known, ...changed })
  }
}

/** A page of which nothing is known. */
const unanswered: Omit<KnownPage, 'texts'> = { answered: { blocks: [], counts: [] }, known: new Map(), isOld: false }

const keyInPage = (kind: keyof PageTexts, text: string): string => `${kind} ${text}`

function* keysInPage({ blocks, counts }: PageTexts): Generator<string> {
  for (const text of blocks) yield keyInPage('blocks', text)
  for (const text of counts) yield keyInPage('counts', text)
}
