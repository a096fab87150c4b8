/// <reference types="tree-sitter-cli/dsl" />

// The notation of .rec files, as in docs/notation.md. Every text is read: what is wrong has a node of its own, so there
// are no ERROR nodes, and a bad line never changes how the next one is read. Whether a quote or a bracket is closed,
// and where a word begins the next field, only the text behind it shows: src/scanner.c looks.

module.exports = grammar({
  name: 'recline',

  externals: $ => [
    $._record_start,
    $._header_start,
    $._block_start,
    $._block_end,
    $._line_rest,
    $.block_content,
    $.comment,
    $.stray_line,
    $.conflict_marker,
    $._blank_line,
    $._newline,
    $._line_goes_on,
    $.tag,
    $._separator,
    $.name,
    $._type_separator,
    $.type,
    $._equals,
    $._quote,
    $._unclosed_quote,
    $._bracket,
    $._unclosed_bracket,
    $._brace,
    $._unclosed_brace,
    $._single_quoted_start,
    $._single_quoted,
    $._unclosed_single_quoted_start,
    $._comma,
    $.integer,
    $.float,
    $.timestamp,
    $.boolean,
    $.text,
    $._text_behind,
    $._stray_text,
    $._misplaced_hash,
    $._rest,
    $._error_sentinel,
  ],

  // White space inside a line: Unicode's, without line ends, with the byte order mark.
  extras: _ => [/[ \t\v\f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/],

  rules: {
    source_file: $ => seq(repeat($._entry), repeat($.section)),

    // A header, with all below it to the next one.
    section: $ => seq($.header, $._newline, repeat($._entry)),

    _entry: $ =>
      choice($._blank_line, seq(choice($.record, $.block, $.comment, $.conflict_marker, $.stray_line), $._newline)),

    header: $ => seq(alias($._header_start, '@'), field('tag', $.tag), repeat($._part)),

    record: $ => seq(alias($._record_start, '@'), optional(field('tag', $.tag)), repeat($._part)),

    _part: $ =>
      choice(
        $._line_goes_on,
        $.conflict_marker,
        alias($._separator, '|'),
        $.field,
        alias($._stray_text, $.stray_text),
        alias($._comma, $.stray_text),
        $.misplaced_comment,
      ),

    field: $ =>
      seq(
        field('name', $.name),
        optional(seq(alias($._type_separator, ':'), optional(field('type', $.type)))),
        optional(seq(alias($._equals, '='), optional($._value))),
      ),

    _value: $ =>
      choice(
        seq(field('value', choice($.string, $.list)), optional(alias($._text_behind, $.stray_text))),
        field('value', choice($.unclosed_string, $.unclosed_list, $.integer, $.float, $.timestamp, $.boolean, $.text)),
        // Whether a single quote is closed decides where the value ends: the scanner says it before it reads the value.
        seq($._single_quoted_start, field('value', alias($._single_quoted, $.text))),
        seq($._unclosed_single_quoted_start, field('value', $.text)),
      ),

    string: $ => seq(alias($._quote, '"'), $._string_rest),

    _string_rest: $ =>
      seq(repeat(choice($._string_content, $.escape_sequence, $.unknown_escape)), token.immediate('"')),

    _string_content: _ => token.immediate(prec(1, /[^"\\\r\n]+/)),
    escape_sequence: _ => token.immediate(prec(1, /\\(["\\ntr]|u[0-9A-Fa-f]{4})/)),
    unknown_escape: _ => token.immediate(/\\[^\r\n]/),

    list: $ => choice(seq(alias($._bracket, '['), $._list_rest), seq(alias($._brace, '{'), $._braces_rest)),

    _list_rest: $ =>
      seq(
        repeat(
          choice(
            ',',
            alias($._list_in_list, $.list),
            alias($._string_in_list, $.string),
            alias($._text_in_list, $.text),
          ),
        ),
        ']',
      ),

    _list_in_list: $ => seq('[', $._list_rest),
    _string_in_list: $ => seq('"', $._string_rest),
    _text_in_list: _ => /[^,\[\]" \t\v\f\r\n\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/,

    _braces_rest: $ =>
      seq(
        repeat(
          choice(
            ',',
            ':',
            alias($._braces_in_braces, $.list),
            alias($._string_in_list, $.string),
            alias($._text_in_braces, $.text),
          ),
        ),
        '}',
      ),

    _braces_in_braces: $ => seq('{', $._braces_rest),
    _text_in_braces: _ => /[^,:{}" \t\v\f\r\n\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/,

    // Up to the next field, or to the end of the line.
    unclosed_string: $ => seq(alias($._unclosed_quote, '"'), repeat($._rest)),
    unclosed_list: $ => seq(choice(alias($._unclosed_bracket, '['), alias($._unclosed_brace, '{')), repeat($._rest)),
    misplaced_comment: $ => seq(alias($._misplaced_hash, '#'), repeat($._rest)),

    // One that is not closed runs to the end of the file.
    block: $ =>
      seq(
        alias($._block_start, '@BEGIN'),
        optional(alias($._line_rest, $.block_label)),
        $._newline,
        optional($.block_content),
        optional(seq(alias($._block_end, '@END'), optional(alias($._line_rest, $.block_label)))),
      ),
  },
})
