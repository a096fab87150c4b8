import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { taskRegistry } from '../../test/expressions.ts'
import { builtinRegistry } from '../../test/records.ts'
import { readEdit, type WrittenEdit } from './record-edit.ts'

const read = (edit: Partial<WrittenEdit>): ReturnType<typeof readEdit> =>
  readEdit({ tag: 'TASK', set: [], unset: [], delete: false, ...edit }, taskRegistry)

/** The place of the mistake of an edit of tasks, and what is wrong. */
function mistake(edit: Partial<WrittenEdit>): string {
  const result = read(edit)
  if (!('mistake' in result)) return 'no mistake'
  const { source, start, end, message } = result.mistake
  return `${source.slice(start, end)}: ${message}`
}

test('mistakes are shown at their place', () => {
  expect(mistake({ tag: 'TSK', delete: true })).toBe(': There is no tag TSK; TASK may be meant.')
  expect(mistake({ where: 'levl > 1', delete: true })).toBe(
    'levl: TASK has no field levl; level may be meant; for a field that it does not define, write this["levl"].',
  )
  expect(mistake({ set: ['levl=1'] })).toBe('levl: TASK has no field levl; level may be meant.')
  expect(mistake({ set: ['tite = 1'] })).toBe('tite: TASK has no field tite; title or type may be meant.')
  expect(mistake({ unset: ['title, a b'] })).toMatch(/^a b: TASK has no field a b; /)
  expect(mistake({ set: ['status="opn"'] })).toBe(
    '"opn": status has no value "opn"; it can be "open", "done", "dropped".',
  )
  expect(mistake({ set: ['status =  open'] })).toBe(
    'open: open is no field; for the text, write "open" with its quotes.',
  )
  expect(mistake({ set: ['status = level > 1 ? "done" : "opn"'] })).toMatch(/^"opn": status has no value/)
  expect(mistake({ set: ['level=cost'] })).toBe(
    'cost: level is a whole number, and this is a number; write int(…) or round(…).',
  )
  expect(mistake({ set: ['end="2026-01-01"'] })).toMatch(/^"2026-01-01": end is a timestamp, .* timestamp\("2026/)
  expect(mistake({ set: ['labels="a"'] })).toMatch(/write a list such as \["a", "b"\]\.$/)
  expect(mistake({ set: ['labels=[1, 2]'] })).toBe('1: labels is a text, and this is a whole number; write string(…).')
  expect(mistake({ set: ['owner_ref=parent'] })).toMatch(/^parent: owner_ref is a reference to PERSON, and this is a/)
})

test('a new value is written as a field, = and an expression', () => {
  for (const written of ['title == "x"', 'title', '="x"', '"x"', 'a title="x"'])
    expect(mistake({ set: [written] })).toBe(
      `${written}: A new value is written as a field, = and an expression, such as status="closed".`,
    )
  expect(mistake({ set: ['title = "a=b", status=(level == 1 ? "done" : "open")'] })).toBe('no mistake')
})

test('an edit either deletes records or gives each field one value', () => {
  const twice = 'title is changed or removed twice; write each field once.'
  expect(mistake({ set: ['title="x"'], unset: ['title'] })).toBe(`: ${twice}`)
  expect(mistake({ set: ['title="x", title="y"'] })).toBe(`: ${twice}`)
  expect(mistake({ unset: ['level', 'title', 'title'] })).toBe(`: ${twice}`)
  expect(mistake({})).toBe(': There is nothing to do; set or remove fields, or delete the records.')
  const deleted = 'Records that are deleted cannot get other values; either delete them or set their fields.'
  expect(mistake({ delete: true, unset: ['title'] })).toBe(`: ${deleted}`)
  expect(mistake({ delete: true, set: ['title="x"'] })).toBe(`: ${deleted}`)
  expect(mistake({ delete: true })).toBe('no mistake')
  expect(read({})).toMatchObject({ mistake: { source: '', start: 0, end: 0 } })
})

test('a name that is not known has the names that may be meant', () => {
  const replacements = (edit: Partial<WrittenEdit>): unknown => {
    const result = read(edit)
    return 'mistake' in result && result.mistake.replacements
  }
  expect(replacements({ set: ['levl=1'] })).toEqual(['level'])
  expect(replacements({ set: ['tite=1'] })).toEqual(['title', 'type'])
  expect(replacements({ set: ['xyzzy=1'] })).toEqual([])
})

test('the rid is known also if the tag does not define it', () => {
  const edit = { tag: 'VITALS', set: [], delete: false }
  expect(readEdit({ ...edit, unset: ['ridd'] }, builtinRegistry)).toMatchObject({ undefinedFields: ['ridd'] })
  expect(readEdit({ ...edit, unset: ['rid'] }, builtinRegistry)).toMatchObject({ undefinedFields: [] })
  expect(readEdit({ ...edit, unset: ['rid'] }, builtinRegistry)).not.toHaveProperty('mistake')
})

test('mistakes in the values to replace and the fields to rename', () => {
  const form = 'Values are mapped as field:old=new,old=new, such as severity:High=high; a comma or = needs quotes.'
  expect(mistake({ mapValue: ['status'] })).toBe(`status: ${form}`)
  expect(mistake({ mapValue: ['status:open'] })).toBe(`open: ${form}`)
  expect(mistake({ mapValue: ['status:a=open,b'] })).toBe(`b: ${form}`)
  expect(mistake({ mapValue: ['status:a=b=open'] })).toBe(`a=b=open: ${form}`)
  expect(mistake({ mapValue: ['status:"a=open'] })).toBe(`"a=open: ${form}`)
  expect(mistake({ mapValue: ['status:Open=opn'] })).toBe(
    'Open=opn: status has no value "opn"; it can be "open", "done", "dropped".',
  )
  expect(mistake({ mapValue: ['level:a=1, b=7'] })).toBe('b=7: level cannot have the value "7".')
  expect(mistake({ mapValue: ['level:a=1,a=2'] })).toBe('a=2: "a" is mapped twice.')
  expect(mistake({ mapValue: ['level:a='] })).toBe(
    'a=: A value is mapped to a text; to remove a field, write --unset with --where.',
  )
  const rename = 'A field is renamed as old=new, such as last_online=valid_until.'
  for (const written of ['title', 'title=a=b', 'a b=title', '=title'])
    expect(mistake({ renameField: [written] })).toBe(`${written}: ${rename}`)
  expect(mistake({ renameField: ['a=title'], set: ['title="x"'] })).toMatch(/^: title is changed or removed twice/)
  expect(mistake({ renameField: ['a=title, b-c.d=type'], mapValue: ['level:many=5', 'vendor:x="y, \\"z\\""'] })).toBe(
    'no mistake',
  )
})

test('the tags of other records that an edit reads are known', () => {
  const otherTags = (edit: Partial<WrittenEdit>): unknown => {
    const result = read(edit)
    return 'others' in result && [...result.others.keys()].sort()
  }
  expect(otherTags({ set: ['title=type'] })).toEqual([])
  expect(otherTags({ where: 'parent.level > 1', set: ['title=owner_ref.name'] })).toEqual([
    'acme.work.PERSON',
    'acme.work.TASK',
  ])
})

test('the examples of the page have no mistakes', () => {
  const commands = readFileSync(join(import.meta.dirname, '../../docs/edit.md'), 'utf8').match(/^recline edit .*$/gm)!
  expect(commands.length).toBeGreaterThan(4)
  for (const command of commands) {
    const option = (name: string): string[] =>
      [...command.matchAll(new RegExp(` --${name} (?:'([^']*)'|(\\S+))`, 'g'))].map(([, one, other]) => one ?? other!)
    const written = {
      tag: option('tag')[0]!,
      where: option('where')[0],
      set: option('set'),
      unset: option('unset'),
      mapValue: option('map-value'),
      renameField: option('rename-field'),
    }
    const result = readEdit({ ...written, delete: false }, builtinRegistry)
    expect('mistake' in result ? `${command}: ${result.mistake.message}` : '').toBe('')
  }
})
