import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'
import { expect, test } from 'vitest'
import { recLanguage } from './rec-language.ts'

const highlighter = tagHighlighter([
  { tag: tags.comment, class: 'comment' },
  { tag: tags.className, class: 'tag' },
  { tag: tags.propertyName, class: 'field' },
  { tag: tags.typeName, class: 'type' },
  { tag: tags.string, class: 'string' },
  { tag: tags.number, class: 'number' },
  { tag: tags.bool, class: 'bool' },
  { tag: tags.separator, class: 'bar' },
  { tag: tags.keyword, class: 'marker' },
  { tag: tags.meta, class: 'block' },
])

/** What has a color, in order: `class:text`. */
function colored(text: string): string[] {
  const found: string[] = []
  highlightTree(recLanguage.parser.parse(text), highlighter, (from, to, name) => {
    found.push(`${name}:${text.slice(from, to)}`)
  })
  return found
}

test('a record has tag, fields, types, values and bars', () => {
  expect(colored('@CONTROL rid=CTL-1 | title="A | \\"b\\"" | maturity:int=3 | open:bool=true\n  | note=x')).toEqual([
    ...['tag:@CONTROL', 'field:rid', 'string:CTL-1', 'bar:|', 'field:title', 'string:"A | \\"b\\""', 'bar:|'],
    ...['field:maturity', 'type::int', 'number:3', 'bar:|', 'field:open', 'type::bool', 'bool:true', 'bar:|'],
    ...['field:note', 'string:x'],
  ])
})

test('comments, conflict markers and blocks are lines of their own', () => {
  expect(colored('# a = b\n<<<<<<< HEAD\n@BEGIN x\n@CONTROL a=1\n@END\n@CONTROL')).toEqual([
    'comment:# a = b',
    'marker:<<<<<<< HEAD',
    'block:@BEGIN x',
    'block:@CONTROL a=1',
    'block:@END',
    'tag:@CONTROL',
  ])
})

test('what is not closed ends with its line', () => {
  expect(colored('@CONTROL title="open\n@CONTROL')).toEqual([
    'tag:@CONTROL',
    'field:title',
    'string:"open',
    'tag:@CONTROL',
  ])
})
