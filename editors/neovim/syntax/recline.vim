" The colours of .rec files where the tree-sitter grammar has not been compiled.
if exists('b:current_syntax')
  finish
endif

syntax match reclineTag /^\s*@[^[:space:]|]*/
syntax match reclineHeader /^\s*@DOC\ze\%([[:space:]|]\|$\)/
syntax match reclineComment /^\s*#.*/ contains=@Spell
syntax match reclineSeparator /|/
syntax match reclineName /\%(^\|[[:space:]|]\)\@1<=[A-Za-z_][A-Za-z0-9_.-]*\ze\s*\%(:\s*[A-Za-z0-9_.-]*\s*\)\?=/ nextgroup=reclineType,reclineEquals skipwhite
syntax match reclineType /:\s*[A-Za-z0-9_.-]*/ contained nextgroup=reclineEquals skipwhite
syntax match reclineEquals /=/ contained nextgroup=reclineString,reclineList,reclineBraces,reclineNumber,reclineBoolean,reclineText skipwhite
syntax match reclineText /[^[:space:]|"\[{][^[:space:]|]*/ contained
syntax match reclineNumber /[+-]\?\d[0-9.eE+:TZ-]*\ze\s*\%(|\|$\)/ contained
syntax match reclineBoolean /\%(true\|false\)\ze\s*\%(|\|$\)/ contained
syntax region reclineString start=/"/ skip=/\\./ end=/"/ oneline contained contains=reclineEscape,@Spell
syntax match reclineEscape /\\\%(["\\ntr]\|u\x\{4}\)/ contained
syntax region reclineList start=/\[/ end=/\]/ oneline contained contains=reclineList,reclineString
syntax region reclineBraces start=/{/ end=/}/ oneline contained contains=reclineBraces,reclineString
syntax region reclineBlock matchgroup=reclineHeader start=/^\s*@BEGIN\>/ end=/^\s*@END\>.*/

highlight default link reclineTag Type
highlight default link reclineHeader Keyword
highlight default link reclineComment Comment
highlight default link reclineSeparator Delimiter
highlight default link reclineName Identifier
highlight default link reclineType Type
highlight default link reclineEquals Operator
highlight default link reclineText String
highlight default link reclineNumber Number
highlight default link reclineBoolean Boolean
highlight default link reclineString String
highlight default link reclineEscape SpecialChar
highlight default link reclineList String
highlight default link reclineBraces String
highlight default link reclineBlock String

let b:current_syntax = 'recline'
