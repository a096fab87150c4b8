import * as vscode from 'vscode'
import type { ConfigurationParams } from 'vscode-languageclient'

/** The part of the extension's package.json with its settings. */
interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[]
  }
}

/**
 * Answers `workspace/configuration` with only the settings that the user has set. VS Code would add the defaults of all
 * others, which would then override a `recline.json`.
 */
export function answerSettings({ items }: ConfigurationParams, { extension }: vscode.ExtensionContext): unknown[] {
  const manifest: Manifest = extension.packageJSON
  const names = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties))
  return items.map(({ section, scopeUri }) => {
    const start = `${section}.`
    const configuration = vscode.workspace.getConfiguration(
      undefined,
      scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri),
    )
    const settings = {}
    for (const name of names.filter(name => name.startsWith(start))) {
      const value = setBy(configuration.inspect(name))
      if (value !== undefined) put(settings, name.slice(start.length).split('.'), value)
    }
    return settings
  })
}

/** The value that the user set for the folder, the workspace or everywhere. Objects are merged, as VS Code does it. */
function setBy(inspected: ReturnType<vscode.WorkspaceConfiguration['inspect']>): unknown {
  const { globalValue, workspaceValue, workspaceFolderValue } = inspected ?? {}
  const values: unknown[] = [globalValue, workspaceValue, workspaceFolderValue].filter(value => value !== undefined)
  return values.length > 1 && values.every(isSettingsObject) ? Object.assign({}, ...values) : values.at(-1)
}

const isSettingsObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets a value at a path of keys, and creates the objects on the way. */
function put(object: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    object[key] = value
    return
  }
  const inner: Record<string, unknown> = isSettingsObject(object[key]) ? { ...object[key] } : {}
  object[key] = inner
  put(inner, rest, value)
}
