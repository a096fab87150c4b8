import pc from 'picocolors'

/** A diff as printed. For a terminal, adds colors and replaces control characters. */
export function shownDiff(diff: string, hasColours: boolean): string {
  if (!process.stdout.isTTY) return diff
  const { green, red, cyan, bold } = pc.createColors(hasColours)
  const colours: Record<string, (line: string) => string> = { '+': green, '-': red, '@': cyan }
  return diff
    .split('\n')
    .map(line => {
      const text = line.replace(/[^\P{Cc}\t]|\p{Bidi_Control}/gu, '�')
      return /^(---|\+\+\+) /.test(line) ? bold(text) : (colours[line[0] ?? '']?.(text) ?? text)
    })
    .join('\n')
}
