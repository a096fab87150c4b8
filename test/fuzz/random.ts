/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number from 0 to below a limit. */
  readonly below: (limit: number) => number
  readonly pick: <Item>(items: readonly Item[]) => Item
}

/** Numbers from a seed, by the method Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return { below, pick: items => items[below(items.length)]! }
}

/** Random choices that a text repeats, so that a text alone repeats a failure. */
export function randomFor(text: string): Random {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  return randomFrom(hash)
}

/** Characters that mean something in records or in JSON, and some that may surprise. */
const pieces = [
  ...'@|"=:[]{}#\\\',;<>$ \t\n\r\0x1.-',
  ...[
    '\r\n',
    '\n  | ',
    '""',
    '\u00a0',
    '\ufeff',
    '\ud83d',
    '🙂',
    '\u202e',
    '\u2028',
    '@BEGIN\n',
    '@END\n',
    '<<<<<<< a\n',
  ],
  ...[
    '=======\n',
    '>>>>>>> b\n',
    '# recline-disable',
    ' | rid=',
    '\n@DOC domain=',
    ':int=',
    'null',
    '1e999',
    '__proto__',
  ],
]

/** A change of a text: a piece of it replaced by another one. */
export interface Slip {
  readonly start: number
  readonly end: number
  readonly insert: string
}

/** A random change of a text: of characters, of lines, or of a part of another text. */
export function slipIn(text: string, others: readonly string[], { below, pick }: Random): Slip {
  const start = below(text.length + 1)
  const end = Math.min(text.length, start + (below(3) === 0 ? below(40) : below(3)))
  switch (below(6)) {
    case 0:
      return { start, end, insert: '' }
    case 1: {
      const other = pick(others)
      const from = below(other.length + 1)
      return { start, end, insert: other.slice(from, from + below(60)) }
    }
    case 2: {
      // A whole line, here or elsewhere.
      const lines = text.split(/(?<=\n)/)
      return { start, end: start, insert: pick(lines) }
    }
    default:
      return { start, end, insert: pick(pieces) }
  }
}

export const applied = (text: string, { start, end, insert }: Slip): string =>
  text.slice(0, start) + insert + text.slice(end)
