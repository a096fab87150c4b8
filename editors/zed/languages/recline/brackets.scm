("[" @open "]" @close)
("@BEGIN" @open "@END" @close)
("{" @open "}" @close)
