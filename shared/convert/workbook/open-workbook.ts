import { once } from '../../basics/once.ts'
import { localize } from '../../domains/localize.ts'
import { type CellFormat, cellFormat } from './cell-formats.ts'
import { readSheetRows, type SheetRows } from './sheet-rows.ts'
import { damagedWorkbook, UnreadableWorkbook } from './unreadable-workbook.ts'
import type { WorkbookLimits } from './workbook-limits.ts'
import { textReader } from './workbook-texts.ts'
import { attributeNamed, isTrue, readXmlPart, type XmlReader } from './xml-part.ts'
import { type ZipParts, zipParts } from './zip-parts.ts'

/** A sheet with cells. */
export interface Sheet {
  readonly name: string
  /** The tag that Recline wrote for it; empty for a sheet of Recline without records. */
  readonly tag: string | undefined
  readonly isHidden: boolean
  /** Reads its cells. Throws an `UnreadableWorkbook` if it is damaged or too large. */
  readonly rows: () => SheetRows
}

/** The name, local to a sheet, that has the tag of its records: the name of the sheet can be changed and is short. */
export const tagMark = '_recline_tag'

/**
 * Reads the list of sheets of a workbook. Throws an `UnreadableWorkbook` if it is none, or damaged.
 *
 * Macros, queries and links to other files are not read.
 */
export function openWorkbook(bytes: Uint8Array, limits: WorkbookLimits): readonly Sheet[] {
  mustBeWorkbook(bytes)
  const parts = zipParts(bytes, limits.unpackedBytes)
  mustBeOfThisForm(parts)
  const path = targetsOf(parts, '', '_rels/.rels').find(({ type }) => type === 'officeDocument')?.path
  if (path === undefined || !parts.has(path)) throw notReadable()
  const { sheets, is1904, tags } = readDirectory(parts, path)
  const relations = targetsOf(parts, folderOfPart(path), relationsOf(path))
  const ofType = (type: string): string | undefined => {
    const found = relations.find(one => one.type === type)?.path
    return found !== undefined && parts.has(found) ? found : undefined
  }
  const texts = once(() => readSharedTexts(parts, ofType('sharedStrings'), limits))
  const formats = once(() => readFormats(parts, ofType('styles')))
  return sheets.flatMap(({ name, id, isHidden }, index): Sheet[] => {
    const relation = relations.find(one => one.id === id)
    if (!relation) throw damagedWorkbook(`the sheet ${name} is nowhere in it`)
    // A sheet can be a chart.
    if (relation.type !== 'worksheet') return []
    const rows = (): SheetRows =>
      readSheetRows(parts, relation.path, { texts: texts(), formats: formats(), is1904, limits })
    return [{ name, tag: tags.get(index), isHidden, rows }]
  })
}

const notReadable = (): UnreadableWorkbook => new UnreadableWorkbook(localize('is no Excel workbook; save it as .xlsx'))

/** Old workbooks, and those with a password, are archives of another kind. */
function mustBeWorkbook(bytes: Uint8Array): void {
  const starts = (...some: readonly number[]): boolean => some.every((byte, index) => bytes[index] === byte)
  if (starts(0x50, 0x4b)) return
  if (!starts(0xd0, 0xcf, 0x11, 0xe0)) throw notReadable()
  throw hasWideText(bytes, 'EncryptedPackage')
    ? new UnreadableWorkbook(localize('is protected with a password; save it without one'))
    : new UnreadableWorkbook(localize('is a workbook of before 2007; save it as .xlsx'))
}

/** Whether there is a text in UTF-16 among some bytes. */
function hasWideText(bytes: Uint8Array, text: string): boolean {
  const wanted = [...text].flatMap(character => [character.charCodeAt(0), 0])
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true
  return false
}

function mustBeOfThisForm(parts: ZipParts): void {
  if (parts.has('xl/workbook.bin'))
    throw new UnreadableWorkbook(localize('is a binary workbook (.xlsb); save it as .xlsx'))
  if (parts.has('mimetype') && parts.has('content.xml'))
    throw new UnreadableWorkbook(localize('is an OpenDocument workbook (.ods); save it as .xlsx'))
  if (!parts.has('_rels/.rels')) throw notReadable()
}

interface RelatedPart {
  readonly id: string
  /** The last word of its type. */
  readonly type: string
  readonly path: string
}

/** The parts that a part refers to. A path that leads out of the archive is one of no part. */
function targetsOf(parts: ZipParts, folder: string, relations: string): readonly RelatedPart[] {
  const targets: RelatedPart[] = []
  if (!parts.has(relations)) return targets
  readXmlPart(parts, relations, {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship' || mode === 'External') return
      const path = target.startsWith('/') ? target.slice(1) : joinedPath(folder, target)
      targets.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path })
    },
  })
  return targets
}

const folderOfPart = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

const relationsOf = (path: string): string => `${folderOfPart(path)}_rels/${path.slice(folderOfPart(path).length)}.rels`

function joinedPath(folder: string, target: string): string {
  const names = folder.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '.') names.push(name)
  }
  return names.join('/')
}

interface Directory {
  readonly sheets: readonly { readonly name: string; readonly id: string; readonly isHidden: boolean }[]
  readonly is1904: boolean
  /** By the place of a sheet the tag that Recline wrote. */
  readonly tags: ReadonlyMap<number, string>
}

function readDirectory(parts: ZipParts, path: string): Directory {
  const sheets: Directory['sheets'][number][] = []
  const tags = new Map<number, string>()
  let is1904 = false
  let sheetOfTag: number | undefined
  let text = ''
  readXmlPart(parts, path, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (name === 'sheet')
        sheets.push({
          name: attributes.name ?? '',
          id: attributeNamed(attributes, 'id') ?? '',
          isHidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
        })
      if (name === 'definedName') {
        sheetOfTag = attributes.name === tagMark ? Number(attributes.localSheetId) : undefined
        text = ''
      }
    },
    text: piece => {
      text += piece
    },
    close: name => {
      if (name !== 'definedName' || sheetOfTag === undefined) return
      tags.set(sheetOfTag, text.replace(/^"|"$/g, ''))
      sheetOfTag = undefined
    },
  })
  return { sheets, is1904, tags }
}

/** The texts that cells refer to by their numbers. */
function readSharedTexts(
  parts: ZipParts,
  path: string | undefined,
  { cells, characters }: WorkbookLimits,
): readonly string[] {
  const texts: string[] = []
  if (path === undefined) return texts
  const item = textReader(characters)
  const reader: XmlReader = {
    open: name => {
      if (name === 'si') item.start()
      else item.open(name)
    },
    text: item.text,
    close: name => {
      if (name !== 'si') item.close(name)
      else if (texts.push(item.end()) > cells)
        throw new UnreadableWorkbook(localize('has more than {count} texts', { count: cells }))
    },
  }
  readXmlPart(parts, path, reader, Infinity)
  return texts
}

/** The formats of cells by the number of their style. */
function readFormats(parts: ZipParts, path: string | undefined): readonly CellFormat[] {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isOfCells = false
  if (path !== undefined)
    readXmlPart(parts, path, {
      open: (name, { numFmtId, formatCode }) => {
        if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
        if (name === 'cellXfs') isOfCells = true
        if (name === 'xf' && isOfCells) ids.push(Number(numFmtId ?? 0))
      },
      close: name => {
        if (name === 'cellXfs') isOfCells = false
      },
    })
  return ids.map(id => cellFormat(id, codes.get(id)))
}
