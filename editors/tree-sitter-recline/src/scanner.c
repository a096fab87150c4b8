// What the grammar cannot tell from the next character: what kind of line begins here, where a word starts a field, and
// whether a quote or a bracket is closed. It follows shared/syntax/parse.ts and shared/syntax/parse-record.ts of Recline, and a test
// holds the two together. Every token is found in one pass over its line, or its block.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

enum Token {
  RECORD_START,
  HEADER_START,
  BLOCK_START,
  BLOCK_END,
  LINE_REST,
  BLOCK_CONTENT,
  COMMENT,
  STRAY_LINE,
  CONFLICT_MARKER,
  BLANK_LINE,
  NEWLINE,
  LINE_GOES_ON,
  TAG,
  SEPARATOR,
  NAME,
  TYPE_SEPARATOR,
  TYPE,
  EQUALS,
  QUOTE,
  UNCLOSED_QUOTE,
  BRACKET,
  UNCLOSED_BRACKET,
  BRACE,
  UNCLOSED_BRACE,
  SINGLE_QUOTED_START,
  SINGLE_QUOTED,
  UNCLOSED_SINGLE_QUOTED_START,
  COMMA,
  INTEGER,
  FLOAT,
  TIMESTAMP,
  BOOLEAN,
  TEXT,
  TEXT_BEHIND,
  STRAY_TEXT,
  MISPLACED_HASH,
  REST,
  ERROR_SENTINEL,
};

// What is known of the line: where a list, in brackets or braces, was not closed, the next ones end before the next field.
struct Line {
  bool saw_unclosed_list;
  // Conflict markers stand here, between the lines of a record.
  bool in_markers;
};

static const int32_t byte_order_mark = 0xfeff;

// --- Characters

static bool is_blank(int32_t c) {
  return c == ' ' || c == '\t' || c == 0x0b || c == 0x0c || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
         c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000 || c == byte_order_mark;
}

static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

static bool starts_name(int32_t c) { return is_letter(c) || c == '_'; }

static bool is_name_part(int32_t c) { return starts_name(c) || is_digit(c) || c == '.' || c == '-'; }

static bool is_word_part(int32_t c) { return starts_name(c) || is_digit(c); }

static bool is_comma(int32_t c) { return c == ',' || c == ';'; }

static bool at_line_end(TSLexer *lexer) { return lexer->lookahead == '\n' || lexer->lookahead == '\r' || lexer->eof(lexer); }

static bool at_word_end(TSLexer *lexer) { return is_blank(lexer->lookahead) || at_line_end(lexer); }

static bool at_value_end(TSLexer *lexer) { return lexer->lookahead == '|' || at_line_end(lexer); }

// Whether a word that is meant as a name goes on here.
static bool is_bad_name_part(TSLexer *lexer) {
  int32_t c = lexer->lookahead;
  return !at_value_end(lexer) && !is_blank(c) && c != '=' && c != ':' && c != '"' && c != '\'' && c != '[' && c != ']' &&
         c != '{' && c != '}';
}

// --- Reading

static void take(TSLexer *lexer) { lexer->advance(lexer, false); }

static unsigned skip_blanks(TSLexer *lexer) {
  unsigned count = 0;
  for (; is_blank(lexer->lookahead); count++) lexer->advance(lexer, true);
  return count;
}

static unsigned take_blanks(TSLexer *lexer) {
  unsigned count = 0;
  for (; is_blank(lexer->lookahead); count++) take(lexer);
  return count;
}

static unsigned take_name_parts(TSLexer *lexer) {
  unsigned count = 0;
  for (; is_name_part(lexer->lookahead); count++) take(lexer);
  return count;
}

static void take_line_end(TSLexer *lexer) {
  bool is_return = lexer->lookahead == '\r';
  take(lexer);
  if (is_return && lexer->lookahead == '\n') take(lexer);
}

static bool emit(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = token;
  return true;
}

static bool emit_here(TSLexer *lexer, enum Token token) {
  lexer->mark_end(lexer);
  return emit(lexer, token);
}

static bool emit_one(TSLexer *lexer, enum Token token) {
  take(lexer);
  return emit_here(lexer, token);
}

static bool is_marker_character(int32_t c) { return c == '<' || c == '|' || c == '=' || c == '>'; }

