; No two patterns take the same node.

(record ["@" (tag)] @type)
(header ["@" (tag)] @preproc)
(block ["@BEGIN" "@END"] @preproc)

(name) @property
(type) @type.builtin
"=" @operator
["|" ":" ","] @punctuation.delimiter
["[" "]" "{" "}"] @punctuation.bracket

((field name: (name) @_name value: (text) @constant) (#eq? @_name "rid"))
((field name: (name) @_name value: (text) @string) (#not-eq? @_name "rid"))
(list (text) @string)
[(string) (unclosed_string) (unclosed_list) (block_label) (block_content)] @string
[(integer) (float) (timestamp)] @number
(boolean) @boolean
(escape_sequence) @string.escape

[(comment) (misplaced_comment)] @comment
