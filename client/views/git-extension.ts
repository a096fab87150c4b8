import * as vscode from 'vscode'

/**
 * The earlier versions of files, from the Git extension of VS Code. It runs git itself, and only in folders that the
 * user trusts.
 */

/**
 * The parts of the extension's interface that are used here.
 *
 * @see https://github.com/microsoft/vscode/blob/main/extensions/git/src/api/git.d.ts
 */
interface GitExtension {
  getAPI(version: 1): {
    getRepository(uri: vscode.Uri): Repository | null
    openRepository(root: vscode.Uri): Promise<Repository | null>
    /** The address of a file in a revision. */
    toGitUri(uri: vscode.Uri, revision: string): vscode.Uri
  }
}

/** A repository. */
export interface Repository {
  readonly rootUri: vscode.Uri
  /** The content of a file in a revision. */
  show(revision: string, path: string): Promise<string>
  getRefs(query: { readonly sort: 'committerdate' }): Promise<readonly { readonly name?: string }[]>
  readonly state: { readonly HEAD: { readonly commit?: string } | undefined; readonly onDidChange: vscode.Event<void> }
}

/**
 * Opens the repository of a file, and gives with it what makes addresses of its revisions. Throws an error with a
 * sentence for the user if that is not possible.
 */
export async function repositoryOf(
  uri: vscode.Uri,
): Promise<{ repository: Repository; toGitUri: ReturnType<GitExtension['getAPI']>['toGitUri'] }> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git')
  if (!extension) {
    if ('importScripts' in globalThis)
      throw new Error(
        vscode.l10n.t(
          'Versions of git are not available in VS Code for the web; compare with a file or the clipboard.',
        ),
      )
    throw new Error(
      vscode.l10n.t('The Git extension of VS Code is switched off; switch it on to compare with versions of git.'),
    )
  }
  const git = extension.isActive ? extension.exports : await extension.activate()
  const api = git.getAPI(1)
  const repository = api.getRepository(uri) ?? (await api.openRepository(vscode.Uri.joinPath(uri, '..')))
  if (!repository) throw new Error(vscode.l10n.t('This file is not in a git repository.'))
  return { repository, toGitUri: (file, revision) => api.toGitUri(file, revision) }
}
