/** A copy of a part of a text: the engine keeps the whole text in memory as long as a part of it is in use. */
export const copyOf = (part: string): string => Buffer.from(part).toString()
