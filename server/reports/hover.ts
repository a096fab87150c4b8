import type { Hover, Position } from 'vscode-languageserver-types'
import { tagOfName } from '../../shared/check/tag-of-name.ts'
import { readExpression } from '../../shared/expression/expression.ts'
import { symbolsOf } from '../../shared/expression/help/symbols.ts'
import { expressionsOf } from '../../shared/reports/block-expressions.ts'
import { helpOfWord, lookHelp } from '../../shared/reports/block-words.ts'
import type { BlockLine, BlockLook } from '../../shared/reports/template.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import { describeSymbol } from '../expressions/hover.ts'
import { describeTag } from '../snapshot/describe.ts'
import { markup } from '../snapshot/markup.ts'
import { type BlockCursor, cursorInBlock, type ReportPage, rangeInBlock } from './open-blocks.ts'

/** What a word of a block, a tag, or a part of an expression means; null elsewhere. */
export function blockHover(page: ReportPage, position: Position): Hover | null {
  const cursor = cursorInBlock(page, position)
  const found = cursor?.line && describedAt(page, cursor, cursor.line)
  if (!found) return null
  return { contents: markup(found.text, page.client), range: rangeInBlock(cursor!.block, cursor!.line!, found) }
}

interface Described extends Span {
  /** In Markdown. */
  readonly text: string
}

function describedAt(page: ReportPage, { lines, offset }: BlockCursor, line: BlockLine): Described | undefined {
  const { word, value, valueStart } = line
  const help = helpOfWord(word)
  if (!help) return undefined
  if (offset <= word.length) return { start: 0, end: word.length, text: `**${word}** · ${help.meaning()}` }
  const { registry, client } = page
  const ofValue = { start: valueStart, end: valueStart + value.length }
  const tag = tagOfName(lines.find(one => one.word === 'tag')?.value ?? '', registry, [])
  if (help.says === 'tag')
    return 'problem' in tag
      ? undefined
      : { ...ofValue, text: describeTag(tag, client.showDomainsCommand, client.language) }
  if (help.says === 'look')
    return Object.hasOwn(lookHelp, value)
      ? { ...ofValue, text: `**${value}** · ${lookHelp[value as BlockLook]()}` }
      : undefined
  if ('problem' in tag) return undefined
  const expression = expressionsOf(line).find(({ source, start }) => start <= offset && offset <= start + source.length)
  if (!expression) return undefined
  const at = offset - expression.start
  const symbols = symbolsOf(readExpression(expression.source, tag, registry, 'query'))
  const symbol = symbols.find(({ start, end }) => start <= at && at < end) ?? symbols.find(({ end }) => end === at)
  return (
    symbol && {
      start: expression.start + symbol.start,
      end: expression.start + symbol.end,
      text: describeSymbol(symbol, registry),
    }
  )
}
