import type { Command } from 'commander'
import { reportOptions } from '../output/report.ts'
import type { InstallOptions } from './install.ts'

/** Adds `recline git` with its commands to the program. */
export function gitCommand(program: Command): Command {
  const git = program.command('git').description('let git merge and compare .rec files by record')

  ofPlace(git.command('install').description('register Recline with git, and say what was written'))
    .option('--hook', 'also add hooks that check the records of all files before each merge commit')
    .option('--yes', 'write also into hooks that are committed, without a question')
    .action(async (options: InstallOptions) => {
      const { install } = await import('./install.ts')
      process.exitCode = await install(options)
    })

  ofPlace(git.command('uninstall').description('remove what install has written'))
    .option('--attributes', 'also remove the line from a .gitattributes that is committed, which is for all clones')
    .action(async ({ global = false, attributes = false }: { global?: boolean; attributes?: boolean }) => {
      const { uninstall } = await import('./install.ts')
      process.exitCode = await uninstall(global, attributes)
    })

  git
    .command('status')
    .description('tell whether git uses Recline in this clone; exit with code 1 if not')
    .action(async () => {
      const { status } = await import('./install.ts')
      process.exitCode = await status()
    })

  git
    .command('check')
    .description('after a merge, list the problems that neither side had; exit with code 1 if there are any')
    .argument('[paths...]', 'files and folders', ['.'])
    .action(async (paths: readonly string[], _: object, command: Command) => {
      const { checkMerge } = await import('./check-merge.ts')
      await checkMerge(paths, reportOptions(command))
    })

  git
    .command('diff-driver', { hidden: true })
    .argument('<path>')
    .argument('[versions...]', 'old-file old-hex old-mode new-file new-hex new-mode new-path, as git passes them')
    .action(async (path: string, [before, , , after, , , newPath]: readonly string[], _: object, command: Command) => {
      const { showDiff } = await import('./diff-driver.ts')
      await showDiff(path, before, after, newPath, reportOptions(command).hasColors)
    })

  return git
}

const ofPlace = (command: Command): Command =>
  command.option('--global', 'for all repositories of this user, not only for this one')
