import {
  type Entry,
  escapeSequence,
  type Field,
  fieldType,
  isHeader,
  type RecordNode,
  rawValue,
  type Stray,
  tagWord,
  type ValueNode,
} from '../../shared/syntax/nodes.ts'
import { parse } from '../../shared/syntax/tree.ts'

/**
 * What the parser reads in a text, in the words of the tree-sitter grammar: a line for each part, with the offset in
 * bytes at which it starts, what it is, and its text. `treeOutline` is the same of a tree-sitter tree.
 */
export function outline(text: string): string {
  const tree = parse(text)
  const bytes = byteOffsets(text)
  return tree.entries
    .flatMap((entry, index) =>
      outlineEntry(entry, (offset, what, shown = '') => `${bytes[tree.starts[index]! + offset]} ${what} ${shown}`),
    )
    .join('\n')
}

/** The offset in bytes for each offset in UTF-16 code units. */
function byteOffsets(text: string): Uint32Array {
  const offsets = new Uint32Array(text.length + 1)
  let bytes = 0
  let units = 0
  for (const character of text) {
    offsets[units] = bytes
    bytes += Buffer.byteLength(character)
    units += character.length
  }
  offsets[units] = bytes
  return offsets
}

type Tell = (offset: number, what: string, shown?: string) => string

function outlineEntry(entry: Entry, tell: Tell): string[] {
  const { kind, text } = entry
  const start = /^[^\S\r\n]*/.exec(text)![0].length
  switch (kind) {
    case 'blank':
      return []
    case 'comment':
      return [tell(start, 'comment', text.slice(start).replace(/[\r\n]+$/, ''))]
    case 'marker':
      return [tell(0, 'conflict_marker', text.trimEnd())]
    case 'stray':
      return [...text.matchAll(/[^\r\n]+/g)].map(({ 0: line, index }) =>
        tell(index + line.length - line.trimStart().length, 'stray_line', line.trim()),
      )
    case 'block':
      return [tell(text.indexOf('@'), 'block', entry.closed ? '' : 'not closed')]
    case 'record':
      return outlineRecord(entry, tell)
  }
}

function outlineRecord(record: RecordNode, tell: Tell): string[] {
  const parts = [
    ...record.fields.map(field => ({ at: field.nameStart, lines: outlineField(record, field, tell) })),
    ...record.strays.map(({ kind, start, end }) => ({
      at: start,
      lines: [tell(start, nodesOfStrays[kind] ?? 'stray_text', record.text.slice(start, end).trimEnd())],
    })),
  ].sort((one, other) => one.at - other.at)
  const tag = record.tagEnd > record.tagStart ? [tell(record.tagStart, 'tag', tagWord(record))] : []
  return [tell(record.at, isHeader(record) ? 'header' : 'record'), ...tag, ...parts.flatMap(({ lines }) => lines)]
}

const nodesOfStrays: Partial<Record<Stray['kind'], string>> = {
  comment: 'misplaced_comment',
  marker: 'conflict_marker',
}

function outlineField(record: RecordNode, field: Field, tell: Tell): string[] {
  const type = fieldType(record, field)
  return [
    tell(field.nameStart, 'name', field.name),
    ...(type ? [tell(field.typeStart, 'type', type)] : []),
    ...outlineRest(record, field, tell),
  ]
}

function outlineRest(record: RecordNode, field: Field, tell: Tell): string[] {
  if (field.value) return outlineValue(record, field.value, tell)
  return field.equals >= 0 ? [tell(field.equals, 'no value')] : []
}

function outlineValue(record: RecordNode, value: ValueNode, tell: Tell): string[] {
  const written = rawValue(record, value)
  if (value.kind === 'bare') return [tell(value.start, kindOf(written), written)]
  const kind = (value.closed ? '' : 'unclosed_') + (value.kind === 'quoted' ? 'string' : 'list')
  const escapes = kind === 'string' ? [...written.matchAll(escapeSequence)] : []
  return [
    tell(value.start, kind, written),
    ...escapes.map(({ 0: sequence, index }) =>
      // The parser keeps an escape that it does not know: of that the sequence is the backslash alone.
      sequence === '\\'
        ? tell(value.start + index, 'unknown_escape')
        : tell(value.start + index, 'escape_sequence', sequence),
    ),
  ]
}

/** What a value without quotes looks like, whatever its field asks for. */
function kindOf(text: string): string {
  if (text === 'true' || text === 'false') return 'boolean'
  if (/^[+-]?\d+$/.test(text)) return 'integer'
  if (/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return 'float'
  return /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text) ? 'timestamp' : 'text'
}

/** Lua for Neovim: `outline` gives the outline of the text that it is given, read with the tree-sitter grammar. */
export const treeOutline = `
  local told = {}
  for kind in ([[header record tag name type string unclosed_string list unclosed_list integer float timestamp boolean text
      escape_sequence unknown_escape stray_text misplaced_comment comment stray_line conflict_marker block ERROR]]):gmatch('%S+') do
    told[kind] = true
  end
  local without_text = { header = true, record = true, block = true, unknown_escape = true }

  local function tell(node, text, lines)
    local kind = node:missing() and 'ERROR' or node:type()
    local _, _, first = node:start()
    local _, _, last = node:end_()
    local line = #lines + 1
    if told[kind] then lines[line] = first .. ' ' .. kind .. ' ' .. (without_text[kind] and '' or text:sub(first + 1, last)) end
    -- The parser keeps a list as it is written.
    if kind == 'list' then return end
    local equals
    local is_closed = kind ~= 'block'
    for child, field in node:iter_children() do
      if child:type() == '=' then equals = child end
      if field == 'value' then equals = nil end
      is_closed = is_closed or child:type() == '@END'
      tell(child, text, lines)
    end
    if equals then
      local _, _, byte = equals:start()
      table.insert(lines, byte .. ' no value ')
    end
    if not is_closed then lines[line] = lines[line] .. 'not closed' end
  end

  function outline(text)
    local lines = {}
    tell(vim.treesitter.get_string_parser(text, 'recline'):parse()[1]:root(), text, lines)
    return table.concat(lines, '\\n')
  end
`
