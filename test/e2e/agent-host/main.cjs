// An extension for tests: its command calls the tool that call.json in the open folder names, and writes the answer to
// answer.json there.
const vscode = require('vscode')

exports.activate = (/** @type {import('vscode').ExtensionContext} */ context) =>
  context.subscriptions.push(
    vscode.commands.registerCommand('agentHost.call', async () => {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri
      if (!folder) return
      const read = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, 'call.json'))
      const { name, input } = JSON.parse(new TextDecoder().decode(read))
      const answered = vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined })
      const text = await answered.then(
        ({ content }) => JSON.stringify(content),
        error => JSON.stringify({ failed: String(error) }),
      )
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'answer.json'), new TextEncoder().encode(text))
    }),
  )