// Whether a conflict marker of git stands here, at the start of a line: seven of a character; takes them.
static bool take_if_marker(TSLexer *lexer) {
  int32_t c = lexer->lookahead;
  if (!is_marker_character(c)) return false;
  for (unsigned count = 0; count < 7; count++) {
    if (lexer->lookahead != c) return false;
    take(lexer);
  }
  return at_word_end(lexer);
}

static bool is_blank_or_comma(int32_t c) { return is_blank(c) || is_comma(c); }

// Takes the rest of the line; the token ends before the white space at its end.
static bool emit_line(TSLexer *lexer, enum Token token) {
  lexer->mark_end(lexer);
  while (!at_line_end(lexer)) {
    bool blank = is_blank(lexer->lookahead);
    take(lexer);
    if (!blank) lexer->mark_end(lexer);
  }
  return emit(lexer, token);
}

// Whether `name=` or `name:type=` stands here; takes what it has looked at, which is no white space.
static bool take_if_field(TSLexer *lexer) {
  if (!starts_name(lexer->lookahead)) return false;
  take_name_parts(lexer);
  if (lexer->lookahead != ':') return lexer->lookahead == '=';
  take(lexer);
  return take_name_parts(lexer) > 0 && lexer->lookahead == '=';
}

// Whether a `#` with white space behind it stands here; takes the `#`.
static bool take_if_comment(TSLexer *lexer) {
  if (lexer->lookahead != '#') return false;
  take(lexer);
  return at_word_end(lexer);
}

// Whether text that is not in quotes ends here, behind white space; takes what it has looked at.
static bool take_if_end_of_text(TSLexer *lexer) {
  if (at_value_end(lexer)) return true;
  return lexer->lookahead == '#' ? take_if_comment(lexer) : take_if_field(lexer);
}

// Takes text that is not in quotes: up to the next `|`, field or comment. It can have begun before.
static bool emit_text(TSLexer *lexer, enum Token token) {
  for (;;) {
    while (!at_value_end(lexer) && !is_blank(lexer->lookahead)) take(lexer);
    lexer->mark_end(lexer);
    if (take_blanks(lexer) == 0 || take_if_end_of_text(lexer)) return emit(lexer, token);
  }
}

// Whether commas, with white space among them, stand where a `|` belongs: before that, a field, a comment or the line's
// end. Takes what it has looked at.
static bool take_if_commas(TSLexer *lexer) {
  if (!is_comma(lexer->lookahead)) return false;
  while (is_blank_or_comma(lexer->lookahead)) take(lexer);
  return take_if_end_of_text(lexer);
}

// --- Lines

// The word behind an `@`, as far as it matters.
struct Word {
  char text[6];
  unsigned length;
};

static struct Word take_word(TSLexer *lexer) {
  struct Word word = {{0}, 0};
  for (; !at_value_end(lexer) && !is_blank(lexer->lookahead); word.length++) {
    int32_t c = lexer->lookahead;
    if (word.length < sizeof word.text) word.text[word.length] = c < 0x80 ? (char)c : '?';
    take(lexer);
  }
  return word;
}

static bool is_word(struct Word word, const char *expected, bool any_case) {
  unsigned i = 0;
  for (; i < word.length && i < sizeof word.text && expected[i]; i++) {
    char c = any_case && word.text[i] >= 'a' && word.text[i] <= 'z' ? word.text[i] - 'a' + 'A' : word.text[i];
    if (c != expected[i]) return false;
  }
  return i == word.length && !expected[i];
}

// An `@` line, behind white space or not: a record, a header, a block, or the last line of a block out of place.
static bool scan_at(TSLexer *lexer) {
  take(lexer);
  lexer->mark_end(lexer);
  struct Word word = take_word(lexer);
  bool is_begin = is_word(word, "BEGIN", false);
  if ((is_begin || is_word(word, "END", false)) && lexer->lookahead != '|') {
    return is_begin ? emit_here(lexer, BLOCK_START) : emit_line(lexer, STRAY_LINE);
  }
  if (word.length == 0) {
    take_blanks(lexer);
    word = take_word(lexer);
  }
  return emit(lexer, is_word(word, "DOC", true) ? HEADER_START : RECORD_START);
}

