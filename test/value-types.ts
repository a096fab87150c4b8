import { expect } from 'vitest'
import type { ValueType } from '../shared/domains/value-types/value-type.ts'

/** Expects that a type accepts texts as values. */
export function accepts(type: ValueType, ...texts: string[]): void {
  for (const text of texts) expect(type.accepts(text), `accepts ${JSON.stringify(text)}`).toBe(true)
}

/** Expects that a type refuses texts as values. */
export function refuses(type: ValueType, ...texts: string[]): void {
  for (const text of texts) expect(type.accepts(text), `refuses ${JSON.stringify(text)}`).toBe(false)
}

/** Expects that a type refuses a text for this reason. */
export function explains(type: ValueType, text: string, reason: string): void {
  refuses(type, text)
  expect(type.explain(text)).toBe(reason)
}
