; No two patterns take the same node, as older and newer versions of Helix prefer different ones.

(record ["@" (tag)] @type)
(header ["@" (tag)] @keyword.directive)
(block ["@BEGIN" "@END"] @keyword.directive)

(name) @variable.other.member
(type) @type.builtin
"=" @operator
["|" ":" ","] @punctuation.delimiter
["[" "]" "{" "}"] @punctuation.bracket

((field name: (name) @_name value: (text) @constant) (#eq? @_name "rid"))
((field name: (name) @_name value: (text) @string) (#not-eq? @_name "rid"))
(list (text) @string)
[(string) (unclosed_string) (unclosed_list) (block_label) (block_content)] @string
[(integer) (timestamp)] @constant.numeric.integer
(float) @constant.numeric.float
(boolean) @constant.builtin.boolean
(escape_sequence) @constant.character.escape

[(comment) (misplaced_comment)] @comment
