import type { Format } from './format.ts'
import { json } from './json.ts'
import { text } from './text.ts'

/** Every format by the name that `--format` knows it by. */
export const formats = { text, json } satisfies Record<string, Format>
