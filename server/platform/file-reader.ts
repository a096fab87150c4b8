import { checkFile } from '../../shared/check/check.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { type PackedFile, packFile } from '../../shared/index/packed-file.ts'
import { parse } from '../../shared/syntax/tree.ts'
import type { FileSystem } from './file-system.ts'

/** A file of the workspace, with what decides its domains if it has no header. */
export interface FileToRead extends Pick<FileContext, 'fileName' | 'settingDomains'> {
  readonly uri: string
}

/** Reads files that are not open, and packs what the index needs of them. */
export interface FileReader {
  /** The facts of a file for the index; undefined if it is gone, cannot be read or is not UTF-8. */
  read(file: FileToRead): Promise<PackedFile | undefined>
  /** Ends the reader. Reads that are in progress never finish. */
  close(): void
}

/** Reads files on this thread. Other work runs between two files, but not while one is parsed. */
export function readerHere(fileSystem: FileSystem, descriptors: readonly Descriptor[]): FileReader {
  const registry = createRegistry(descriptors)
  return {
    async read({ uri, fileName, settingDomains }) {
      const text = await fileSystem.read(uri)
      return text === undefined
        ? undefined
        : packFile(checkFile(parse(text), { registry, fileName, settingDomains, onlyNames: true }))
    },
    close() {},
  }
}