static bool scan_entry(TSLexer *lexer) {
  if (is_marker_character(lexer->lookahead)) return emit_line(lexer, take_if_marker(lexer) ? CONFLICT_MARKER : STRAY_LINE);
  skip_blanks(lexer);
  if (lexer->eof(lexer)) return false;
  if (at_line_end(lexer)) {
    take_line_end(lexer);
    return emit_here(lexer, BLANK_LINE);
  }
  if (lexer->lookahead == '@') return scan_at(lexer);
  if (lexer->lookahead != '#') return emit_line(lexer, STRAY_LINE);
  while (!at_line_end(lexer)) take(lexer);
  return emit_here(lexer, COMMENT);
}

// The text of a block, to the line that ends it; or that line's `@END`.
static bool scan_block(TSLexer *lexer) {
  for (bool is_first = true; !lexer->eof(lexer); is_first = false) {
    lexer->mark_end(lexer);
    while (is_blank(lexer->lookahead)) lexer->advance(lexer, is_first);
    if (lexer->lookahead == '@') {
      take(lexer);
      bool is_end = is_word(take_word(lexer), "END", false) && at_word_end(lexer);
      if (is_end) return is_first ? emit_here(lexer, BLOCK_END) : emit(lexer, BLOCK_CONTENT);
    }
    while (!at_line_end(lexer)) take(lexer);
    if (!lexer->eof(lexer)) take_line_end(lexer);
  }
  return emit_here(lexer, BLOCK_CONTENT);
}

// Whether a line stands here that continues a record, below conflict markers or not.
static bool take_if_continuation(TSLexer *lexer, struct Line *line) {
  while (is_marker_character(lexer->lookahead)) {
    if (!take_if_marker(lexer)) return false;
    while (!at_line_end(lexer)) take(lexer);
    if (lexer->eof(lexer)) return false;
    take_line_end(lexer);
    line->in_markers = true;
  }
  return take_blanks(lexer) > 0 && lexer->lookahead == '|';
}

// The end of a line that is not blank; at the end of the file it is empty.
static bool scan_line_end(TSLexer *lexer, struct Line *line, bool can_go_on) {
  line->saw_unclosed_list = false;
  if (line->in_markers) {
    take_line_end(lexer);
    return emit_here(lexer, LINE_GOES_ON);
  }
  lexer->mark_end(lexer);
  if (lexer->eof(lexer)) return emit(lexer, NEWLINE);
  take_line_end(lexer);
  lexer->mark_end(lexer);
  bool goes_on = can_go_on && take_if_continuation(lexer, line);
  if (!goes_on) line->in_markers = false;
  return emit(lexer, goes_on ? LINE_GOES_ON : NEWLINE);
}

// --- Fields

static bool is_known_type(const char *text) {
  static const char *const types[] = {"string", "str", "int", "float", "ts", "bool"};
  for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
    unsigned c = 0;
    while (types[i][c] && types[i][c] == text[c]) c++;
    if (!types[i][c] && !text[c]) return true;
  }
  return false;
}

struct Type {
  unsigned length;
  bool known;
};

static struct Type take_type(TSLexer *lexer) {
  char text[8] = {0};
  unsigned length = 0;
  for (; is_name_part(lexer->lookahead); length++) {
    if (length < sizeof text) text[length] = (char)lexer->lookahead;
    take(lexer);
  }
  return (struct Type){length, length < sizeof text && is_known_type(text)};
}

// A word that cannot be a name, such as $a, where `=` or `:type=` shows that it is meant as one; else text that is no field.
static bool scan_bad_name(TSLexer *lexer) {
  while (is_bad_name_part(lexer)) {
    bool comma = is_comma(lexer->lookahead);
    take(lexer);
    // Commas belong to it only where it goes on directly behind them.
    bool goes_on = is_bad_name_part(lexer) && lexer->lookahead != '#';
    if (comma && !goes_on) return emit_text(lexer, STRAY_TEXT);
  }
  lexer->mark_end(lexer);
  if (lexer->lookahead == ':') {
    take(lexer);
    take_name_parts(lexer);
    return lexer->lookahead == '=' ? emit(lexer, NAME) : emit_text(lexer, STRAY_TEXT);
  }
  unsigned blanks = take_blanks(lexer);
  if (lexer->lookahead == '=') return emit(lexer, NAME);
  return blanks > 0 && take_if_end_of_text(lexer) ? emit(lexer, STRAY_TEXT) : emit_text(lexer, STRAY_TEXT);
}

