("[" @open "]" @close)
("@BEGIN" @open "@END" @close)
