/** The most bytes that a pointer of Git LFS has. */
export const longestPointer = 1024

/**
 * The hash in a pointer of Git LFS, which git has in place of the content, as 64 hexadecimal digits; undefined for
 * another content.
 *
 * @see https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
 */
export function hashInPointer(content: string): string | undefined {
  if (content.length > longestPointer || !content.startsWith('version https://git-lfs.github.com/spec/'))
    return undefined
  return /^oid sha256:([0-9a-f]{64})$/m.exec(content)?.[1]
}
