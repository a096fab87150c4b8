import { allowedInXml } from '../../syntax/xml-text.ts'

/**
 * The text of an SVG file from what a browser writes. A browser also writes characters of an id that no program could
 * read in XML.
 */
export const svgFileOf = (serialized: string): string => allowedInXml(serialized)
