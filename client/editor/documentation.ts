import * as vscode from 'vscode'

/** The commands that open the documentation, which is part of the extension. */
export function createDocumentationCommands({ extensionUri }: vscode.ExtensionContext): vscode.Disposable[] {
  const open = async (page: string, fragment = ''): Promise<void> => {
    const file = (ending: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'docs', page + ending)
    const translated = file(`.nls.${vscode.env.language.replace(/-.*/, '')}.md`)
    const uri = (await hasFile(translated)) ? translated : file('.md')
    await vscode.commands.executeCommand('markdown.showPreview', uri.with({ fragment }))
  }
  return [
    vscode.commands.registerCommand('recline.openDocumentation', (page: unknown) =>
      open(typeof page === 'string' && /^[a-z-]+$/.test(page) ? page : 'first-steps'),
    ),
    vscode.commands.registerCommand('recline.explainCode', (code: unknown) =>
      open('codes', typeof code === 'string' ? code : ''),
    ),
  ]
}

const hasFile = (uri: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  )

/** The link that opens the documentation of a problem code. */
export const explanationOf = (code: string): vscode.Uri =>
  vscode.Uri.parse(`command:recline.explainCode?${encodeURIComponent(JSON.stringify([code]))}`)
