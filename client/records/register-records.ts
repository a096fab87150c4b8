import type * as vscode from 'vscode'
import type { ViewParts } from '../views/register-views.ts'
import { type CheckExecution, createCheckTask, createFixWorkspaceCommand } from './check-workspace.ts'
import { createChooseValue } from './choose-value.ts'
import { createPlaygroundLinkCommand } from './copy-playground-link.ts'
import type { ReadTableFile } from './data-file.ts'
import { createDropProvider } from './drop-records.ts'
import { createEditRecordsCommand } from './edit-records.ts'
import { createExportCommand } from './export.ts'
import { createFindCommand } from './find-records.ts'
import { createImportCommand } from './import-records.ts'
import { createPasteConversion } from './paste-records.ts'
import { createWholeRecordCommands } from './whole-records.ts'

/** What the commands on records need. */
export interface RecordParts extends ViewParts {
  readonly checkExecution: CheckExecution
  readonly readTableFile: ReadTableFile
}

/** The commands on records and files. */
export const registerRecords = ({
  context,
  client,
  panels,
  preview,
  checkExecution,
  readTableFile,
}: RecordParts): readonly vscode.Disposable[] => [
  createFindCommand(context, client, panels, preview),
  createPasteConversion(client),
  createExportCommand(client),
  createPlaygroundLinkCommand(client),
  createImportCommand(context, client, preview, readTableFile),
  createFixWorkspaceCommand(client, preview),
  createEditRecordsCommand(client, preview),
  ...createCheckTask(context, client, checkExecution),
  createChooseValue(client),
  createDropProvider(client),
  ...createWholeRecordCommands(client),
]
