import { nameOnLine } from '../one-line.ts'
import type { Format } from './format.ts'
import { closing } from './plain.ts'

/** One line for each problem, for programs that read lines: `file:line:column severity code message`. */
export const lines: Format = {
  async *output({ results }) {
    for await (const { file, problems } of results) {
      for await (const some of problems) {
        for (const { line, column, severity, code, message } of some)
          yield `${nameOnLine(file)}:${line}:${column} ${severity} ${code} ${message}\n`
      }
    }
  },
  closing,
}
