import pc from 'picocolors'
import { hideControls } from '../../shared/syntax/controls.ts'

/** A diff as printed. For a terminal, adds colors and replaces control characters. */
export function shownDiff(diff: string, hasColours: boolean): string {
  if (!process.stdout.isTTY) return diff
  const { green, red, cyan, bold } = pc.createColors(hasColours)
  const colours: Record<string, (line: string) => string> = { '+': green, '-': red, '@': cyan }
  return diff
    .split('\n')
    .map(line => {
      const text = hideControls(line)
      return /^(---|\+\+\+) /.test(line) ? bold(text) : (colours[line[0] ?? '']?.(text) ?? text)
    })
    .join('\n')
}
