import { type ExpressionFunction, textParameter } from './function.ts'

/** The functions of texts. */
export const textFunctions: readonly ExpressionFunction[] = [
  searchFunction('startsWith', 'prefix', 'starts with', '"CTL-001".startsWith("CTL-")', (whole, part) =>
    whole.startsWith(part),
  ),
  searchFunction('endsWith', 'suffix', 'ends with', '"report.pdf".endsWith(".pdf")', (whole, part) =>
    whole.endsWith(part),
  ),
  searchFunction('contains', 'part', 'contains', '"quarterly review".contains("review")', (whole, part) =>
    whole.includes(part),
  ),
  {
    name: 'matches',
    receiver: textParameter,
    parameters: [{ name: 'pattern', type: 'string' }],
    result: 'bool',
    description:
      'Whether a part of the text matches a regular expression of RE2. Write `^` and `$` around it to match all of the text. The pattern must be a text literal.',
    example: '"CVE-2026-1234".matches("^CVE-[0-9]{4}-[0-9]+$")',
  },
  {
    name: 'lowerAscii',
    receiver: textParameter,
    parameters: [],
    result: 'string',
    description: 'The text with the letters A to Z in lower case.',
    example: '"ISO".lowerAscii() == "iso"',
    evaluate: whole => (whole as string).replace(/[A-Z]+/g, letters => letters.toLowerCase()),
  },
  {
    name: 'upperAscii',
    receiver: textParameter,
    parameters: [],
    result: 'string',
    description: 'The text with the letters a to z in upper case.',
    example: '"iso".upperAscii() == "ISO"',
    evaluate: whole => (whole as string).replace(/[a-z]+/g, letters => letters.toUpperCase()),
  },
  {
    name: 'trim',
    receiver: textParameter,
    parameters: [],
    result: 'string',
    description: 'The text without white space at its start and end.',
    example: '" a b ".trim() == "a b"',
    evaluate: whole => (whole as string).trim(),
  },
  {
    name: 'split',
    receiver: textParameter,
    parameters: [{ name: 'separator', type: 'string' }],
    result: 'list',
    description: 'The parts of the text between separators, as a list of texts.',
    example: '"a,b,c".split(",").size() == 3',
    evaluate: (whole, separator) =>
      separator === '' ? [...(whole as string)] : (whole as string).split(separator as string),
  },
]

/** A function that looks for a text in another one. */
function searchFunction(
  name: string,
  parameter: string,
  verb: string,
  example: string,
  isFound: (whole: string, part: string) => boolean,
): ExpressionFunction {
  return {
    name,
    receiver: textParameter,
    parameters: [{ name: parameter, type: 'string' }],
    result: 'bool',
    description: `Whether the text ${verb} another text.`,
    example,
    evaluate: (whole, part) => isFound(whole as string, part as string),
  }
}
