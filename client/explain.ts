import * as vscode from 'vscode'

/** The link that opens the documentation of a problem code. */
export const explanationOf = (code: string): vscode.Uri =>
  vscode.Uri.parse(`command:recline.explainCode?${encodeURIComponent(JSON.stringify([code]))}`)

/** Opens the documentation of problem codes at the section of a code, or at its start. */
export async function showExplanation(context: vscode.ExtensionContext, code: unknown): Promise<void> {
  const page = vscode.Uri.joinPath(context.extensionUri, 'docs', 'codes.md')
  await vscode.commands.executeCommand(
    'markdown.showPreview',
    typeof code === 'string' ? page.with({ fragment: code }) : page,
  )
}
