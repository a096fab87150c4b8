import * as vscode from 'vscode'
import { counted } from '../../shared/basics/text.ts'
import type { CopiedCells } from '../../shared/protocol/table/table.ts'
import { shownAs, shownForms } from '../../shared/views/table/shown-export.ts'
import { withoutLinks } from '../editor/plain-text.ts'

interface ShownCells {
  /** The tag of the records. */
  readonly tag: string
  /** How many records there are. */
  readonly count: number
  /** The folder that the file is in by default. */
  readonly folder: vscode.Uri | undefined
  readonly read: () => Promise<CopiedCells | null>
}

/** Lets the user write the rows and columns that a table shows into a file of another form, or print them. */
export async function exportShown({ tag, count, folder, read }: ShownCells): Promise<null> {
  const chosen = await vscode.window.showQuickPick(shownForms, { title: `Export ${counted(count, 'Shown Record')}` })
  const copied = chosen && (await read())
  if (chosen && !copied) throw new Error('The records have changed, so nothing was exported; choose it again.')
  if (!chosen || !copied) return null
  const name = `${tag}.${chosen.extension}`
  const target = await vscode.window.showSaveDialog({
    title: 'Export Shown Records',
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [chosen.label]: [chosen.extension] },
  })
  if (!target) return null
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(shownAs(chosen.form, copied, tag)))
  // Only a file of this machine can be opened by its browser.
  const open = chosen.form === 'page' && target.scheme !== 'file' ? undefined : 'Open'
  const said = withoutLinks(`Exported ${counted(count, 'record')} to ${vscode.workspace.asRelativePath(target)}.`)
  void vscode.window.showInformationMessage(said, ...(open ? [open] : [])).then(async pressed => {
    if (pressed !== open || open === undefined) return
    if (chosen.form === 'page') await vscode.env.openExternal(target)
    else await vscode.window.showTextDocument(target)
  })
  return null
}
