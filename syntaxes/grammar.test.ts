import { describe, expect, test } from 'vitest'
import { tokens } from './tokens.ts'

/** One token a line: its text, two blanks or more, its scopes. */
function reads(text: string, expected: string): void {
  const actual = tokens(text).map(token => `${token.text.trim()}  ${token.scopes}`.trimEnd())
  expect(actual).toEqual(expected.trim().split('\n').map(line => line.trim().replace(/ {2,}/, '  ')))
}

describe('records', () => {
  test('tag, names, types and each kind of value', () => reads(
    '@CONTROL rid=CTL-1 | status=in-progress | level:int=-3 | cost:float=4e3 | due:ts=2026-06-30T00:00Z | on=2026-06-30 | open:bool=true', `
      @                     punctuation.definition.tag
      CONTROL               entity.name.tag
      rid                   variable.other.property
      =                     keyword.operator.assignment
      CTL-1                 variable.other.constant.rid
      |                     punctuation.separator.field
      status                variable.other.property
      =                     keyword.operator.assignment
      in-progress           string.unquoted
      |                     punctuation.separator.field
      level                 variable.other.property
      :                     punctuation.separator.type
      int                   storage.type
      =                     keyword.operator.assignment
      -3                    constant.numeric.integer
      |                     punctuation.separator.field
      cost                  variable.other.property
      :                     punctuation.separator.type
      float                 storage.type
      =                     keyword.operator.assignment
      4e3                   constant.numeric.float
      |                     punctuation.separator.field
      due                   variable.other.property
      :                     punctuation.separator.type
      ts                    storage.type
      =                     keyword.operator.assignment
      2026-06-30T00:00Z     constant.numeric.timestamp
      |                     punctuation.separator.field
      on                    variable.other.property
      =                     keyword.operator.assignment
      2026-06-30            constant.numeric.timestamp
      |                     punctuation.separator.field
      open                  variable.other.property
      :                     punctuation.separator.type
      bool                  storage.type
      =                     keyword.operator.assignment
      true                  constant.language.boolean
  `))

  test('a quoted string with escapes, good and unknown, and with what would be a field outside', () => reads(
    String.raw`@T a="x \" \u00e9 \q | b=1 # c"`, String.raw`
      @         punctuation.definition.tag
      T         entity.name.tag
      a         variable.other.property
      =         keyword.operator.assignment
      "         string.quoted.double punctuation.definition.string.begin
      x          string.quoted.double
      \"        string.quoted.double constant.character.escape
      \u00e9    string.quoted.double constant.character.escape
      \q        string.quoted.double invalid.illegal.unknown-escape
      | b=1 # c  string.quoted.double
      "         string.quoted.double punctuation.definition.string.end
  `))

  test('a list, with a list and a string in it', () => reads('@T a=[x, [3], "y]"] | b=1', `
      @    punctuation.definition.tag
      T    entity.name.tag
      a    variable.other.property
      =    keyword.operator.assignment
      [    punctuation.definition.list.begin
      x    string.unquoted
      ,    punctuation.separator.list
      [    punctuation.definition.list.begin
      3    string.unquoted
      ]    punctuation.definition.list.end
      ,    punctuation.separator.list
      "    string.quoted.double punctuation.definition.string.begin
      y]   string.quoted.double
      "    string.quoted.double punctuation.definition.string.end
      ]    punctuation.definition.list.end
      |    punctuation.separator.field
      b    variable.other.property
      =    keyword.operator.assignment
      1    constant.numeric.integer
  `))

  test('white space around the parts, and what only looks like a number', () => reads('  @T a : int = 3|b = v1.2|c=10.0.0.1', `
      @         punctuation.definition.tag
      T         entity.name.tag
      a         variable.other.property
      :         punctuation.separator.type
      int       storage.type
      =         keyword.operator.assignment
      3         constant.numeric.integer
      |         punctuation.separator.field
      b         variable.other.property
      =         keyword.operator.assignment
      v1.2      string.unquoted
      |         punctuation.separator.field
      c         variable.other.property
      =         keyword.operator.assignment
      10.0.0.1  string.unquoted
  `))

  test('a field being typed: a name, a type, no value yet', () => reads('@T a | b: | c:in | d=', `
      @    punctuation.definition.tag
      T    entity.name.tag
      a    variable.other.property
      |    punctuation.separator.field
      b    variable.other.property
      :    punctuation.separator.type
      |    punctuation.separator.field
      c    variable.other.property
      :    punctuation.separator.type
      in   invalid.deprecated.type storage.type
      |    punctuation.separator.field
      d    variable.other.property
      =    keyword.operator.assignment
  `))

  test('a bare value goes to the next field, whatever it holds', () => reads('@T a=in progress, 98% b=é', `
      @                  punctuation.definition.tag
      T                  entity.name.tag
      a                  variable.other.property
      =                  keyword.operator.assignment
      in progress, 98%   string.unquoted
      b                  variable.other.property
      =                  keyword.operator.assignment
      é                  string.unquoted
  `))

  test('continuation lines go on with the record, not behind a blank line or a comment', () => reads(
    '@T\n  | a=1\n\t| b=2\n\n  | c=3\n# d\n | e=4', `
      @        punctuation.definition.tag
      T        entity.name.tag
      |        punctuation.separator.field
      a        variable.other.property
      =        keyword.operator.assignment
      1        constant.numeric.integer
      |        punctuation.separator.field
      b        variable.other.property
      =        keyword.operator.assignment
      2        constant.numeric.integer
      | c=3    invalid.illegal.stray-line
      #        comment.line.number-sign punctuation.definition.comment
      d        comment.line.number-sign
      | e=4    invalid.illegal.stray-line
  `))

  test('a tag in another spelling is mild, one that cannot be a tag is not', () => reads('@control\n@ CONTROL\n@1=x\n@', `
      @        punctuation.definition.tag
      control  invalid.deprecated.tag entity.name.tag
      @        punctuation.definition.tag
      CONTROL  invalid.deprecated.tag entity.name.tag
      @        punctuation.definition.tag
      1=x      invalid.illegal.tag
      @        punctuation.definition.tag
  `))
})

