import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import {
  type EarlierDescriptor,
  earlierDescriptorRequest,
  earlierDescriptorsChangedNotification,
} from '../../shared/protocol/earlier-descriptors.ts'
import { notify, type ParamsOf } from '../../shared/protocol/request.ts'
import { type Repository, repositoryOf } from '../views/git-extension.ts'

/** Tells the server what the last commit has of descriptors, and when there may be another commit. */
export function serveEarlierDescriptors(client: BaseLanguageClient): vscode.Disposable[] {
  const watched = new Map<Repository, vscode.Disposable>()
  const watch = (repository: Repository): void => {
    if (watched.has(repository)) return
    let commit = repository.state.HEAD?.commit
    const listening = repository.state.onDidChange(() => {
      // Each change of a file changes the state too.
      if (repository.state.HEAD?.commit === commit) return
      commit = repository.state.HEAD?.commit
      void notify(client, earlierDescriptorsChangedNotification, {})
    })
    watched.set(repository, listening)
  }
  return [
    client.onRequest<EarlierDescriptor | null, never>(
      earlierDescriptorRequest.method,
      ({ uri }: ParamsOf<typeof earlierDescriptorRequest>) => earlierDescriptor(vscode.Uri.parse(uri), 'HEAD', watch),
    ),
    vscode.workspace.onDidGrantWorkspaceTrust(() => notify(client, earlierDescriptorsChangedNotification, {})),
    { dispose: () => vscode.Disposable.from(...watched.values()).dispose() },
  ]
}

/**
 * A file as a revision has it; null if it is in no repository, or if the revision does not have it.
 *
 * @param found is told the repository
 */
export async function earlierDescriptor(
  uri: vscode.Uri,
  revision: string,
  found: (repository: Repository) => void = () => undefined,
): Promise<EarlierDescriptor | null> {
  if (!vscode.workspace.isTrusted) return { reason: vscode.l10n.t('git runs only in folders that you trust') }
  let repository: Repository
  try {
    ;({ repository } = await repositoryOf(uri))
  } catch {
    // Without git, there is nothing that it could be compared with.
    return null
  }
  found(repository)
  try {
    return { text: await repository.show(revision, uri.fsPath) }
  } catch (error) {
    const { gitErrorCode, stderr = '', message } = error as Error & { gitErrorCode?: string; stderr?: string }
    const lacksFile = /does not exist in|exists on disk, but not in|invalid object name|unknown revision|bad revision/
    if (gitErrorCode === 'UnknownPath' || lacksFile.test(`${stderr} ${message}`)) return null
    const said = (stderr || message).trim().split('\n')[0]!
    return { reason: vscode.l10n.t('git could not read it ({message})', { message: said }) }
  }
}
