import type { Format, Summary } from './format.ts'

/** A line for each problem: `file:line:column severity code message`. */
export const text: Format = {
  async *output(results) {
    for await (const { file, problems } of results) {
      for (const { line, column, severity, code, message } of problems) {
        yield `${oneLine(file)}:${line}:${column} ${severity} ${code} ${message}\n`
      }
    }
  },
  closing(summary, failures) {
    const checked = `${count(summary.files, 'file')}, ${count(summary.records, 'record')}: ${found(summary)}.`
    return failures === 0 ? checked : `${checked} ${count(failures, 'path')} could not be checked.`
  },
}

function found({ error, warning, information }: Summary): string {
  const parts = [error > 0 && count(error, 'error'), warning > 0 && count(warning, 'warning'), information > 0 && `${information} information`]
  return parts.filter(part => part !== false).join(', ') || 'no problems'
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A file's name can have any character; those that break a line or steer a terminal are written as escapes. */
const oneLine = (name: string): string =>
  name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
