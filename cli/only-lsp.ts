import { lspCommand } from './lsp/command.ts'
import { runProgram } from './run-program.ts'

// Without the other commands, the language server starts much faster.
runProgram([lspCommand])
