import fc from 'fast-check'

const fenceSigns = [
  '```rec',
  '~~~ rec a',
  '  ```rec',
  '````rec',
  '```',
  '~~~',
  '  ```',
  '````',
  '```text',
  '```recx',
  '> ```rec',
]
const recordLines = [
  '@DOC domain=core.compliance',
  '@DOC domain=core.health',
  '@CONTROL rid=C-1 | title="é 🙂" | maturity:int=9',
  '  @CONTROL rid=C-2 | status="hi"',
  '@FINDING rid=F-1 | control_ref="C-1" | severity="high"',
  '  @FINDING control_ref="C-7" | severity=hi there',
  '@EVIDENCE control_ref="K-1" | type="x"',
  '@CONTROL rid=K-1',
  '@VITALS hr:int=x | title="open',
  '  | temp_c:float=39',
  '# recline-disable-next-line out-of-range',
  '# recline-disable-file',
  '@BEGIN note',
  '@END',
  '<<<<<<< ours',
  '=======',
  '>>>>>>> theirs',
]
const otherLines = ['', '# é 🙂', 'text `rec`', '\u00a0', '- item', '\ufeff```rec', '\u2028']
const lineOf = (lines: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...lines), fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', ''))
    .map(([line, lineEnd]) => line + lineEnd)
const fences = fc
  .tuple(fc.constantFrom('```', '~~~', '  ~~~~'), fc.array(lineOf(recordLines), { maxLength: 8 }))
  .map(([signs, records]) => `${signs}rec\n${records.join('')}\n${signs}\n`)

/** Markdown with fences, records in them and elsewhere, and all line ends. */
export const markdownTexts = fc
  .array(fc.oneof(fences, lineOf(fenceSigns), lineOf(recordLines), lineOf(otherLines)), { maxLength: 12 })
  .map(all => all.join(''))
