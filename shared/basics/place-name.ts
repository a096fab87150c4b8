/** A place in a sentence: `a.rec:3`, or `line 3` of a text without a name. Lines count from 1. */
export const placeName = ({ file, line }: { readonly file: string; readonly line: number }): string =>
  file === '' ? `line ${line}` : `${file}:${line}`
