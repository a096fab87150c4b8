(record) @entry.around
(field) @entry.inside
(comment) @comment.inside
(comment)+ @comment.around
