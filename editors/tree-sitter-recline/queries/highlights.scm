; No two patterns take the same node, so that it does not matter which of them an editor prefers.

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
[(integer) (float) (timestamp)] @number
(boolean) @constant.builtin
(escape_sequence) @escape

[(comment) (misplaced_comment)] @comment
