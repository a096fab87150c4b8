/**
 * A short text that stands for a long one: equal texts have the same, and two versions of a file practically never do.
 * It tells whether a file has changed. It does not withstand somebody who looks for two texts with the same one.
 */
export function fingerprint(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9]
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13)
  }
  const parts = [text.length, (one ^ (one >>> 15)) >>> 0, (other ^ (other >>> 16)) >>> 0]
  return parts.map(part => part.toString(36)).join('-')
}
