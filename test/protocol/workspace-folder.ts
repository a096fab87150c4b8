import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach } from 'vitest'
import { stopAll } from './client.ts'

/** A folder of the test's own files, made before each test of the file, and removed when its servers have stopped. */
interface WorkspaceFolder {
  /** The URI of the folder. */
  root(): string
  /** The URI of a file in it. */
  address(name: string): string
  /** Writes a file into it. */
  write(name: string, text: string): Promise<void>
}

export function workspaceFolder(): WorkspaceFolder {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-'))
  })
  afterEach(async () => {
    await stopAll()
    await rm(folder, { recursive: true })
  })
  return {
    root: () => pathToFileURL(folder).href,
    address: name => pathToFileURL(join(folder, name)).href,
    write: (name, text) => writeFile(join(folder, name), text),
  }
}
