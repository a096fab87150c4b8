import { expect, test } from 'vitest'
import { fixChoices } from '../../test/records.ts'

/** The fixes of each text in their order. A * marks the fix that an editor applies without asking which. */
test.each<[string, string[]]>([
  ['@FINDING rid=F-1 | control_ref="ACCESS-7"', ['* Change to ACCESS-77', 'Create @CONTROL ACCESS-7']],
  ['@FINDING rid=F-1 | control_ref="CTL-9"', ['Change to CTL-1', 'Change to CTL-2', 'Create @CONTROL CTL-9']],
  ['@CONTROL rid=C-1 | status="Effective"', ['* Change to effective', 'Change to ineffective']],
  ['@CONTROL rid=C-1 | status="efective"', ['Change to effective', 'Change to ineffective']],
  ['@FINDING rid=F-1 | severity="hihg"', ['* Change to high']],
  ['@CONTROL rid=C-1 | titel="x"', ['* Change to title', 'Remove titel']],
  ['@EVIDENCE ollected="x"', ['Change to collected', 'Change to collector', 'Remove ollected']],
  ['@CONTROL rid=C-1 | title:"x"', ['* Change to title="x"', `Remove 'title:"x"'`]],
  ['@CONTROL rid=C-1 | title : "x"', ['* Change to title="x"', `Remove 'title : "x"'`]],
  ['@CONTRL rid=C-1', ['* Change to @CONTROL']],
  ['@DOC domain=compliance@2', ['* Change to version 1.0']],
  ['@DOC domain=complience', ['* Change to core.compliance']],
  ['@CONTROL rid=C-1 | maturity:intt=3', ['* Change the type to int']],
  ['@CONTROL rid=C-1 | maturity:=3', ['* Change the type to int', 'Remove the type']],
  ['@DOC domain=core.hr\n@CONTROL rid=C-1', ['* Add core.compliance to the @DOC header']],
  [
    '@DOC domain=core.hr\n@POLICY rid=C-1',
    ['Add core.compliance to the @DOC header', 'Add core.insurance to the @DOC header'],
  ],
  ['// a comment\n', ['* Write # instead', 'Turn the line into a comment']],
  ['/* a\n b */\n', ['* Write # instead', 'Turn the lines into comments']],
  ['CONTROL rid=C-1\n', ['* Write @ before the tag', 'Turn the line into a comment']],
  ['@END\n', ['* Remove the line', 'Turn the line into a comment']],
  ['@CONTROL rid=C-1 | title="x" y\n', ['Change to "x y"', 'Remove "y"']],
  ['@CONTROL rid=C-1 | title="a "b" c"\n', ['* Change to "a \\"b\\" c"', `Remove 'b" c"'`]],
])('%s', (text, choices) => {
  const others = { 'b.rec': '@CONTROL rid=CTL-1\n@CONTROL rid=CTL-2\n@CONTROL rid=ACCESS-77\n' }
  expect(fixChoices(text, { others }).flat()).toEqual(choices)
})
