import { lineBreakOf, lineStartOf, replaceBlanksBefore } from '../edits.ts'
import type { Fix, LineContext, RecordContext, Rule } from '../rule.ts'
import { quote, tagWord, type RecordNode, type Stray } from '../syntax.ts'
import { show } from '../values.ts'

/** Text that the notation has no place for. */
export const syntax: Rule = {
  code: 'syntax',
  severity: 'error',
  line: strayLine,
  record: context => {
    tagProblem(context)
    for (const stray of context.record.strays) strayText(context, stray)
  },
}

function strayLine({ node, report }: LineContext): void {
  if (node.kind !== 'stray') return
  const text = node.text.replace(/[\r\n]+$/, '')
  const start = /\S/.exec(text)!.index
  const line = text.trim()
  const edit = (fixed: string): Fix['edits'] => [{ start: 0, end: text.length, text: fixed }]
  const comment: Fix = { title: 'Turn the line into a comment', edits: [{ start, end: start, text: '# ' }] }
  const problem = (message: string, ...fixes: Fix[]): void => report(message, { at: { start, end: start + line.length }, fixes: () => [...fixes, comment] })

  if (line.startsWith('@END')) {
    if (start === 0) return problem('This @END closes no block; remove it or write @BEGIN above.', { title: 'Remove the line', edits: edit(''), isPreferred: true })
    return problem('@END closes a block only at the start of its line.', { title: 'Remove the blanks before @END', edits: edit(line), isPreferred: true })
  }
  if (line.startsWith('@BEGIN')) {
    return problem('@BEGIN opens a block only at the start of its line; remove the blanks before it.',
      { title: 'Remove the blanks before @BEGIN', edits: edit(line), isPreferred: true })
  }
  if (line.startsWith('|')) return problem('This line continues a record, but there is none directly above it; write it below its record.')
  if (/^[A-Z][A-Z0-9_]*\s+[A-Za-z_][\w.-]*(:\w+)?=/.test(line)) {
    return problem('A record starts with @ before its tag.', { title: 'Write @ before the tag', edits: [{ start, end: start, text: '@' }], isPreferred: true })
  }
  const foreignComment = /^(\/\/|--|;)\s*/.exec(line)?.[0]
  if (foreignComment !== undefined) {
    return problem('A comment starts with #.', { title: 'Write # instead', edits: [{ start, end: start + foreignComment.length, text: '# ' }], isPreferred: true })
  }
  problem(`${show(line)} is neither a record, which starts with @, nor a comment, which starts with #.`)
}

function tagProblem({ record, name, report }: RecordContext): void {
  const { at, tagStart, tagEnd } = record
  if (tagEnd === tagStart) return report('There is no tag behind @; write one, such as @CONTROL.', { at: { start: at, end: at + 1 } })
  if (tagStart > at + 1) {
    report(`White space stands between @ and ${tagWord(record)}; remove it.`, {
      at: { start: at, end: tagEnd },
      fixes: () => [{ title: 'Remove the white space', edits: [{ start: at + 1, end: tagStart, text: '' }], isPreferred: true, isSafe: true }],
    })
  }
  if (name === undefined) report(`${show(tagWord(record))} is not a tag; a tag is a capital letter, then capital letters, digits and _.`)
}

function strayText({ record, tag, report }: RecordContext, stray: Stray): void {
  const text = record.text.slice(stray.start, stray.end)
  const remove: Fix = { title: `Remove ${show(text)}`, edits: [replaceBlanks(record, stray)] }
  switch (stray.kind) {
    case 'comment':
      return report('A comment cannot stand behind a record; write it on a line of its own above.', {
        at: stray, fixes: () => [moveAbove(record, stray)],
      })
    case 'behind-value':
      return report(`${show(text)} stands directly behind a value that is complete; write | before a field, and \\" for a quote in a text.`, {
        at: stray, fixes: () => [...takeIn(record, stray), remove],
      })
    case 'text':
      return report(`${show(text)} is not a field; a field is written name=value.`, {
        at: stray, fixes: () => [...asField(stray, text, name => tag?.fields.has(name) ?? false), remove],
      })
  }
}

function moveAbove(record: RecordNode, stray: Stray): Fix {
  const lineStart = lineStartOf(record)
  const comment = record.text.slice(stray.start, stray.end) + lineBreakOf(record.text)
  return {
    title: 'Move the comment above the record',
    edits: [{ start: lineStart, end: lineStart, text: comment }, replaceBlanks(record, stray)],
    isPreferred: true,
    isSafe: true,
  }
}

const replaceBlanks = (record: RecordNode, { start, end }: Stray): Fix['edits'][number] => ({ ...replaceBlanksBefore(record, start, ''), end })

/** The quoted value before the stray text, together with it, as one string. */
function takeIn(record: RecordNode, stray: Stray): Fix[] {
  const value = record.fields.findLast(field => field.value && field.value.end <= stray.start)?.value
  if (value?.kind !== 'quoted') return []
  const all = record.text.slice(value.start + 1, stray.end)
  const meant = all.endsWith('"') ? all.slice(0, -1) : all.slice(0, value.end - value.start - 2) + all.slice(value.end - value.start - 1)
  const text = meant.replace(/\\"/g, '"').replace(/\\\\/g, '\\')
  return [{ title: `Change to ${show(text)}`, edits: [{ start: value.start, end: stray.end, text: quote(text) }], isPreferred: all.endsWith('"') }]
}

/** What the author may have meant as a field: `title: "x"`, or `status open` where status is a field of the tag. */
function asField(stray: Stray, text: string, isField: (name: string) => boolean): Fix[] {
  const [, name, colon, value] = /^([A-Za-z_][\w.-]*)(\s*:\s*|\s+)(\S.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined || (!colon!.includes(':') && !isField(name))) return []
  const field = `${name}=${/^("|\[)/.test(value) ? value : quote(value)}`
  return [{ title: `Change to ${show(field)}`, edits: [{ start: stray.start, end: stray.end, text: field }], isPreferred: true }]
}
