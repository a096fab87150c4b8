import { relative, sep } from 'node:path'

/** A path as printed: relative to the working directory, with `/`. */
export const printed = (path: string): string => (relative('.', path) || '.').replaceAll(sep, '/')
