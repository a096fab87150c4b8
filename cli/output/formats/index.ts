import type { Format } from './format.ts'

/** The formats by their names for `--format`. A format is loaded when it is needed. */
export const formats = {
  text: async () => (await import('./text.ts')).text,
  lines: async () => (await import('./lines.ts')).lines,
  json: async () => (await import('./json.ts')).json,
  ndjson: async () => (await import('./json.ts')).ndjson,
  sarif: async () => (await import('./sarif.ts')).sarif,
  github: async () => (await import('./github.ts')).github,
  gitlab: async () => (await import('./gitlab.ts')).gitlab,
  junit: async () => (await import('./junit.ts')).junit,
} satisfies Record<string, () => Promise<Format>>

export type FormatName = keyof typeof formats