// A name that is a field's, or text that is no field; the start of the name can have been taken.
static bool scan_field(TSLexer *lexer) {
  take_name_parts(lexer);
  lexer->mark_end(lexer);
  if (is_comma(lexer->lookahead)) {
    while (is_comma(lexer->lookahead)) take(lexer);
    if (lexer->lookahead == '#') return take_if_comment(lexer) ? emit(lexer, NAME) : emit_text(lexer, STRAY_TEXT);
    if (is_bad_name_part(lexer)) return scan_bad_name(lexer);
    while (is_blank_or_comma(lexer->lookahead)) take(lexer);
    return take_if_end_of_text(lexer) ? emit(lexer, NAME) : emit_text(lexer, STRAY_TEXT);
  }
  if (lexer->lookahead != ':' && is_bad_name_part(lexer)) return scan_bad_name(lexer);
  unsigned blanks = take_blanks(lexer);
  if (lexer->lookahead == ':') {
    take(lexer);
    blanks = take_blanks(lexer);
    bool can_start_field = starts_name(lexer->lookahead);
    struct Type type = take_type(lexer);
    // White space and a name start a field, so behind white space only what can be nothing else is the type.
    if (type.length > 0 && blanks > 0 && !type.known) {
      bool is_next_field = can_start_field && lexer->lookahead == '=';
      if (can_start_field && lexer->lookahead == ':') {
        take(lexer);
        is_next_field = take_name_parts(lexer) > 0 && lexer->lookahead == '=';
      }
      return is_next_field ? emit(lexer, NAME) : emit_text(lexer, STRAY_TEXT);
    }
    if (type.length > 0) blanks = take_blanks(lexer);
  }
  if (lexer->lookahead == '=' || at_value_end(lexer)) return emit(lexer, NAME);
  if (is_comma(lexer->lookahead)) return take_if_commas(lexer) ? emit(lexer, NAME) : emit_text(lexer, STRAY_TEXT);
  return blanks > 0 && take_if_end_of_text(lexer) ? emit(lexer, NAME) : emit_text(lexer, STRAY_TEXT);
}

// A field, a comment that is no line of its own, or text that is neither.
static bool scan_part(TSLexer *lexer) {
  if (starts_name(lexer->lookahead)) return scan_field(lexer);
  if (lexer->lookahead != '#') return is_bad_name_part(lexer) ? scan_bad_name(lexer) : emit_text(lexer, STRAY_TEXT);
  return take_if_comment(lexer) ? emit_here(lexer, MISPLACED_HASH) : emit_text(lexer, STRAY_TEXT);
}

// Commas and semicolons where a `|` belongs, or text that starts with them.
static bool scan_commas(TSLexer *lexer, enum Token token) {
  while (is_blank_or_comma(lexer->lookahead)) {
    bool comma = is_comma(lexer->lookahead);
    take(lexer);
    if (comma) lexer->mark_end(lexer);
  }
  return take_if_end_of_text(lexer) ? emit(lexer, COMMA) : emit_text(lexer, token);
}

// What stands behind the `@`. A word apart from it is the tag if it can be nothing else.
static bool scan_tag(TSLexer *lexer, unsigned blanks) {
  if (blanks == 0) {
    take_word(lexer);
    return emit_here(lexer, TAG);
  }
  if (!is_letter(lexer->lookahead)) return scan_part(lexer);
  while (is_word_part(lexer->lookahead)) take(lexer);
  return at_value_end(lexer) || is_blank(lexer->lookahead) ? emit_here(lexer, TAG) : scan_field(lexer);
}

// What stands behind the `:`.
static bool scan_type(TSLexer *lexer, unsigned blanks) {
  if (!is_name_part(lexer->lookahead)) return scan_part(lexer);
  bool known = take_type(lexer).known;
  return emit_here(lexer, blanks == 0 || known ? TYPE : NAME);
}

// What stands behind a closing quote or bracket.
static bool scan_behind(TSLexer *lexer, unsigned blanks) {
  if (blanks == 0) return emit_text(lexer, TEXT_BEHIND);
  if (lexer->lookahead == '#') {
    bool is_comment = take_if_comment(lexer);
    return is_comment ? emit_here(lexer, MISPLACED_HASH) : emit_text(lexer, TEXT_BEHIND);
  }
  if (!starts_name(lexer->lookahead)) return emit_text(lexer, TEXT_BEHIND);
  take_name_parts(lexer);
  lexer->mark_end(lexer);
  bool is_field = lexer->lookahead == '=';
  if (lexer->lookahead == ':') {
    take(lexer);
    is_field = take_name_parts(lexer) > 0 && lexer->lookahead == '=';
  }
  return is_field ? emit(lexer, NAME) : emit_text(lexer, TEXT_BEHIND);
}

