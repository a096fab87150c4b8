import { assert } from 'chai'
import * as vscode from 'vscode'
import { show, write } from './editor.ts'
import { test } from './harness.ts'

async function callTool(name: string, input: object): Promise<Record<string, unknown>> {
  const { content } = await vscode.lm.invokeTool(`recline_${name}`, { input, toolInvocationToken: undefined })
  const [part] = content
  assert.ok(part instanceof vscode.LanguageModelTextPart)
  return JSON.parse(part.value) as Record<string, unknown>
}

test('language models get three tools, with the names of their arguments', () => {
  const own = vscode.lm.tools.filter(({ name }) => name.startsWith('recline_'))
  assert.deepStrictEqual(own.map(({ name }) => name).sort(), ['recline_describe', 'recline_find', 'recline_write'])
  const find = own.find(({ name }) => name === 'recline_find')?.inputSchema as { properties: object } | undefined
  const totals = ['count_by', 'sum', 'min', 'max', 'avg']
  assert.deepStrictEqual(Object.keys(find?.properties ?? {}), [
    ...['tag', 'where', 'due', 'select', 'sort'],
    ...totals,
    ...['limit', 'cursor'],
  ])
})

test('a tool sees text that is not saved', async () => {
  const editor = await show('agent.compliance.rec', '@FINDING rid=AGT-1 | severity="low"\n')
  await editor.edit(edit => edit.insert(new vscode.Position(1, 0), '@FINDING rid=AGT-2 | severity="high"\n'))
  const where = 'rid.startsWith("AGT-")'
  assert.deepInclude(await callTool('find', { tag: 'FINDING', where, select: ['rid'] }), {
    content: {
      found: 2,
      columns: ['rid', 'place'],
      rows: [
        ['AGT-1', 'agent.compliance.rec:1'],
        ['AGT-2', 'agent.compliance.rec:2'],
      ],
    },
  })
  await vscode.commands.executeCommand('workbench.action.files.revert')
})

test('a call that only tries to write changes nothing, and says what it would do', async () => {
  const uri = await write('agent-dry.compliance.rec', '@FINDING rid=AGD-1 | severity="low"\n')
  const document = await vscode.workspace.openTextDocument(uri)
  const change = { action: 'set', id: 'AGD-1', values: { severity: 'high' }, expected: { severity: 'low' } }
  const { content } = await callTool('write', { changes: [change] })
  assert.include((content as { diff: string }).diff, '+@FINDING rid=AGD-1 | severity="high"')
  assert.isFalse(document.isDirty)
  const wrong = await callTool('write', { changes: [{ ...change, values: { severity: 'High' } }] })
  assert.nestedPropertyVal(wrong, 'error.code', 'adds-problems')
})
