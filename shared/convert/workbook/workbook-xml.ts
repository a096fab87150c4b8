/** What the parts of a workbook have in common when they are written as XML. */

/** The characters that XML does not have, a carriage return, and a text that looks like one of their escapes. */
const withoutXml =
  /[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const xmlEscaped = (text: string): string =>
  text.replace(withoutXml, character => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

const xmlMarkup: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** A text inside an element, with every character it has. */
export const xmlText = (text: string): string => xmlEscaped(text).replace(/[&<>]/g, character => xmlMarkup[character]!)

/** A text inside an attribute in double quotes. */
export const xmlAttribute = (text: string): string =>
  xmlEscaped(text).replace(/[&<>"\n\t]/g, character => xmlMarkup[character]!)

/** The start of each part. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const officeFormats = 'http://schemas.openxmlformats.org'
const documentRelations = `${officeFormats}/officeDocument/2006/relationships`

/** The namespaces of the parts of a workbook. */
export const spreadsheet = `xmlns="${officeFormats}/spreadsheetml/2006/main" xmlns:r="${documentRelations}"`

/** The part with the relations of another one. */
export const relationsXml = (targets: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${xmlHead}<Relationships xmlns="${officeFormats}/package/2006/relationships">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${documentRelations}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** The part that says what the others are. */
export const contentTypesXml = (sheets: number, withNotes: readonly number[]): string => {
  const type = (name: string): string => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`
  const parts = [
    ['/xl/workbook.xml', type('sheet.main')],
    ['/xl/styles.xml', type('styles')],
    ...Array.from({ length: sheets }, (_, index) => [`/xl/worksheets/sheet${index + 1}.xml`, type('worksheet')]),
    ...withNotes.map(index => [`/xl/comments${index + 1}.xml`, type('comments')]),
  ]
  return `${xmlHead}<Types xmlns="${officeFormats}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${parts
    .map(([name, content]) => `<Override PartName="${name}" ContentType="${content}"/>`)
    .join('')}</Types>`
}
