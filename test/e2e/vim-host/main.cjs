// An extension for tests: it sets the contexts that the Vim and Neovim extensions set, as start.json in the open folder
// says, and gives the active editor a text and a cursor. Enter goes down, as it does in their normal modes.
const vscode = require('vscode')

exports.activate = (/** @type {import('vscode').ExtensionContext} */ context) =>
  context.subscriptions.push(
    vscode.commands.registerCommand('vimHost.start', async () => {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri
      const editor = vscode.window.activeTextEditor
      if (!folder || !editor) return
      const read = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, 'start.json'))
      const { contexts, text, offset } = JSON.parse(new TextDecoder().decode(read))
      const { document } = editor
      // VS Code drops an edit if the text changes meanwhile.
      const write = () =>
        editor.edit(builder => builder.replace(new vscode.Range(0, 0, document.lineCount, 0), text))
      while (!(await write()));
      const cursor = document.positionAt(offset)
      editor.selection = new vscode.Selection(cursor, cursor)
      for (const [name, value] of Object.entries(contexts))
        await vscode.commands.executeCommand('setContext', name, value)
      await vscode.workspace.fs.writeFile(
        vscode.Uri.joinPath(folder, 'started.json'),
        new TextEncoder().encode(JSON.stringify(contexts)),
      )
    }),
  )
