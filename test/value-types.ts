import { expect } from 'vitest'
import type { ValueType } from '../shared/domains/value-types/value-type.ts'

/** Expects a type to accept texts as values. */
export function accepts(type: ValueType, ...texts: string[]): void {
  for (const text of texts) expect(type.accepts(text), `accepts ${JSON.stringify(text)}`).toBe(true)
}

/** Expects that texts are not values of a type. */
export function refuses(type: ValueType, ...texts: string[]): void {
  for (const text of texts) expect(type.accepts(text), `refuses ${JSON.stringify(text)}`).toBe(false)
}

/** Expects the reason why a text is not a value of a type. */
export function explains(type: ValueType, text: string, reason: string): void {
  refuses(type, text)
  expect(type.explain(text)).toBe(reason)
}
