import { expect, test } from 'vitest'
import { builtinRegistry, check } from '../../test/records.ts'
import type { DomainPart } from '../domains/descriptor.ts'
import { applyChanges } from '../syntax/text-change.ts'
import { renamePart } from './rename-part.ts'

const control = { domain: 'core.compliance', tag: 'CONTROL' }

/** A text after a part of the tag CONTROL got another name. */
function renamed(text: string, part: Omit<DomainPart, 'domain' | 'tag'>, to: string): string {
  const file = check(text)
  return applyChanges(file.tree, renamePart(file, { ...control, ...part } as DomainPart, to, builtinRegistry))
}

test('a tag gets another name in its records only', () => {
  expect(renamed('# CONTROL\n@CONTROL rid=A\n  @control\n@FINDING rid=F\n@XYZZY a=1\n', {}, 'CHECK')).toBe(
    '# CONTROL\n@CHECK rid=A\n  @CHECK\n@FINDING rid=F\n@XYZZY a=1\n',
  )
})

test('a field gets another name wherever a record of the tag has it', () => {
  expect(
    renamed('@CONTROL title="title" | status=x | title:str = y\n@FINDING title="x"\n', { field: 'title' }, 'name'),
  ).toBe('@CONTROL name="title" | status=x | name:str = y\n@FINDING title="x"\n')
})

test('an allowed value gets another name, and stays in its quotes', () => {
  const rename = (written: string, to = 'done'): string =>
    renamed(`@CONTROL ${written}\n`, { field: 'status', value: 'tested' }, to)
  expect(rename('status="tested" | title="tested"')).toBe('@CONTROL status="done" | title="tested"\n')
  expect(rename('status=tested')).toBe('@CONTROL status=done\n')
  expect(rename('status=tested', 'all done')).toBe('@CONTROL status="all done"\n')
  expect(rename('status="tes\\u0074ed"', 'say "x"')).toBe('@CONTROL status="say \\"x\\""\n')
  expect(rename('status="tested', 'x')).toBe('@CONTROL status="x\n')
  for (const other of ['status="Tested"', 'status', 'status=[tested]', 'status=""'])
    expect(rename(other)).toBe(`@CONTROL ${other}\n`)
})