// --- Values

// How much of ` | name=` or ` | name:type=` has been seen, character by character.
enum NextField { NOTHING, BLANK, BAR, BAR_BLANK, IN_NAME, COLON, IN_TYPE, COMPLETE };

static enum NextField follow(enum NextField seen, int32_t c) {
  bool in_name = seen == IN_NAME || seen == IN_TYPE;
  if (is_blank(c)) return seen == BAR || seen == BAR_BLANK ? BAR_BLANK : BLANK;
  if (c == '|') return seen == BLANK || seen == BAR_BLANK ? BAR : NOTHING;
  if (c == '=') return in_name ? COMPLETE : NOTHING;
  if (c == ':') return seen == IN_NAME ? COLON : NOTHING;
  if (in_name && is_name_part(c)) return seen;
  if (seen == BAR_BLANK && starts_name(c)) return IN_NAME;
  return seen == COLON && is_name_part(c) ? IN_TYPE : NOTHING;
}

static enum NextField take_and_follow(TSLexer *lexer, enum NextField seen) {
  seen = follow(seen, lexer->lookahead);
  take(lexer);
  return seen;
}

static bool has_text_behind(TSLexer *lexer) {
  if (at_value_end(lexer)) return false;
  return take_blanks(lexer) == 0 || !take_if_end_of_text(lexer);
}

// A string. Where the quote that would close it turns out to open the next field's value (a="x | b="y"), it is this
// string that lacks its closing quote.
static bool scan_string(TSLexer *lexer) {
  take(lexer);
  lexer->mark_end(lexer);
  enum NextField seen = NOTHING;
  while (!at_line_end(lexer)) {
    if (lexer->lookahead == '"') {
      take(lexer);
      bool opens_next = seen == COMPLETE && has_text_behind(lexer);
      return emit(lexer, opens_next ? UNCLOSED_QUOTE : QUOTE);
    }
    bool is_escape = lexer->lookahead == '\\';
    seen = take_and_follow(lexer, seen);
    if (is_escape && !at_line_end(lexer)) seen = take_and_follow(lexer, seen);
  }
  return emit(lexer, UNCLOSED_QUOTE);
}

// A list in brackets or in braces.
static bool scan_list(TSLexer *lexer, struct Line *line) {
  int32_t open = lexer->lookahead;
  int32_t close = open == '[' ? ']' : '}';
  take(lexer);
  lexer->mark_end(lexer);
  enum NextField seen = NOTHING;
  bool in_quotes = false;
  unsigned depth = 1;
  while (!at_line_end(lexer) && !(line->saw_unclosed_list && seen == COMPLETE)) {
    int32_t c = lexer->lookahead;
    seen = take_and_follow(lexer, seen);
    if (c == '"') in_quotes = !in_quotes;
    else if (c == '\\' && in_quotes && !at_line_end(lexer)) seen = take_and_follow(lexer, seen);
    else if (c == open && !in_quotes) depth++;
    else if (c == close && !in_quotes && --depth == 0) return emit(lexer, open == '[' ? BRACKET : BRACE);
  }
  line->saw_unclosed_list = true;
  return emit(lexer, open == '[' ? UNCLOSED_BRACKET : UNCLOSED_BRACE);
}

// The next word of what is not closed, or the `|` of the field that ends it.
static bool scan_rest(TSLexer *lexer, unsigned blanks) {
  if (lexer->lookahead == '|') {
    take(lexer);
    lexer->mark_end(lexer);
    bool ends = blanks > 0 && take_blanks(lexer) > 0 && take_if_field(lexer);
    return emit(lexer, ends ? SEPARATOR : REST);
  }
  while (!at_word_end(lexer)) take(lexer);
  return emit_here(lexer, REST);
}

// A value without quotes; one that is longer than its text here is neither a number nor a timestamp.
struct Bare {
  char text[64];
  unsigned length;
};

static void take_into(TSLexer *lexer, struct Bare *bare) {
  int32_t c = lexer->lookahead;
  if (bare->length < sizeof bare->text - 1) bare->text[bare->length] = c < 0x80 ? (char)c : '?';
  bare->length++;
  take(lexer);
}

static const char *behind_digits(const char *text) {
  while (is_digit(*text)) text++;
  return text;
}

