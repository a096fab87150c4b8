/** The files of a package or repository, by their paths, and what exactly they are of. */
export interface FetchedFiles {
  readonly files: ReadonlyMap<string, string>
  readonly resolved: string
}

/** How large a descriptor from elsewhere may be, in bytes. */
export const mostOfDescriptor = 5 * 2 ** 20
