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
  }
}

/** A repository. */
export interface Repository {
  /** The content of a file in a revision. */
  show(revision: string, path: string): Promise<string>
  getRefs(query: { readonly sort: 'committerdate' }): Promise<readonly { readonly name?: string }[]>
  readonly state: { readonly onDidChange: vscode.Event<void> }
}

/** Opens the repository of a file. Throws an error with a sentence for the user if that is not possible. */
export async function repositoryOf(uri: vscode.Uri): Promise<Repository> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git')
  if (!extension) {
    if ('importScripts' in globalThis)
      throw new Error('Versions of git are not available in VS Code for the web; compare with a file or the clipboard.')
    throw new Error('The Git extension of VS Code is switched off; switch it on to compare with versions of git.')
  }
  const git = extension.isActive ? extension.exports : await extension.activate()
  const api = git.getAPI(1)
  const repository = api.getRepository(uri) ?? (await api.openRepository(vscode.Uri.joinPath(uri, '..')))
  if (!repository) throw new Error('This file is not in a git repository.')
  return repository
}

/** Reads a file in a revision. Throws an error with a sentence for the user if the revision does not have it. */
export async function readVersion(repository: Repository, revision: string, uri: vscode.Uri): Promise<string> {
  try {
    return await repository.show(revision, uri.fsPath)
  } catch {
    throw new Error(`${revision} has no version of ${vscode.workspace.asRelativePath(uri)}.`)
  }
}
