/** Texts with a mistake, marked as in `rightTexts`. */
export const wrongTexts: readonly (readonly [name: string, text: string])[] = [
  [
    'a line that is none of the kinds',
    `
hello world
^^^^^^^^^^^  invalid.illegal.stray-line
`,
  ],
  [
    'a string that is not closed ends before the next field',
    `
@T a="x y | b=1
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^        ^  variable.parameter.field
    ^        ^  keyword.operator.assignment
     ^^^^  invalid.illegal.unclosed-string
          ^  punctuation.separator.field comment.separator.field
              ^  constant.numeric.integer
`,
  ],
  [
    'the string whose closing quote opens the next value is the one that is not closed',
    `
@T a="x | b="y"
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^      ^  variable.parameter.field
    ^      ^  keyword.operator.assignment
     ^^  invalid.illegal.unclosed-string
        ^  punctuation.separator.field comment.separator.field
            ^  string.quoted.double punctuation.definition.string.begin
             ^  string.quoted.double
              ^  string.quoted.double punctuation.definition.string.end
`,
  ],
  [
    'text directly behind a closing quote or bracket',
    `
@T a=""y z | b=[]1 c=2
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^         ^     ^  variable.parameter.field
    ^         ^     ^  keyword.operator.assignment
     ^  string.quoted.double punctuation.definition.string.begin
      ^  string.quoted.double punctuation.definition.string.end
       ^^^       ^  invalid.illegal.behind-value
           ^  punctuation.separator.field comment.separator.field
               ^  punctuation.definition.list.begin
                ^  punctuation.definition.list.end
                     ^  constant.numeric.integer
`,
  ],
  [
    'text that is no field',
    `
@T some words | "x" | b=1
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^^^^^^^^^^   ^^^  invalid.illegal.stray-text
              ^     ^  punctuation.separator.field comment.separator.field
                      ^  variable.parameter.field
                       ^  keyword.operator.assignment
                        ^  constant.numeric.integer
`,
  ],
  [
    'a word that cannot be a name',
    `
@T $a=1 | 9b:int="x"
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^^     ^^  invalid.illegal.name variable.parameter.field
     ^          ^  keyword.operator.assignment
      ^  constant.numeric.integer
        ^  punctuation.separator.field comment.separator.field
            ^  punctuation.separator.type
             ^^^  storage.type variable.other.type
                 ^  string.quoted.double punctuation.definition.string.begin
                  ^  string.quoted.double
                   ^  string.quoted.double punctuation.definition.string.end
`,
  ],
  [
    'values in braces and in single quotes, and commas where | belongs',
    `
@T a={x: 3}, b='y | z';
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^         ^  variable.parameter.field
    ^         ^  keyword.operator.assignment
     ^  punctuation.definition.list.begin
      ^  ^  string.unquoted
       ^  punctuation.separator.list
          ^  punctuation.definition.list.end
           ^          ^  invalid.illegal.stray-separator
               ^^^^^^^  string.quoted.single
`,
  ],
  [
    'a comment behind a value',
    `
@T a=1 # why | b=c#1
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^           ^  variable.parameter.field
    ^           ^  keyword.operator.assignment
     ^  constant.numeric.integer
       ^^^^^  invalid.illegal.misplaced-comment
             ^  punctuation.separator.field comment.separator.field
                 ^^^  string.unquoted
`,
  ],
  [
    'a list that is not closed ends before the next field, with all that is open in it',
    `
@T a=[x, ["y | b=1
^  punctuation.definition.tag entity.name.tag
 ^  entity.name.tag
   ^           ^  variable.parameter.field
    ^           ^  keyword.operator.assignment
     ^   ^  punctuation.definition.list.begin
      ^  string.unquoted
       ^  punctuation.separator.list
          ^  string.quoted.double punctuation.definition.string.begin
           ^  string.quoted.double
             ^  punctuation.separator.field comment.separator.field
                 ^  constant.numeric.integer
`,
  ],
]
