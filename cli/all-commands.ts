import { checkCommand } from './check/command.ts'
import { completionsCommand } from './completions/command.ts'
import { configCommand } from './config/command.ts'
import { convertCommand } from './convert/command.ts'
import { descriptorsCommand } from './descriptors/command.ts'
import { diffCommand } from './diff/command.ts'
import { dueCommand } from './due/command.ts'
import { editCommand } from './edit/command.ts'
import { explainCommand } from './explain/command.ts'
import { formatCommand } from './format/command.ts'
import { gitCommand } from './git/command.ts'
import { importCommand } from './import/command.ts'
import { initCommand } from './init/command.ts'
import { logCommand } from './log/command.ts'
import { lspCommand } from './lsp/command.ts'
import { mcpCommand } from './mcp/command.ts'
import { mergeCommand } from './merge/command.ts'
import { migrateCommand } from './migrate/command.ts'
import { patchCommand } from './patch/command.ts'
import { queryCommand } from './query/command.ts'
import { renameCommand } from './rename/command.ts'
import { reportCommand } from './report/command.ts'
import { resolveCommand } from './resolve/command.ts'
import type { DefineCommand } from './run-program.ts'
import { siteCommand } from './site/command.ts'

/** The commands, in the order of the help page. */
export const commands: readonly DefineCommand[] = [
  checkCommand,
  formatCommand,
  convertCommand,
  importCommand,
  queryCommand,
  dueCommand,
  reportCommand,
  siteCommand,
  editCommand,
  diffCommand,
  patchCommand,
  logCommand,
  mergeCommand,
  resolveCommand,
  gitCommand,
  renameCommand,
  migrateCommand,
  explainCommand,
  descriptorsCommand,
  configCommand,
  initCommand,
  completionsCommand,
  lspCommand,
  mcpCommand,
]