describe('the header', () => {
  test('a domain with its version, and another field', () => reads('@DOC domain=core.compliance@1.0 | title="Q1"', `
      @                punctuation.definition.keyword keyword.control.header
      DOC              keyword.control.header
      domain           variable.other.property
      =                keyword.operator.assignment
      core.compliance  entity.name.namespace
      @                punctuation.separator.version
      1.0              constant.numeric.version
      |                punctuation.separator.field
      title            variable.other.property
      =                keyword.operator.assignment
      "                string.quoted.double punctuation.definition.string.begin
      Q1               string.quoted.double
      "                string.quoted.double punctuation.definition.string.end
  `))

  test('a list of domains, on a continuation line', () => reads('@DOC\n  | domain=[core.health, hr@2]', `
      @            punctuation.definition.keyword keyword.control.header
      DOC          keyword.control.header
      |            punctuation.separator.field
      domain       variable.other.property
      =            keyword.operator.assignment
      [            punctuation.definition.list.begin
      core.health  entity.name.namespace
      ,            punctuation.separator.list
      hr           entity.name.namespace
      @            punctuation.separator.version
      2            constant.numeric.version
      ]            punctuation.definition.list.end
  `))

  test('the field of that name in another record is a field like any other, and @DOCUMENT a tag', () => reads(
    '@DOCUMENT domain=example.com', `
      @            punctuation.definition.tag
      DOCUMENT     entity.name.tag
      domain       variable.other.property
      =            keyword.operator.assignment
      example.com  string.unquoted
  `))
})

describe('comments', () => {
  test('a comment', () => reads('  # @T a="x', `
      #        comment.line.number-sign punctuation.definition.comment
      @T a="x  comment.line.number-sign
  `))

  test('suppressions and their codes', () => reads(
    '# recline-disable-next-line out-of-range, syntax\n#recline-enable -- as agreed\n# recline-disabled x', `
      #                           comment.line.number-sign punctuation.definition.comment
      recline-disable-next-line   comment.line.number-sign keyword.control.suppression
      out-of-range                comment.line.number-sign constant.language.problem-code
      ,                           comment.line.number-sign
      syntax                      comment.line.number-sign constant.language.problem-code
      #                           comment.line.number-sign punctuation.definition.comment
      recline-enable              comment.line.number-sign keyword.control.suppression
      -- as agreed                comment.line.number-sign
      #                           comment.line.number-sign punctuation.definition.comment
      recline-disabled x          comment.line.number-sign
  `))
})

