import { pathToFileURL } from 'node:url'

/** Stands for `import.meta.url` in the CommonJS bundles. */
export const __moduleUrl = pathToFileURL(__filename).href