// Behind one digit for each `0` of the form, and every other character of it as it is; null if the text is not so.
static const char *behind_form(const char *text, const char *form) {
  for (; *form; form++, text++) {
    if (*form == '0' ? !is_digit(*text) : *text != *form) return 0;
  }
  return text;
}

static bool is_timestamp(const char *text) {
  const char *rest = behind_form(text, "0000-00-00");
  if (!rest || !*rest) return rest;
  rest = behind_form(rest, "T00:00");
  if (!rest) return false;
  const char *seconds = behind_form(rest, ":00");
  if (seconds) rest = seconds;
  if (seconds && *rest == '.') {
    const char *fraction = rest + 1;
    rest = behind_digits(fraction);
    if (rest == fraction) return false;
  }
  if (!*rest) return true;
  if (*rest == 'Z') return !rest[1];
  const char *zone = *rest == '+' || *rest == '-' ? behind_form(rest + 1, "00:00") : 0;
  return zone && !*zone;
}

static bool equals(const char *one, const char *other) {
  while (*one && *one == *other) one++, other++;
  return *one == *other;
}

static enum Token kind_of(const char *text) {
  if (equals(text, "true") || equals(text, "false")) return BOOLEAN;
  if (is_timestamp(text)) return TIMESTAMP;
  const char *digits = *text == '+' || *text == '-' ? text + 1 : text;
  const char *rest = behind_digits(digits);
  if (rest == digits) return TEXT;
  if (!*rest) return INTEGER;
  if (*rest == '.') {
    const char *fraction = rest + 1;
    rest = behind_digits(fraction);
    if (rest == fraction) return TEXT;
  }
  if (*rest == 'e' || *rest == 'E') {
    const char *exponent = rest[1] == '+' || rest[1] == '-' ? rest + 2 : rest + 1;
    rest = behind_digits(exponent);
    if (rest == exponent) return TEXT;
  }
  return *rest ? TEXT : FLOAT;
}

// Takes what is left of a value without quotes: up to the next `|`, field or comment, and the white space and commas before it.
static bool emit_bare(TSLexer *lexer, struct Bare *bare) {
  for (;;) {
    while (!at_value_end(lexer) && !is_blank_or_comma(lexer->lookahead)) take_into(lexer, bare);
    lexer->mark_end(lexer);
    unsigned length = bare->length;
    bool behind_blank = false;
    while (is_blank_or_comma(lexer->lookahead)) {
      behind_blank = is_blank(lexer->lookahead);
      take_into(lexer, bare);
      // Commas alone are no value.
      if (length == 0 && !behind_blank) lexer->mark_end(lexer);
    }
    if (!at_value_end(lexer) && !(behind_blank && take_if_end_of_text(lexer))) continue;
    if (length == 0) return emit(lexer, COMMA);
    if (length >= sizeof bare->text) return emit(lexer, TEXT);
    bare->text[length] = 0;
    return emit(lexer, kind_of(bare->text));
  }
}

// A value without quotes, or what stands there instead: behind white space a field or a comment.
static bool scan_bare(TSLexer *lexer, unsigned blanks) {
  struct Bare bare = {{0}, 0};
  if (blanks > 0 && lexer->lookahead == '#') {
    take_into(lexer, &bare);
    if (at_word_end(lexer)) return emit_here(lexer, MISPLACED_HASH);
  } else if (blanks > 0 && starts_name(lexer->lookahead)) {
    while (is_name_part(lexer->lookahead)) take_into(lexer, &bare);
    lexer->mark_end(lexer);
    if (lexer->lookahead == '=') return emit(lexer, NAME);
    if (lexer->lookahead == ':') {
      take_into(lexer, &bare);
      unsigned behind_colon = bare.length;
      while (is_name_part(lexer->lookahead)) take_into(lexer, &bare);
      if (bare.length > behind_colon && lexer->lookahead == '=') return emit(lexer, NAME);
    }
  }
  return emit_bare(lexer, &bare);
}

// Whether a value in single quotes can end here, behind one; takes what it has looked at.
static bool take_if_end_of_single_quoted(TSLexer *lexer) {
  if (at_value_end(lexer)) return true;
  if (!is_blank_or_comma(lexer->lookahead)) return false;
  while (is_blank_or_comma(lexer->lookahead)) take(lexer);
  return take_if_end_of_text(lexer);
}

