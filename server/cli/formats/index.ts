import type { Format } from './format.ts'

/** Every format by the name that `--format` knows it by; each is loaded when it is asked for. */
export const formats = {
  text: async () => (await import('./text.ts')).text,
  lines: async () => (await import('./lines.ts')).lines,
  json: async () => (await import('./json.ts')).json,
} satisfies Record<string, () => Promise<Format>>

export type FormatName = keyof typeof formats
