import { isAscii } from 'node:buffer'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { makeFolder } from './files/folders.ts'

/** What Node has, but not its types: those of Node 20 know no cache. */
const { enableCompileCache, wrap, wrapper } = module as unknown as {
  readonly enableCompileCache?: (folder: string) => void
  readonly wrap: (text: string) => string
  readonly wrapper: readonly [string, string]
}

/**
 * Stores the code that V8 compiles in this run, and takes it in the next one, which starts in two thirds of the time.
 * Node does so itself from 22.8 on; for Node 20, the same is done here, for the files of one folder.
 *
 * @param folder where the code is stored; only if nobody else can write in it, as stored code is run
 * @param programs the folder of the files whose code is stored
 */
export function storeCompiledCode(folder: string, programs: string): void {
  if (!isOwnFolder(folder)) return
  if (enableCompileCache) enableCompileCache(folder)
  // The first versions of Node 20 have no checksums.
  else if (crc32 !== undefined) storeWhatIsLoaded(folder, programs)
}

function storeWhatIsLoaded(folder: string, programs: string): void {
  // Deprecated since long, but there is no other hook for modules that `require` loads, and Node will keep it.
  const extensions: NodeJS.RequireExtensions = require.extensions
  const load = extensions['.js']
  extensions['.js'] = (loaded, path) => {
    if (dirname(path) !== programs) return load(loaded, path)
    const bytes = readFileSync(path)
    const stored = new StoredCode(join(folder, `${basename(path)}-${process.version}-${process.arch}`), bytes)
    // As Latin-1 it is copied; as UTF-8, each character is looked at.
    const script = new Script(wrap(bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')), {
      filename: path,
      columnOffset: -wrapper[0].length,
      cachedData: stored.read(),
    })
    // At the end, as functions are compiled when they are called first.
    if (script.cachedDataRejected !== false) process.once('exit', () => stored.write(script.createCachedData()))
    const run: (...names: unknown[]) => void = script.runInThisContext()
    run.call(loaded.exports, loaded.exports, module.createRequire(path), loaded, path, programs)
  }
}

/**
 * Makes a folder, and says whether nobody else than the user can write in it. `sudo` can leave root with the home of
 * another user. Windows has a home for each user, and no such permissions.
 */
function isOwnFolder(folder: string): boolean {
  try {
    makeFolder(folder, 0o700)
    const { uid, mode } = statSync(folder)
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
  } catch {
    return false
  }
}

/** A file with compiled code, behind the checksums of the text and of the code: V8 compares only the text's length. */
class StoredCode {
  readonly #path: string
  readonly #text: Buffer

  constructor(path: string, text: Buffer) {
    this.#path = path
    this.#text = text
  }

  /** The code for the text; none if it was not stored, or is damaged. */
  read(): Buffer | undefined {
    try {
      const bytes = readFileSync(this.#path)
      const code = bytes.subarray(8)
      return this.#checksums(code).equals(bytes.subarray(0, 8)) ? code : undefined
    } catch {
      return undefined
    }
  }

  /** Stores code. If it cannot be stored, the next run takes longer. */
  write(code: Buffer): void {
    const draft = `${this.#path}-${process.pid}`
    try {
      writeFileSync(draft, Buffer.concat([this.#checksums(code), code]), { mode: 0o600 })
      renameSync(draft, this.#path)
    } catch {
      removeDraft(draft)
    }
  }

  #checksums(code: Buffer): Buffer {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32LE(crc32(this.#text))
    bytes.writeUInt32LE(crc32(code), 4)
    return bytes
  }
}

/** Removes what could not be written whole. An error here would be the end of a run that went well. */
function removeDraft(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}
