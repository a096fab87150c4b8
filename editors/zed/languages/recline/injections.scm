; A block whose first line names a language, as in `@BEGIN json`.
((block (block_label) @injection.language (block_content) @injection.content)
  (#match? @injection.language "^[a-z]+$"))