// A value in single quotes: up to the first one with which it can end. Without one on the line, or none before the next
// field whose value starts with one, it is text like any other. First it is said which of them it is, then it is read.
static bool scan_single_quoted(TSLexer *lexer, bool read) {
  lexer->mark_end(lexer);
  take(lexer);
  bool can_start_field = false;
  while (!at_line_end(lexer)) {
    int32_t c = lexer->lookahead;
    if (can_start_field && starts_name(c)) {
      can_start_field = false;
      if (!take_if_field(lexer)) continue;
      take(lexer);
      can_start_field = take_blanks(lexer) > 0;
      if (lexer->lookahead == '\'') break;
      continue;
    }
    take(lexer);
    can_start_field = is_blank(c) || c == '|';
    if (c != '\'') continue;
    if (read) lexer->mark_end(lexer);
    if (take_if_end_of_single_quoted(lexer)) return emit(lexer, read ? SINGLE_QUOTED : SINGLE_QUOTED_START);
  }
  return emit(lexer, UNCLOSED_SINGLE_QUOTED_START);
}

// --- What tree-sitter calls

static bool scan_in_record(TSLexer *lexer, struct Line *line, const bool *valid) {
  if (line->in_markers && is_marker_character(lexer->lookahead)) return emit_line(lexer, CONFLICT_MARKER);
  if (!at_line_end(lexer)) line->in_markers = false;
  unsigned blanks = skip_blanks(lexer);
  if (at_line_end(lexer)) return scan_line_end(lexer, line, true);
  if (valid[REST]) return scan_rest(lexer, blanks);
  if (lexer->lookahead == '|') return emit_one(lexer, SEPARATOR);
  if (is_comma(lexer->lookahead) && !valid[TEXT] && !(valid[TAG] && blanks == 0)) {
    return scan_commas(lexer, valid[TEXT_BEHIND] ? TEXT_BEHIND : STRAY_TEXT);
  }
  if (valid[TAG]) return scan_tag(lexer, blanks);
  if (valid[TYPE_SEPARATOR] && lexer->lookahead == ':') return emit_one(lexer, TYPE_SEPARATOR);
  if (valid[EQUALS] && lexer->lookahead == '=') return emit_one(lexer, EQUALS);
  if (valid[TYPE]) return scan_type(lexer, blanks);
  if (valid[TEXT_BEHIND]) return scan_behind(lexer, blanks);
  if (valid[SINGLE_QUOTED] && !valid[SINGLE_QUOTED_START]) return scan_single_quoted(lexer, true);
  if (!valid[TEXT]) return scan_part(lexer);
  if (lexer->lookahead == '"') return scan_string(lexer);
  if (lexer->lookahead == '[' || lexer->lookahead == '{') return scan_list(lexer, line);
  if (lexer->lookahead == '\'' && valid[SINGLE_QUOTED_START]) return scan_single_quoted(lexer, false);
  return scan_bare(lexer, blanks);
}

void *tree_sitter_recline_external_scanner_create(void) { return ts_calloc(1, sizeof(struct Line)); }

void tree_sitter_recline_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_recline_external_scanner_serialize(void *payload, char *buffer) {
  const struct Line *line = payload;
  buffer[0] = line->saw_unclosed_list;
  buffer[1] = line->in_markers;
  if (line->in_markers) return 2;
  return line->saw_unclosed_list ? 1 : 0;
}

void tree_sitter_recline_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  struct Line *line = payload;
  line->saw_unclosed_list = length > 0 && buffer[0];
  line->in_markers = length > 1 && buffer[1];
}

bool tree_sitter_recline_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  struct Line *line = payload;
  // Every text can be read, so tree-sitter is never looking for a way out of an error.
  if (valid[ERROR_SENTINEL]) return false;
  if (valid[RECORD_START]) return scan_entry(lexer);
  if (valid[SEPARATOR] || valid[TAG] || valid[TEXT] || valid[SINGLE_QUOTED]) return scan_in_record(lexer, line, valid);
  if (valid[BLOCK_CONTENT] || valid[BLOCK_END]) {
    if (!lexer->eof(lexer)) return scan_block(lexer);
  } else {
    skip_blanks(lexer);
    if (valid[LINE_REST] && !at_line_end(lexer)) return emit_line(lexer, LINE_REST);
  }
  return valid[NEWLINE] && at_line_end(lexer) && scan_line_end(lexer, line, false);
}
