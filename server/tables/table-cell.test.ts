import { expect, test } from 'vitest'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { type Editor, snapshotOf } from '../../test/editor.ts'
import { problemsOfCell, referencesOfCell, valuesForCell, whereText } from './table-cell.ts'

const others = {
  'b.compliance.rec':
    '@CONTROL rid=CTL-10 | title="Backup"\n@CONTROL rid=CTL-9 | title="Access review"\n@POLICY rid=P-1\n',
}
const compliance: Editor = { fileName: 'a.compliance.rec', others }

const values = (text: string, column: string, typed: string, record = 0): string[] =>
  valuesForCell(snapshotOf(text, compliance), { record, column, typed }).map(({ value, meaning }) =>
    meaning ? `${value}: ${meaning}` : value,
  )

test('a column of references has the records that match by id or title, those of this file first', () => {
  const text = '@FINDING rid=F-1 | control_ref="CTL-9"\n@CONTROL rid=CTL-2\n'
  expect(values(text, 'control_ref', '')).toEqual([
    'CTL-2: CONTROL · a.compliance.rec',
    'CTL-9: CONTROL · Access review · b.compliance.rec',
    'CTL-10: CONTROL · Backup · b.compliance.rec',
  ])
  expect(values(text, 'control_ref', 'back')).toEqual(['CTL-10: CONTROL · Backup · b.compliance.rec'])
  expect(values(text, 'control_ref', 'CTL-9').length).toBe(3)
})

test('any other column has the values of other records', () => {
  const text = '@CONTROL rid=1 | owner="x"\n@CONTROL rid=2 | owner="x"\n@CONTROL rid=3 | owner="y"\n@CONTROL rid=4\n'
  expect(values(text, 'owner', '', 3)).toEqual(['x'])
  expect(values(text, 'zeal', '')).toEqual([])
  expect(values('# c\n', 'owner', '')).toEqual([])
  expect(values('@XYZZY a=1\n', 'a', '', 7)).toEqual([])
})

test('the locations of the records that a cell refers to', () => {
  const places = (text: string, column: string): string[] =>
    referencesOfCell(snapshotOf(text, compliance), { record: 0, column }).map(
      ({ uri, range }) => `${uri} ${range.start.line}`,
    )
  expect(places('@FINDING rid=F-1 | control_ref="CTL-9"\n', 'control_ref')).toEqual(['file:///b.compliance.rec 1'])
  expect(places('@FINDING rid=F-1 | control_ref="CTL-7"\n', 'control_ref')).toEqual([])
  expect(places('@FINDING rid=F-1 | control_ref="CTL-9"\n', 'rid')).toEqual([])
})

/** The problems of a cell: `code: the marked text`. */
function problemsAt(text: string, record: number, column: string): string[] {
  const { problems = [], range } = problemsOfCell(snapshotOf(text, compliance), { record, column }) ?? {}
  return problems.map(({ code, range: { start, end } }) => {
    expect(range!.start.line).toBe(start.line)
    expect(range!.start.character).toBeLessThanOrEqual(start.character)
    expect(range!.end.character).toBeGreaterThanOrEqual(end.character)
    return `${code}: ${text.split('\n')[start.line]!.slice(start.character, end.character)}`
  })
}

test('the problems of a cell are those of its value, of its missing value, and of the whole record', () => {
  const text = '@CONTROL title="a" | maturity:int=9 | zeal="1"\n@CONTROL rid=CTL-1 | maturity="x"\n'
  expect(problemsAt(text, 0, 'maturity')).toEqual(['out-of-range: 9'])
  expect(problemsAt(text, 0, 'rid')).toEqual(['missing-field: CONTROL'])
  expect(problemsAt(text, 0, 'title')).toEqual([])
  expect(problemsAt(text, 0, 'zeal')).toEqual(['unknown-field: zeal'])
  expect(problemsAt(text, 1, 'maturity')).toEqual(['invalid-value: "x"'])
  expect(problemsAt(text, 7, 'maturity')).toEqual([])
})

test('the problems of a cell come before those of its record, and the most severe first', () => {
  const text = '@control rid=CTL-1 | status=Tested | maturity=9\n'
  expect(problemsAt(text, 0, 'status')).toEqual(['not-in-enum: Tested', 'notation: status=Tested', 'tag-case: control'])
  expect(problemsAt(text, 0, 'owner')).toEqual(['tag-case: control'])
})

const registry = createRegistry(builtinDescriptors)

const ask = (marked: string, table = 'core.compliance.FINDING'): ReturnType<typeof whereText> =>
  whereText(registry, { table, where: marked.replace('▮', ''), offset: marked.indexOf('▮') })

const labels = (marked: string, table?: string): string[] => ask(marked, table)!.completions.map(({ label }) => label)

test('the problems of an expression are at their characters', () => {
  expect(ask('severty == "high"▮')!.problems).toEqual([
    { start: 0, end: 7, message: expect.stringContaining('severity may be meant') },
  ])
  expect(ask('severity == "hih"▮')!.problems).toMatchObject([{ start: 12, end: 17 }])
  expect(ask('severity▮')!.problems).toMatchObject([{ start: 0, end: 8 }])
  expect(ask('severity == "high" && control_ref.owner == "x"▮')!.problems).toEqual([])
  expect(ask('▮')!.problems).toEqual([])
})

test('completions match what is typed, and those that start with it come first', () => {
  expect(labels('sev▮')).toEqual(['severity'])
  expect(labels('severity == "▮"')).toContain('critical')
  expect(labels('severity == "crit▮"')).toEqual(['critical'])
  expect(labels('control_ref.own▮')).toEqual(['owner'])
  expect(labels('severity▮')).toEqual([])
  expect(labels('re▮')[0]).toMatch(/^re/)
})

test('what is typed completely is the first completion, and none if it is the only one', () => {
  expect(labels('severity▮')).toEqual([])
  expect(labels('pattern▮', 'core.security.IOC')).toEqual(['pattern', 'pattern_type'])
  expect(labels('os▮', 'core.security.ASSET').slice(0, 2)).toEqual(['os', 'host'])
})

test('only a completion of what is typed starts before the cursor', () => {
  const starts = (marked: string): number[] => ask(marked)!.completions.map(({ start }) => start)
  expect(new Set(starts('severity == "high" && sta▮'))).toEqual(new Set([22]))
  expect(new Set(starts('severity == "high" && ▮'))).toEqual(new Set([22]))
})

test('a tag that no domain defines has no expression', () => {
  expect(ask('a▮', '@XYZZY')).toBeNull()
})
