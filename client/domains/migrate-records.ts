import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { migrateRecordsRequest, type RecordMigration } from '../../shared/protocol/earlier-descriptors.ts'
import { send } from '../../shared/protocol/request.ts'
import { plainItem, withoutLinks } from '../editor/plain-text.ts'
import type { ChangePreview } from '../views/change-preview.ts'
import { repositoryOf } from '../views/git-extension.ts'
import { earlierDescriptor } from './earlier-descriptors.ts'

/** The command that migrates the records of the workspace. Quick fixes of the server run it too. */
export const migrateRecordsCommand = 'recline.migrateRecords'

/**
 * The command that changes all records from an earlier version of a descriptor to the version that it has now, with a
 * preview.
 */
export const createMigrateCommand = (client: BaseLanguageClient, preview: ChangePreview): vscode.Disposable =>
  vscode.commands.registerCommand(migrateRecordsCommand, async (given?: string) => {
    try {
      const descriptor = given === undefined ? await chooseDescriptor() : vscode.Uri.parse(given)
      // A quick fix is about the last commit.
      const earlier = descriptor && (await (given === undefined ? chooseEarlier(descriptor) : lastCommit(descriptor)))
      if (!earlier) return
      const uri = client.code2ProtocolConverter.asUri(descriptor)
      preview.show(
        vscode.l10n.t('Migrate Records to {version}', { version: await versionIn(descriptor) }),
        async token => {
          const answer = await send(client, migrateRecordsRequest, { uri, earlier }, token)
          if (!answer) return null
          return 'refusal' in answer ? { files: [], notes: [answer.refusal] } : proposed(answer)
        },
      )
    } catch (error) {
      void vscode.window.showErrorMessage(withoutLinks(error instanceof Error ? error.message : String(error)))
    }
  })

const proposed = ({ target, files, notes }: RecordMigration) => ({
  files,
  notes: files.length > 0 ? [vscode.l10n.t('The records get the form of {target}.', { target }), ...notes] : notes,
})

/** The domain of a descriptor with its version, or the name of the file if it says neither. */
async function versionIn(descriptor: vscode.Uri): Promise<string> {
  const text = (await vscode.workspace.openTextDocument(descriptor)).getText()
  const [, domain] = /"domain"\s*:\s*"([\w.-]{1,200})"/.exec(text) ?? []
  const [, version] = /"version"\s*:\s*"([\w.-]{1,50})"/.exec(text) ?? []
  return domain === undefined || version === undefined
    ? vscode.workspace.asRelativePath(descriptor)
    : `${domain} ${version}`
}

/** The descriptor in the active editor, or one that the user picks. */
async function chooseDescriptor(): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri
  if (active?.path.endsWith('.domain.json')) return active
  const found = await vscode.workspace.findFiles('**/*.domain.json', '**/node_modules/**')
  if (found.length === 0)
    return void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no descriptor in this workspace whose records could migrate.'),
    )
  const items = found.map(uri => ({ ...plainItem({ label: vscode.workspace.asRelativePath(uri) }), uri }))
  const chosen = await vscode.window.showQuickPick(
    items.sort((one, other) => one.label.localeCompare(other.label)),
    { title: vscode.l10n.t('Migrate Records: To the Version in Which Descriptor?') },
  )
  return chosen?.uri
}

const sources = [
  {
    label: vscode.l10n.t('The Last Commit'),
    detail: vscode.l10n.t('The descriptor has changed since, or its domain was updated'),
    from: 'commit',
  },
  {
    label: vscode.l10n.t('Another Revision of Git…'),
    detail: vscode.l10n.t('A tag, a branch or a commit'),
    from: 'revision',
  },
  {
    label: vscode.l10n.t('Another File…'),
    detail: vscode.l10n.t('A copy of the descriptor in its old version'),
    from: 'file',
  },
] as const

/** The text of the version that the records have now, from where the user picks. */
async function chooseEarlier(descriptor: vscode.Uri): Promise<string | undefined> {
  const picked = await vscode.window.showQuickPick(sources, {
    title: vscode.l10n.t('Migrate Records: From Which Version of the Descriptor?'),
  })
  switch (picked?.from) {
    case 'commit':
      return lastCommit(descriptor)
    case 'revision': {
      const { repository } = await repositoryOf(descriptor)
      const names = (await repository.getRefs({ sort: 'committerdate' })).flatMap(({ name }) => name ?? [])
      const items = [...new Set(names)].map(label => plainItem({ label }))
      const chosen = await vscode.window.showQuickPick(items, {
        title: vscode.l10n.t('Migrate Records: From Which Revision?'),
      })
      return chosen && textInRevision(descriptor, chosen.label)
    }
    case 'file': {
      const [file] = (await vscode.window.showOpenDialog({ filters: { Descriptors: ['json'] } })) ?? []
      return file && new TextDecoder().decode(await vscode.workspace.fs.readFile(file))
    }
    default:
      return undefined
  }
}

const lastCommit = (descriptor: vscode.Uri): Promise<string> => textInRevision(descriptor, 'HEAD')

async function textInRevision(descriptor: vscode.Uri, revision: string): Promise<string> {
  const earlier = await earlierDescriptor(descriptor, revision)
  if (earlier && 'text' in earlier) return earlier.text
  const file = vscode.workspace.asRelativePath(descriptor)
  if (earlier)
    throw new Error(
      vscode.l10n.t('{file} of an earlier commit is not known: {reason}.', { file, reason: earlier.reason }),
    )
  throw new Error(
    revision === 'HEAD'
      ? vscode.l10n.t('There is no {file} in the last commit; choose another version.', { file })
      : vscode.l10n.t('There is no {file} in {revision}; choose another version.', { file, revision }),
  )
}
