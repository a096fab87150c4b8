import * as vscode from 'vscode'

/** A setting that the user has set for all languages, and that has another value for records. */
interface OverriddenSetting {
  readonly name: string
  readonly own: unknown
  readonly target: vscode.ConfigurationTarget
}

const memory = 'recline.askedSettings'

const useOwn = vscode.l10n.t('Use My Settings')
const keep = vscode.l10n.t('Keep Those for Records')

/**
 * VS Code prefers what an extension sets for its language to what a person has set for all languages. So a person who
 * has switched suggestions off would meet them in records. When records are first open, asks once what counts.
 */
export function watchOwnSettings(context: vscode.ExtensionContext): vscode.Disposable[] {
  const ask = (): Promise<void> => askOnce(context)
  if (vscode.window.activeTextEditor?.document.languageId === 'rec') void ask()
  return [
    vscode.window.onDidChangeActiveTextEditor(editor => {
      if (editor?.document.languageId === 'rec') void ask()
    }),
  ]
}

async function askOnce({ globalState, extension }: vscode.ExtensionContext): Promise<void> {
  const overridden = overriddenSettings(extension)
  if (overridden.length === 0) return
  const asked = JSON.stringify(overridden.map(({ name, own }) => [name, own]))
  if (globalState.get(memory) === asked) return
  // Before the answer: another window, or another file, must not ask again.
  await globalState.update(memory, asked)
  const names = overridden.map(({ name }) => `"${name}"`).join(', ')
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'For records, VS Code uses other values of {names} than you have set. They help to write records. Which do you want?',
      { names },
    ),
    useOwn,
    keep,
  )
  if (chosen !== useOwn) return
  const settings = vscode.workspace.getConfiguration(undefined, { languageId: 'rec' })
  for (const { name, own, target } of overridden) await settings.update(name, own, target, true)
}

/** The settings with defaults for records in the manifest that the user has set to something else for all languages. */
function overriddenSettings(extension: vscode.Extension<unknown>): OverriddenSetting[] {
  const { contributes } = extension.packageJSON as { contributes: { configurationDefaults: Record<string, object> } }
  const settings = vscode.workspace.getConfiguration(undefined, { languageId: 'rec' })
  return Object.entries(contributes.configurationDefaults['[rec]'] ?? {}).flatMap(
    ([name, ours]): OverriddenSetting[] => {
      const set = settings.inspect(name)
      if (!set || set.globalLanguageValue !== undefined || set.workspaceLanguageValue !== undefined) return []
      const isOfWorkspace = set.workspaceValue !== undefined
      const own = isOfWorkspace ? set.workspaceValue : set.globalValue
      if (own === undefined || JSON.stringify(own) === JSON.stringify(ours)) return []
      const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global
      return [{ name, own, target }]
    },
  )
}
