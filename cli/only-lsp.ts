import { lspCommand } from './lsp/command.ts'
import { runProcess } from './run-process.ts'

// Without the other commands, the language server starts much faster.
void runProcess([lspCommand])
