/**
 * All kinds of lines and values, with few mistakes. Below a line stand carets under all that has the same scopes of
 * the grammar, and the scopes, without the `.rec` they end in; white space is left out, and the scopes of whole records
 * and blocks.
 */
export const rightTexts: readonly (readonly [name: string, text: string])[] = [
  // Records
  [
    'tag, names, types and each kind of value',
    `
@CONTROL rid=CTL-1 | status=in-progress | level:int=-3 | cost:float=4e3
^  punctuation.definition.tag entity.name.tag
 ^^^^^^^  entity.name.tag
         ^^^         ^^^^^^               ^^^^^          ^^^^  variable.parameter.field
            ^              ^                       ^               ^  keyword.operator.assignment
             ^^^^^  entity.name.function.rid
                   ^                    ^              ^  punctuation.separator.field comment.separator.field
                            ^^^^^^^^^^^  string.unquoted
                                               ^             ^  punctuation.separator.type
                                                ^^^           ^^^^^  storage.type variable.other.type
                                                    ^^  constant.numeric.integer
                                                                    ^^^  constant.numeric.float
  | due:ts=2026-06-30T00:00Z | on=2026-06-30 | open:bool=true
  ^                          ^               ^  punctuation.separator.field comment.separator.field
    ^^^                        ^^              ^^^^  variable.parameter.field
       ^                                           ^  punctuation.separator.type
        ^^                                          ^^^^  storage.type variable.other.type
          ^                      ^                      ^  keyword.operator.assignment
           ^^^^^^^^^^^^^^^^^      ^^^^^^^^^^  constant.numeric.timestamp
                                                         ^^^^  constant.language.boolean
`,
  ],
  [
    'a quoted string with escapes, good and unknown, and with what would be a field outside',
    String.raw`
@T a="x \" \u00e9 \q | b=1 # c"
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^  variable.parameter.field
    ^  keyword.operator.assignment
     ^  string.quoted.double punctuation.definition.string.begin
      ^              ^^^^^^^^^  string.quoted.double
        ^^ ^^^^^^  string.quoted.double constant.character.escape
                  ^^  string.quoted.double invalid.illegal.unknown-escape
                              ^  string.quoted.double punctuation.definition.string.end
`,
  ],
  [
    'a list, with a list and a string in it',
    String.raw`
@T a=[x, [3], "y\n]"] | b=1
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^                    ^  variable.parameter.field
    ^                    ^  keyword.operator.assignment
     ^   ^  punctuation.definition.list.begin
      ^   ^  string.unquoted
       ^    ^  punctuation.separator.list
           ^        ^  punctuation.definition.list.end
              ^  string.quoted.double punctuation.definition.string.begin
               ^  ^  string.quoted.double
                ^^  string.quoted.double constant.character.escape
                   ^  string.quoted.double punctuation.definition.string.end
                      ^  punctuation.separator.field comment.separator.field
                          ^  constant.numeric.integer
`,
  ],
  [
    'white space around the parts, and what only looks like a number',
    `
  @T a : int = 3|b = v1.2|c=10.0.0.1
  ^  punctuation.definition.tag entity.name.tag
   ^  entity.name.tag
     ^           ^        ^  variable.parameter.field
       ^  punctuation.separator.type
         ^^^  storage.type variable.other.type
             ^     ^       ^  keyword.operator.assignment
               ^  constant.numeric.integer
                ^        ^  punctuation.separator.field comment.separator.field
                     ^^^^   ^^^^^^^^  string.unquoted
`,
  ],
  [
    'a field being typed: a name, a type, no value yet',
    `
@T a | b: | c:in | d=
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^   ^    ^      ^  variable.parameter.field
     ^    ^      ^  punctuation.separator.field comment.separator.field
        ^    ^  punctuation.separator.type
              ^^  invalid.deprecated.type storage.type variable.other.type
                    ^  keyword.operator.assignment
`,
  ],
  [
    'a bare value goes to the next field, whatever it holds',
    `
@T a=in progress, 98% b=é
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^                  ^  variable.parameter.field
    ^                  ^  keyword.operator.assignment
     ^^^^^^^^^^^^^^^^   ^  string.unquoted
`,
  ],
  [
    'continuation lines go on with the record, not behind a blank line or a comment',
    `
@T
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
  | a=1
  ^  punctuation.separator.field comment.separator.field
    ^  variable.parameter.field
     ^  keyword.operator.assignment
      ^  constant.numeric.integer
 | b=2
 ^  punctuation.separator.field comment.separator.field
   ^  variable.parameter.field
    ^  keyword.operator.assignment
     ^  constant.numeric.integer

  | c=3
  ^^^^^  invalid.illegal.stray-line
# d
^  comment.line.number-sign punctuation.definition.comment
  ^  comment.line.number-sign
 | e=4
 ^^^^^  invalid.illegal.stray-line
`,
  ],
  [
    'conflict markers, also between the lines of a record',
    `
<<<<<<< HEAD
^^^^^^^^^^^^  keyword.control.conflict-marker
@T
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
=======
^^^^^^^  keyword.control.conflict-marker
  | a=1
  ^  punctuation.separator.field comment.separator.field
    ^  variable.parameter.field
     ^  keyword.operator.assignment
      ^  constant.numeric.integer
>>>>>>> x
^^^^^^^^^  keyword.control.conflict-marker
`,
  ],
  [
    'a tag in another spelling is mild, one that cannot be a tag is not',
    `
@control
^  punctuation.definition.tag entity.name.tag
 ^^^^^^^  invalid.deprecated.tag entity.name.tag
@ CONTROL
^  punctuation.definition.tag entity.name.tag
  ^^^^^^^  invalid.deprecated.tag entity.name.tag
@1=x
^  punctuation.definition.tag entity.name.tag
 ^^^  invalid.illegal.tag
@
^  punctuation.definition.tag entity.name.tag
`,
  ],

  // The header
  [
    'a domain with its version, and another field',
    `
@DOC domain=core.compliance@1.0 | title="Q1"
^  punctuation.definition.keyword keyword.control.header
 ^^^  keyword.control.header
     ^^^^^^                       ^^^^^  variable.parameter.field
           ^                           ^  keyword.operator.assignment
            ^^^^^^^^^^^^^^^  entity.name.namespace
                           ^  punctuation.separator.version
                            ^^^  constant.numeric.version
                                ^  punctuation.separator.field comment.separator.field
                                        ^  string.quoted.double punctuation.definition.string.begin
                                         ^^  string.quoted.double
                                           ^  string.quoted.double punctuation.definition.string.end
`,
  ],
  [
    'a list of domains, on a continuation line',
    `
@DOC
^  punctuation.definition.keyword keyword.control.header
 ^^^  keyword.control.header
  | domain=[core.health, hr@2]
  ^  punctuation.separator.field comment.separator.field
    ^^^^^^  variable.parameter.field
          ^  keyword.operator.assignment
           ^  punctuation.definition.list.begin
            ^^^^^^^^^^^  ^^  entity.name.namespace
                       ^  punctuation.separator.list
                           ^  punctuation.separator.version
                            ^  constant.numeric.version
                             ^  punctuation.definition.list.end
`,
  ],
  [
    'the field of that name in another record is a field like any other, and @DOCUMENT a tag',
    `
@DOCUMENT domain=example.com
^  punctuation.definition.tag entity.name.tag
 ^^^^^^^^  entity.name.tag
          ^^^^^^  variable.parameter.field
                ^  keyword.operator.assignment
                 ^^^^^^^^^^^  string.unquoted
`,
  ],

  // Comments
  [
    'a comment',
    `
  # @T a="x
  ^  comment.line.number-sign punctuation.definition.comment
    ^^^^^^^  comment.line.number-sign
`,
  ],
  [
    'suppressions and their codes',
    `
# recline-disable-next-line out-of-range, syntax
^  comment.line.number-sign punctuation.definition.comment
  ^^^^^^^^^^^^^^^^^^^^^^^^^  comment.line.number-sign keyword.control.suppression
                            ^^^^^^^^^^^^  ^^^^^^  comment.line.number-sign constant.language.problem-code
                                        ^  comment.line.number-sign
#recline-enable -- as agreed
^  comment.line.number-sign punctuation.definition.comment
 ^^^^^^^^^^^^^^  comment.line.number-sign keyword.control.suppression
                ^^^^^^^^^^^^  comment.line.number-sign
# recline-disabled x
^  comment.line.number-sign punctuation.definition.comment
  ^^^^^^^^^^^^^^^^^^  comment.line.number-sign
`,
  ],

  // Blocks
  [
    'opaque up to the @END at the start of a line, behind white space or not',
    `
  @BEGIN json
  ^  punctuation.definition.keyword keyword.control.block.begin
   ^^^^^  keyword.control.block.begin
         ^^^^  string.unquoted.block
@T a="x
^^^^^^^  string.unquoted.block
| @END
^^^^^^  string.unquoted.block
@ENDED
^^^^^^  string.unquoted.block
 @END of it
 ^  punctuation.definition.keyword keyword.control.block.end
  ^^^  keyword.control.block.end
      ^^^^^  string.unquoted.block
@T
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
`,
  ],
  [
    'no block: another word, and an @END that ends nothing',
    `
@BEGINNING
^  punctuation.definition.tag entity.name.tag
 ^^^^^^^^^  entity.name.tag
@END
^^^^  invalid.illegal.stray-line
@T
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
`,
  ],
]
