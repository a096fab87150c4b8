import { expect, test } from 'vitest'
import { updated } from './expectations.ts'

test('another text takes the place of the expectation, indented and escaped as it', () => {
  const source = 'await expectRun("check", `\n      old \\`a\\` \\${b}\n      exit 0`)\n'
  expect(updated(source, '\n      old `a` ${b}\n      exit 0', 'new `c` ${d}\nexit 1')).toBe(
    'await expectRun("check", `\n      new \\`c\\` \\${d}\n      exit 1`)\n',
  )
  expect(updated("run('x', 'exit 0')", 'exit 0', 'a\nexit 1')).toBe("run('x', `a\nexit 1`)")
})

test('what is put together is refused', () => {
  expect(() => updated('run(`${a} exit 0`)', 'x exit 0', 'y')).toThrow('change it by hand')
})
