import { SaxesParser } from 'saxes'
import { damagedWorkbook, UnreadableWorkbook } from './unreadable-workbook.ts'
import type { ZipParts } from './zip-parts.ts'

/** What is done with the XML of a part. Names come without their prefix. */
export interface XmlReader {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/**
 * Reads a part of a workbook as XML, piece by piece. Throws an `UnreadableWorkbook` if it is no XML, or if it declares
 * entities: no workbook needs them, and few of them can expand to gigabytes.
 *
 * @param most the most bytes of the part: those that only list others are small
 */
export function readXmlPart(
  parts: ZipParts,
  name: string,
  { open, text, close }: XmlReader,
  most = mostBytesOfList,
): void {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  parser.on('opentag', tag => open(withoutPrefix(tag.name), tag.attributes))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close) parser.on('closetag', tag => close(withoutPrefix(tag.name)))
  parser.on('doctype', () => {
    throw damagedWorkbook(`${name} declares a type of document, which no workbook does`)
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const read = (bytes?: Uint8Array): void => {
    try {
      parser.write(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode())
      if (!bytes) parser.close()
    } catch (error) {
      throw error instanceof UnreadableWorkbook ? error : damagedWorkbook(`${name} cannot be read as XML`)
    }
  }
  parts.unpack(name, read, most)
  read()
}

const mostBytesOfList = 20_000_000

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The attribute with a name, whatever its prefix is. */
export function attributeNamed(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = Object.keys(attributes).find(key => withoutPrefix(key) === name)
  return found === undefined ? undefined : attributes[found]
}

/** Whether an attribute says yes. */
export const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'

/** All platforms have it, and this code is for all of them. */
declare const TextDecoder: new (
  encoding: string,
  options: { fatal: boolean },
) => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string }
