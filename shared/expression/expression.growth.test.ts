import { test } from 'vitest'
import { expressionCompletion } from '../../server/expressions/completion.ts'
import { expressionDefinition } from '../../server/expressions/definition.ts'
import { expressionHover } from '../../server/expressions/hover.ts'
import { expressionTokens } from '../../server/expressions/semantic-tokens.ts'
import { expressionSignatureHelp } from '../../server/expressions/signature-help.ts'
import { expectLinearParts } from '../../test/count-steps.ts'
import { reachable, taskRegistry, taskTag } from '../../test/expressions.ts'
import { descriptorWith, openJson } from '../../test/json-editor.ts'
import { parse } from '../syntax/tree.ts'
import { isNeverTrue } from './check/never-true.ts'
import { compiled, followsReferences, ownStart, readCondition, readExpression, readsOf } from './expression.ts'
import { completeExpression } from './help/complete.ts'
import { callAt } from './help/signature.ts'
import { symbolsOf } from './help/symbols.ts'
import { splitExpressions } from './read/write.ts'
import { Frame } from './run/frame.ts'
import { readMessage } from './run/message.ts'
import { ParsedRecord } from './run/parsed-record.ts'

/** Expressions about a task that grow in one way. */
const shapes: Readonly<Record<string, (size: number) => string>> = {
  'terms of a sum': size => `level${' + level'.repeat(size)} > 0`,
  'texts in a row': size => `title${' + "x"'.repeat(size)} != ""`,
  'parentheses in each other': size => `${'('.repeat(size)}level > 0${')'.repeat(size)}`,
  'parentheses that stay open': size => `${'('.repeat(size)}level > 0`,
  'parentheses that nothing opens': size => `level > 0${')'.repeat(size)}`,
  'parentheses beside each other': size => `(level > 0)${' && (level > 0)'.repeat(size)}`,
  '&& in a row': size => `level > 0${' && level > 0'.repeat(size)}`,
  '|| in a row': size => `level < 0${' || level < 0'.repeat(size)}`,
  '&& and || in turn': size => `level < 0${' || level > 0 && urgent'.repeat(size)}`,
  '! in a row': size => `${'!'.repeat(size)}urgent`,
  'cases in each other': size => `${'level > 0 ? urgent : '.repeat(size)}urgent`,
  'conditions in each other': size => `${'('.repeat(size)}urgent${' ? urgent : urgent)'.repeat(size)}`,
  'items of a list': size => `level in [0${', 1'.repeat(size)}]`,
  'lists in each other': size => `${'['.repeat(size)}1${']'.repeat(size)} == []`,
  'references in a row': size => `has(parent${'.parent'.repeat(size)})`,
  'calls in a row': size => `title${'.trim()'.repeat(size)} == ""`,
  'calls in each other': size => `${'min(1, '.repeat(size)}level${')'.repeat(size)} > 0`,
  'indices in a row': size => `labels${'[0]'.repeat(size)} == ""`,
  'items of items': size => `${'labels.all(x, '.repeat(size)}true${')'.repeat(size)}`,
  'items of one name': size => `labels.all(x, x == ""${' || x == "a"'.repeat(size)})`,
  'names that are unknown': size => `nothing${' + nothing'.repeat(size)} > 0`,
  'values of an enum': size => `status == "open"${' || status == "done"'.repeat(size)}`,
  'values of no enum': size => `status == "ope"${' || status == "x"'.repeat(size)}`,
  'types that do not fit': size => `level == ""${' && level == ""'.repeat(size)}`,
  'operators of other languages': size => `urgent${' and not urgent'.repeat(size)}`,
  'tests of other languages': size => `title like "a%"${' and title not in ("a", "b")'.repeat(size)}`,
  'tests behind each other': size => `title${' like "a%"'.repeat(size)}`,
  'tests in each other': size => `${'title like ('.repeat(size)}title${')'.repeat(size)}`,
  // The middle, where requests look, is in the same part of an item whatever the size.
  'lists in parentheses in each other': size => `level in ${'('.repeat(size)}1${', 22)'.repeat(size)}`,
  'items in parentheses': size => `level in (0${', 1'.repeat(size)})`,
  'words of an id': size => `title == CTL${'-a'.repeat(size)}-1`,
  'words of no id': size => `title == CTL${'-a'.repeat(size)}`,
  'dates without quotes': size => `start > 2026-06-30${' && start > 2026-06-30T00:00:00Z'.repeat(size)}`,
  'digits and hyphens': size => `level == 2026${'-06'.repeat(size)}`,
  'typographic quotes': size => `title == “a”${' || title == ‘a’'.repeat(size)}`,
  'typographic quotes alone': size => '“‘'.repeat(size),
  'typographic quotes of lines': size => '“a\n'.repeat(size),
  'functions of other languages': size => `len(title)${' + lower(title)'.repeat(size)} > 0`,
  'characters that mean nothing': size => '§'.repeat(size),
  'operators alone': size => '+'.repeat(size),
  'dots alone': size => `parent${'.'.repeat(size)}`,
  'quotes alone': size => '"'.repeat(size),
  'escapes of a text': size => `title == "${'\\n'.repeat(size)}"`,
  'letters of a text': size => `title == "${'x'.repeat(size)}"`,
  'letters of a name': size => 'x'.repeat(size),
  'digits of a number': size => `level == 0.${'1'.repeat(size)}`,
  comments: size => `urgent${' // x\n'.repeat(size)}`,
}

const records = parse(
  '@TASK rid=T-1 | title="x" | status="open" | level:int=1 | urgent:bool=true | labels="a" | parent="T-1"\n',
)

function run(source: string): void {
  const [node] = records.entries
  if (node?.kind !== 'record') return
  const record = new ParsedRecord(node)
  const frame = (): Frame => new Frame(record, { time: 0, isDate: false }, reachable([{ tag: taskTag, record }]))
  for (const read of [readExpression(source, taskTag, taskRegistry), readCondition(source, taskTag, taskRegistry)]) {
    compiled(read)?.(frame())
    if (read.problems.length === 0) ownStart(read)?.evaluate(frame())
    readsOf(read)
    symbolsOf(read)
    isNeverTrue(read)
  }
  followsReferences(source)
  readMessage(`It is {${source}}.`, taskTag, taskRegistry)
  splitExpressions(source)
  for (const offset of [0, source.length >>> 1, source.length]) {
    completeExpression(source, offset, { tag: taskTag, registry: taskRegistry })
    callAt(source, offset)
  }
}

test.each(Object.entries(shapes))('%s: twice the expression is at most 2.5 times the work', (_, shape) =>
  expectLinearParts(100, size => {
    const source = shape(size)
    return () => run(source)
  }),
)

test.each(Object.entries(shapes))('%s: the same for requests in a file with the expression', (_, shape) =>
  expectLinearParts(100, size => {
    const expression = JSON.stringify(shape(size).replaceAll('level', 'start_km'))
    const middle = expression.length >>> 1
    const marked = `${expression.slice(0, middle)}▮${expression.slice(middle)}`
    const text = descriptorWith(`"expression": ${marked}, "message": "x"`)
    return () => {
      const { snapshot, position } = openJson(text)
      expressionCompletion(snapshot, position)
      expressionDefinition(snapshot, position, () => undefined)
      expressionHover(snapshot, position)
      expressionTokens(snapshot)
      expressionSignatureHelp(snapshot, position)
    }
  }),
)
