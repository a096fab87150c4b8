(section (header tag: (tag) @name)) @item

(record
  "@" @context
  tag: (tag) @name) @item
