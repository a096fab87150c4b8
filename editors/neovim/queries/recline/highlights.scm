; No two patterns take the same node. The names are ones that Neovim has had since 0.7.

(record ["@" (tag)] @type)
(header ["@" (tag)] @keyword)
(block ["@BEGIN" "@END"] @keyword)

(name) @property
(type) @type.builtin
"=" @operator
["|" ":" ","] @punctuation.delimiter
["[" "]" "{" "}"] @punctuation.bracket

((field name: (name) @_name value: (text) @constant) (#eq? @_name "rid"))
((field name: (name) @_name value: (text) @string) (#not-eq? @_name "rid"))
(list (text) @string)
[(string) (unclosed_string) (unclosed_list) (block_label) (block_content)] @string
[(integer) (timestamp)] @number
(float) @number.float
(boolean) @boolean
(escape_sequence) @string.escape

[(comment) (misplaced_comment)] @comment @spell
