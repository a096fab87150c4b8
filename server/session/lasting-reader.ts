import type { FoundValue } from '../../shared/index/value-search.ts'
import type { FileReader, FileToRead, ReadFile, ValueSearch } from '../platform/file-reader.ts'

/** How long a reader is kept after the last file, in milliseconds. A thread takes memory also while it does nothing. */
const idleTime = 10_000

/** Reads single files now and then with one reader, because starting a thread takes longer than reading most files. */
export class LastingReader {
  private current: Lease | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly start: () => FileReader) {}

  /** Reads a file. Throws an error if the reader ended; the next file gets a new one. */
  read(file: FileToRead): Promise<ReadFile | undefined> {
    return this.use(reader => reader.read(file))
  }

  /** Searches the values of a file. Throws as `read` does. */
  search(wanted: ValueSearch): Promise<FoundValue[]> {
    return this.use(reader => reader.search(wanted))
  }

  private async use<Result>(work: (reader: FileReader) => Promise<Result>): Promise<Result> {
    clearTimeout(this.timer)
    this.current ??= { reader: this.start(), uses: 0 }
    const lease = this.current
    lease.uses++
    try {
      return await work(lease.reader)
    } catch (error) {
      if (this.current === lease) this.current = undefined
      throw error
    } finally {
      lease.uses--
      if (lease.uses === 0) this.release(lease)
    }
  }

  /** The next file is read by a new reader, which has the current descriptors. */
  renew(): void {
    const lease = this.current
    this.current = undefined
    clearTimeout(this.timer)
    if (lease?.uses === 0) lease.reader.close()
  }

  private release(lease: Lease): void {
    if (this.current === lease) this.timer = setTimeout(() => this.renew(), idleTime)
    else lease.reader.close()
  }
}

/** A reader, and how many files it is reading. */
interface Lease {
  readonly reader: FileReader
  uses: number
}
