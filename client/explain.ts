import * as vscode from 'vscode'

/** The link that opens the explanation of a problem code. */
export const explanationOf = (code: string): vscode.Uri =>
  vscode.Uri.parse(`command:recline.explainCode?${encodeURIComponent(JSON.stringify([code]))}`)

/** Opens the page of problem codes at the paragraph of one, or at its start. */
export async function explainCode(context: vscode.ExtensionContext, code: unknown): Promise<void> {
  const page = vscode.Uri.joinPath(context.extensionUri, 'docs', 'codes.md')
  await vscode.commands.executeCommand(
    'markdown.showPreview',
    typeof code === 'string' ? page.with({ fragment: code }) : page,
  )
}
