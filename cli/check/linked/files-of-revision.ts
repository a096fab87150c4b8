import { createHash } from 'node:crypto'
import { hashInPointer, longestPointer } from '../../../shared/basics/git-lfs.ts'
import { groupBy } from '../../../shared/basics/group.ts'
import type { FileFact } from '../../../shared/check/linked-files.ts'
import { readObjects } from '../../repository/objects.ts'
import type { GitFile, Revision } from '../../repository/revision.ts'
import type { FilesBelow } from './file-checks.ts'

/** A hash that somebody waits for. */
interface WantedHash {
  readonly file: GitFile
  readonly give: (fact: FileFact) => void
}

/** The files of a git revision, of which only the objects are read. Use it for one run. */
export class FilesOfRevision implements FilesBelow {
  private readonly files: ReadonlyMap<string, GitFile>
  private readonly folders = new Set<string>()
  private readonly hashes = new Map<string, Promise<FileFact>>()
  private wanted: WantedHash[] = []

  constructor(private readonly revision: Pick<Revision, 'top' | 'files'>) {
    this.files = new Map(revision.files.map(file => [file.path, file]))
    for (const { path } of revision.files)
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        const folder = path.slice(0, end)
        if (this.folders.has(folder)) break
        this.folders.add(folder)
      }
  }

  async factOf(place: readonly string[], wantsHash: boolean): Promise<FileFact> {
    const path = place.join('/')
    const file = this.files.get(path)
    if (!file) return this.folders.has(path) ? { kind: 'folder' } : { kind: 'missing', others: [] }
    // Where a link leads is not followed, so what its file is stays unknown.
    if (!wantsHash || file.isLink) return { kind: 'file', hash: undefined }
    let hash = this.hashes.get(path)
    if (!hash) {
      hash = new Promise(give => {
        this.wanted.push({ file, give })
        // All that are asked for at once are read by one process.
        if (this.wanted.length === 1) setImmediate(() => void this.readWanted())
      })
      this.hashes.set(path, hash)
    }
    return hash
  }

  private async readWanted(): Promise<void> {
    const wanted = this.wanted
    this.wanted = []
    for (const [gitDirectory, some] of groupBy(wanted, ({ file }) => file.gitDirectory)) {
      const place = gitDirectory === undefined ? { folder: this.revision.top } : { gitDirectory }
      const ids = some.map(({ file }) => file.id)
      await readObjects(place, ids, (object, index) => {
        if (object?.type === 'blob') some[index]!.give({ kind: 'file', hash: hashOfObject(object.content) })
      })
      // Of an object that git does not have, nothing is known.
      for (const { give } of some) give({ kind: 'file', hash: undefined })
    }
  }
}

function hashOfObject(content: Buffer): string {
  const pointer = content.length <= longestPointer ? hashInPointer(content.toString('latin1')) : undefined
  return pointer ?? createHash('sha256').update(content).digest('hex')
}
