import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A hash as it is written in descriptors, locks and registries. */
const form = /^sha256:[0-9a-f]{64}$/

/** Whether a text has the form of a hash. */
export const isHash = (text: string): boolean => form.test(text)

/**
 * The SHA-256 of a text in UTF-8. It works in a web worker too, where the hashes of the platform cannot be had at once.
 *
 * @returns `sha256:` and 64 hexadecimal digits
 */
export const hashOfText = (text: string): string => `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`

/**
 * The hash of the text of a descriptor file. Line ends count as `\n`, because git may change them. JSON has no line end
 * inside of a value, so this changes nothing that a file says.
 */
export const hashOfFile = (text: string): string => hashOfText(text.replaceAll('\r\n', '\n'))
