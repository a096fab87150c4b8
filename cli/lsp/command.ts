import { join } from 'node:path'
import type { Command } from 'commander'
import { codesOfOutput, helpEnd } from '../options/help.ts'

/** Adds `recline lsp --stdio` to the program: the language server, for any editor. */
export const lspCommand = (program: Command): Command =>
  program
    .command('lsp')
    .description('start the language server')
    .requiredOption('--stdio', 'use standard input and output for the Language Server Protocol')
    .option('--clientProcessId <id>', 'process id of the editor; the server exits when the editor exits')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline lsp --stdio', 'start it, as an editor does'],
          ['recline lsp --stdio --clientProcessId 4711', 'end it with the editor'],
          ['recline lsp --help', 'print this text'],
        ],
        codesOfOutput,
        'command-line.md#language-server',
      ),
    )
    // The server is a bundle of its own beside this one; it reads its options from the command line itself.
    .action(() => {
      require(join(__dirname, 'server.js'))
    })
