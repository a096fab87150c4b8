import { type Command, Option } from 'commander'
import { codesOfOutput, helpEnd } from '../options/help.ts'
import type { ToolChoice } from './serve-mcp.ts'

/** Adds `recline mcp` to the program: the tools for agents, over standard input and output. */
export const mcpCommand = (program: Command): Command =>
  program
    .command('mcp')
    .description('start the server that gives agents tools to find, check and write records')
    .argument('[folders...]', 'folders whose records the tools see, and write')
    .option('--tools <names>', 'only these tools, with commas between them, such as describe,find,get,check')
    .addOption(new Option('--read-only', 'only tools that change nothing').conflicts('tools'))
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline mcp', 'serve the working directory, as an agent does'],
          ['recline mcp --read-only records', 'only to read, in a folder'],
          ['recline mcp --help', 'print this text'],
        ],
        codesOfOutput,
        'agents.md',
      ),
    )
    .action(async (folders: readonly string[], options: ToolChoice) =>
      (await import('./serve-mcp.ts')).serveMcp(folders, options),
    )
