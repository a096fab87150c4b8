// The suite that runs inside VS Code, with the extension from its folder and then with the packaged one. VS Code calls run().
import assert from 'node:assert/strict'
import { extensions } from 'vscode'
import { test } from './harness.ts'

export { run } from './harness.ts'

test('the extension is there and can be activated', async () => {
  const extension = extensions.getExtension('recline.recline')
  assert.ok(extension, 'VS Code does not know the extension recline.recline')
  await extension.activate()
  assert.equal(extension.isActive, true)
})
