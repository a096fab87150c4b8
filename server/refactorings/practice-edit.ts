import type { WorkspaceEdit } from 'vscode-languageserver-types'
import { standForBase } from '../../shared/config/descriptors/descriptor-edits.ts'
import { type DescriptorText, descriptorEdits } from '../snapshot/json-snapshot.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { editOf, editWithFile } from '../snapshot/workspace-edit.ts'

/** Where `recline.json` files are. */
export interface ConfigFiles {
  /** The `recline.json` that counts for a file. */
  configOf(uri: string): DescriptorText | undefined
  /** Where a `recline.json` can be created that counts for a file for which none counts yet. */
  newConfig(uri: string): string | undefined
}

/** An extension that comes with Recline, and its base. */
export interface Practice {
  readonly base: string
  readonly extension: string
}

/**
 * Lets an extension that comes with Recline stand for its base: in the `recline.json` of the file, or in a new one.
 *
 * @returns undefined if there is no file that can say so, or if it is not valid JSON
 */
export function practiceEdit(
  { uri, client }: Pick<Snapshot, 'uri' | 'client'>,
  { base, extension }: Practice,
  { configOf, newConfig }: ConfigFiles,
): WorkspaceEdit | undefined {
  const config = configOf(uri)
  if (config) {
    const changes = standForBase(config.text, base, extension)
    return changes && editOf(client, [descriptorEdits(config, changes)])
  }
  const place = client.createsFiles ? newConfig(uri) : undefined
  const text = `${JSON.stringify({ extensions: { [base]: extension } }, undefined, 2)}\n`
  return place === undefined ? undefined : editWithFile(client, { uri: place, text }, [])
}
