import { CompletionItemKind, type CompletionList, type Position } from 'vscode-languageserver-types'
import { tagOfName } from '../../shared/check/tag-of-name.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { completeExpression } from '../../shared/expression/help/complete.ts'
import { periods } from '../../shared/query/periods.ts'
import { expressionsOf } from '../../shared/reports/block-expressions.ts'
import { helpOfWord, lookHelp } from '../../shared/reports/block-words.ts'
import { blockLooks, blockWords, groupWords } from '../../shared/reports/template.ts'
import { type CompletionEntry, toItems } from '../completion/item.ts'
import { expressionEntry } from '../expressions/completion.ts'
import { describeTagShortly } from '../snapshot/describe.ts'
import { type BlockCursor, cursorInBlock, type ReportPage, rangeInBlock } from './open-blocks.ts'

/** The completions in a block of a report: words, tags, looks, and what expressions have. Null outside of blocks. */
export function blockCompletion(page: ReportPage, position: Position): CompletionList | null {
  const cursor = cursorInBlock(page, position)
  if (!cursor) return null
  const { line, offset } = cursor
  const isInWord = !line || offset <= line.word.length || (line.word === '' && !/\s/.test(line.text.slice(0, offset)))
  const entries = isInWord ? wordEntries(cursor) : valueEntries(page, cursor)
  // Behind the word of a line the list replaces what is there of a word.
  const before = line && !isInWord ? (/[\w.]*$/.exec(line.text.slice(0, offset))?.[0].length ?? 0) : offset
  const behind = line ? (/^[\w.-]*/.exec(line.text.slice(offset))?.[0].length ?? 0) : 0
  const here = line
    ? rangeInBlock(cursor.block, line, { start: offset - before, end: offset + behind })
    : { start: position, end: position }
  return { isIncomplete: false, items: toItems(entries, here, page) }
}

/** The words that the block does not have yet. */
function wordEntries({ lines, line }: BlockCursor): CompletionEntry[] {
  const given = new Set(lines.filter(one => one !== line).map(({ word }) => word))
  const isFollowed = line !== undefined && /^\s/.test(line.text.slice(line.word.length))
  return blockWords
    .filter(word => !given.has(word))
    .map(word => ({
      label: word,
      kind: CompletionItemKind.Keyword,
      // What follows has a list of its own.
      snippet: word === 'count-items' || isFollowed ? word : `${word} `,
      documentation: helpOfWord(word)!.meaning(),
      suggestsNext: helpOfWord(word)!.says !== 'other',
    }))
}

function valueEntries(page: ReportPage, cursor: BlockCursor): CompletionEntry[] {
  const { line } = cursor
  switch (helpOfWord(line!.word)?.says) {
    case 'tag':
      return tagEntries(page)
    case 'look':
      return blockLooks.map(look => wordEntry(look, lookHelp[look]()))
    case 'period':
      return periods.map(period => wordEntry(period, undefined))
    case 'condition':
    case 'expressions':
      return expressionEntries(page, cursor)
    default:
      return []
  }
}

const wordEntry = (label: string, documentation: string | undefined): CompletionEntry => ({
  label,
  kind: CompletionItemKind.EnumMember,
  snippet: label,
  ...(documentation !== undefined && { documentation }),
})

/** All tags, by their names where these are clear. */
function tagEntries({ registry, client }: ReportPage): CompletionEntry[] {
  const named = [...registry.tags.values()].map((tag): [name: string, Tag] => [
    'problem' in tagOfName(tag.name, registry, []) ? tag.fullName.path : tag.name,
    tag,
  ])
  return [...new Map(named)].map(([label, tag]) => ({
    label,
    kind: CompletionItemKind.Class,
    snippet: label,
    detail: tag.domain.path,
    documentation: describeTagShortly(tag, client.language),
  }))
}

function expressionEntries(page: ReportPage, { block, lines, line, offset }: BlockCursor): CompletionEntry[] {
  const { registry } = page
  const name = lines.find(({ word }) => word === 'tag')?.value ?? ''
  const tag = tagOfName(name, registry, [])
  if ('problem' in tag) return []
  const counts = lines.some(({ word }) => groupWords.includes(word))
  // Groups are sorted by their columns, which are no expressions.
  if (line!.word === 'sort' && counts) return groupColumns(lines).map(column => wordEntry(column, undefined))
  const expression = expressionsOf(line!).find(
    ({ source, start }) => start <= offset && offset <= start + source.length,
  )
  if (!expression) return []
  const { source, start } = expression
  return completeExpression(source, offset - start, { tag, registry, use: 'query' }).flatMap(item => {
    const { replaced } = item
    const range = rangeInBlock(block, line!, { start: start + replaced.start, end: start + replaced.end })
    // A text in quotes can go over several lines, which no list replaces.
    return range.start.line === range.end.line ? expressionEntry(item, range, registry, text => text) : []
  })
}

/** The names of the columns of groups. */
function groupColumns(lines: BlockCursor['lines']): string[] {
  const sources = (word: string): string[] =>
    lines
      .filter(line => line.word === word)
      .flatMap(expressionsOf)
      .map(({ source }) => source.trim())
      .filter(source => source !== '')
  const totals = ['sum', 'min', 'max', 'avg'].flatMap(word => sources(word).map(source => `${word}(${source})`))
  return [...sources('count-by'), 'count', ...totals]
}
