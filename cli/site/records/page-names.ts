import { createHash } from 'node:crypto'

/**
 * Gives pages names for their files, each only once. Ids and tags come from anybody, and some disks take upper and
 * lower case for the same: a name has only small letters, digits and a few signs, leads to no other folder, is not
 * long, and is no name of a device of Windows.
 */
export class PageNames {
  private readonly taken: Set<string>

  /** @param taken the names that others have */
  constructor(taken: readonly string[] = []) {
    this.taken = new Set(taken)
  }

  /**
   * The name for a text. The same texts in the same order always get the same names.
   *
   * @param usual the form of texts whose letters can be written small, and are different then, too
   */
  take(text: string, usual: RegExp): string {
    const name = safeName(text, usual)
    for (let count = 1; ; count++) {
      const one = count === 1 ? name : `${name}~${count}`
      if (this.taken.has(one)) continue
      this.taken.add(one)
      return one
    }
  }
}

/** Ids as most of them are, such as `CTL-0007`. */
export const usualId = /^[A-Z0-9][A-Z0-9_.-]*$/

/** The paths of tags, and tags alone. */
export const usualTagPath = /^(?:[a-z0-9_]+\.)*[A-Z][A-Z0-9_]*$/

const mostInName = 80

/** A device of Windows, which also counts with an extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/

/** A name for a text: the text if it has a usual form, or else what is readable of it, with a hash of the text. */
function safeName(text: string, usual: RegExp): string {
  const small = text.toLowerCase()
  if (usual.test(text) && small.length <= mostInName && !deviceName.test(small)) return small
  const readable = small.replace(/[^a-z0-9_]+/g, '-').slice(0, mostInName / 2)
  return `${readable}~${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
}
