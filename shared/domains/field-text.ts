import type { FieldDescriptor } from './descriptor.ts'

/** The phrase of a descriptor that explains an allowed value, or undefined where it has none. */
export const phraseOf = (
  { enumDescriptions }: { readonly enumDescriptions?: FieldDescriptor['enumDescriptions'] | undefined },
  value: string,
): string | undefined =>
  enumDescriptions && Object.hasOwn(enumDescriptions, value) ? enumDescriptions[value] : undefined

/** The range of a field as text, such as `1 to 5`; empty where it has none. */
export const rangeText = ({ range }: Pick<FieldDescriptor, 'range'>): string =>
  range ? `${range[0]} to ${range[1]}` : ''