describe('blocks', () => {
  test('opaque up to the @END at the very start of a line', () => reads('@BEGIN json\n@T a="x\n @END\n@ENDED\n@END of it\n@T', `
      @        punctuation.definition.keyword keyword.control.block.begin
      BEGIN    keyword.control.block.begin
      json     string.unquoted.block
      @T a="x  string.unquoted.block
      @END     string.unquoted.block
      @ENDED   string.unquoted.block
      @        punctuation.definition.keyword keyword.control.block.end
      END      keyword.control.block.end
      of it    string.unquoted.block
      @        punctuation.definition.tag
      T        entity.name.tag
  `))

  test('no block: another word, an @END that ends nothing, an indented @BEGIN', () => reads('@BEGINNING\n@END\n @BEGIN x\n@T', `
      @          punctuation.definition.tag
      BEGINNING  entity.name.tag
      @END       invalid.illegal.stray-line
      @BEGIN x   invalid.illegal.stray-line
      @          punctuation.definition.tag
      T          entity.name.tag
  `))
})

describe('invalid', () => {
  test('a line that is none of the kinds', () => reads('hello world', 'hello world  invalid.illegal.stray-line'))

  test('a string that is not closed ends before the next field', () => reads('@T a="x y | b=1', `
      @     punctuation.definition.tag
      T     entity.name.tag
      a     variable.other.property
      =     keyword.operator.assignment
      "x y  invalid.illegal.unclosed-string
      |     punctuation.separator.field
      b     variable.other.property
      =     keyword.operator.assignment
      1     constant.numeric.integer
  `))

  test('the string whose closing quote opens the next value is the one that is not closed', () => reads('@T a="x | b="y"', `
      @     punctuation.definition.tag
      T     entity.name.tag
      a     variable.other.property
      =     keyword.operator.assignment
      "x    invalid.illegal.unclosed-string
      |     punctuation.separator.field
      b     variable.other.property
      =     keyword.operator.assignment
      "     string.quoted.double punctuation.definition.string.begin
      y     string.quoted.double
      "     string.quoted.double punctuation.definition.string.end
  `))

  test('text directly behind a closing quote or bracket', () => reads('@T a=""y z | b=[]1 c=2', `
      @     punctuation.definition.tag
      T     entity.name.tag
      a     variable.other.property
      =     keyword.operator.assignment
      "     string.quoted.double punctuation.definition.string.begin
      "     string.quoted.double punctuation.definition.string.end
      y z   invalid.illegal.behind-value
      |     punctuation.separator.field
      b     variable.other.property
      =     keyword.operator.assignment
      [     punctuation.definition.list.begin
      ]     punctuation.definition.list.end
      1     invalid.illegal.behind-value
      c     variable.other.property
      =     keyword.operator.assignment
      2     constant.numeric.integer
  `))

  test('text that is no field', () => reads('@T some words | "x" | b=1', `
      @           punctuation.definition.tag
      T           entity.name.tag
      some words  invalid.illegal.stray-text
      |           punctuation.separator.field
      "x"         invalid.illegal.stray-text
      |           punctuation.separator.field
      b           variable.other.property
      =           keyword.operator.assignment
      1           constant.numeric.integer
  `))

  test('a comment behind a value', () => reads('@T a=1 # why | b=c#1', `
      @      punctuation.definition.tag
      T      entity.name.tag
      a      variable.other.property
      =      keyword.operator.assignment
      1      constant.numeric.integer
      # why  invalid.illegal.misplaced-comment
      |      punctuation.separator.field
      b      variable.other.property
      =      keyword.operator.assignment
      c#1    string.unquoted
  `))

  test('a list that is not closed ends before the next field, with all that is open in it', () => reads('@T a=[x, ["y | b=1', `
      @     punctuation.definition.tag
      T     entity.name.tag
      a     variable.other.property
      =     keyword.operator.assignment
      [     punctuation.definition.list.begin
      x     string.unquoted
      ,     punctuation.separator.list
      [     punctuation.definition.list.begin
      "     string.quoted.double punctuation.definition.string.begin
      y     string.quoted.double
      |     punctuation.separator.field
      b     variable.other.property
      =     keyword.operator.assignment
      1     constant.numeric.integer
  `))
})
