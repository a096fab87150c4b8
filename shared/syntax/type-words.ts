/** The words for types in records and descriptors, each with the type that it means. */
export const typeWords = {
  string: 'string',
  str: 'string',
  int: 'int',
  float: 'float',
  ts: 'ts',
  bool: 'bool',
} as const

/** A type that a descriptor can give a field. */
export type TypeName = (typeof typeWords)[keyof typeof typeWords]

/** Types of files from elsewhere: their values are kept and not checked. */
export const foreignTypes: ReadonlySet<string> = new Set(['ref', 'bytes', 'stream', 'vector'])

/** The type that a word means, or undefined for an unknown word. */
export const typeNamed = (word: string): TypeName | undefined => types.get(word)

const types: ReadonlyMap<string, TypeName> = new Map(Object.entries(typeWords))
