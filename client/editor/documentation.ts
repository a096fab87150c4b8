import * as vscode from 'vscode'
import { textLanguages } from '../../shared/domains/texts/languages.ts'

/** The page that there is in other languages, too. */
const firstSteps = 'first-steps'

/** The commands that open the documentation, which is part of the extension. */
export function createDocumentationCommands({ extensionUri }: vscode.ExtensionContext): vscode.Disposable[] {
  const open = (page: string, fragment = ''): Thenable<unknown> => {
    const language = page === firstSteps && textLanguages.find(one => one === vscode.env.language.replace(/-.*/, ''))
    const file = language ? `${page}.nls.${language}.md` : `${page}.md`
    const uri = vscode.Uri.joinPath(extensionUri, 'docs', file)
    return vscode.commands.executeCommand('markdown.showPreview', uri.with({ fragment }))
  }
  return [
    vscode.commands.registerCommand('recline.openDocumentation', (page: unknown) =>
      open(typeof page === 'string' && /^[a-z-]+$/.test(page) ? page : firstSteps),
    ),
    vscode.commands.registerCommand('recline.explainCode', (code: unknown) =>
      open('codes', typeof code === 'string' ? code : ''),
    ),
  ]
}

/** The link that opens the documentation of a problem code. */
export const explanationOf = (code: string): vscode.Uri =>
  vscode.Uri.parse(`command:recline.explainCode?${encodeURIComponent(JSON.stringify([code]))}`)
