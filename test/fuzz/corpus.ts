import { readdirSync, readFileSync } from 'node:fs'

/** Texts that say much in little, and the smallest text of each failure that was found. */
export interface Seed {
  readonly name: string
  readonly text: string
}

export const folder = new URL('./corpus/', import.meta.url)

export const corpus: readonly Seed[] = readdirSync(folder).map(name => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}))
