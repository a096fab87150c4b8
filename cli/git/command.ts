import { type Command, Option } from 'commander'
import { host } from '../host/host.ts'
import { codesOfOutput, helpEnd } from '../options/help.ts'
import { formatOption } from '../options/output-options.ts'
import { excludeOption, ownDescriptors } from '../options/record-options.ts'
import { reportOptions } from '../output/report.ts'
import type { InstallOptions } from './install.ts'
import { type ApprovalsOptions, approvalFormats } from './needed-approval.ts'

/** Adds `recline git` with its commands to the program. */
export function gitCommand(program: Command): Command {
  const git = program.command('git').description('let git merge and compare .rec files by record')

  ofPlace(git.command('install').description('register Recline with git, and say what was written'))
    .option('--hook', 'also add hooks that check the records of all files before each merge commit')
    .option('--yes', 'write also into hooks that are committed, without a question')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline git install', 'register Recline in this clone'],
          ['recline git install --hook', 'also check merges before their commit'],
          ['recline git install --global', 'register it for all repositories'],
        ],
        codesOfOutput,
        'version-control.md#let-git-merge-by-record',
      ),
    )
    .action(async (options: InstallOptions) => {
      const { install } = await import('./install.ts')
      host.exitCode = await install(options)
    })

  ofPlace(git.command('uninstall').description('remove what install has written'))
    .option('--attributes', 'also remove the line from a .gitattributes that is committed, which is for all clones')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline git uninstall', 'remove what install wrote in this clone'],
          ['recline git uninstall --attributes', 'also from a committed .gitattributes'],
          ['recline git uninstall --global', 'for all repositories'],
        ],
        codesOfOutput,
        'version-control.md#let-git-merge-by-record',
      ),
    )
    .action(async ({ global = false, attributes = false }: { global?: boolean; attributes?: boolean }) => {
      const { uninstall } = await import('./install.ts')
      host.exitCode = await uninstall(global, attributes)
    })

  git
    .command('status')
    .description('tell whether git uses Recline in this clone; exit with code 1 if not')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline git status', 'tell what is installed'],
          ['recline git status || recline git install', 'install it where it is missing'],
          ['git -C audit config merge.recline.driver', 'what git itself says'],
        ],
        { 0: 'git uses Recline in this clone', 1: 'it does not' },
        'version-control.md#let-git-merge-by-record',
      ),
    )
    .action(async () => {
      const { status } = await import('./install.ts')
      host.exitCode = await status()
    })

  git
    .command('check')
    .description('after a merge, list the problems that neither side had; exit with code 1 if there are any')
    .argument('[paths...]', 'files and folders', ['.'])
    .addOption(excludeOption())
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline git check', 'check the merge of the repository'],
          ['recline git check audit/', 'check a folder'],
          ['recline git check && git push', 'push only a merge that fits together'],
        ],
        { 0: 'the merge has no new problems', 1: 'it has some', 2: 'something could not be checked' },
        'version-control.md#problems-of-a-merge',
      ),
    )
    .action(async (paths: readonly string[], { exclude }: { exclude: readonly string[] }, command: Command) => {
      const { checkMerge } = await import('./check-merge.ts')
      await checkMerge(paths, exclude, reportOptions(command))
    })

  ownDescriptors(
    git
      .command('approvals')
      .description('list who must look at a change: records that come into a state that needs approval')
      .argument(
        '[versions...]',
        'a git revision, or two, and files and folders; REV... is from where the branch left REV to the files as they are. Without a revision, what is not committed',
      )
      .addOption(formatOption(approvalFormats))
      .addOption(
        new Option('--approved <names>', 'exit with code 1 if somebody else than these people is needed')
          .argParser(namesBetweenCommas)
          .default(undefined),
      )
      .option('--reviews <file>', 'the same with the reviews in a JSON file of GitHub or GitLab')
      .addOption(excludeOption()),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline git approvals main...', 'who must look at the changes of a branch'],
          ['recline git approvals main... --approved kim,lee', 'whether these two are enough'],
          ['recline git approvals main... --reviews reviews.json', 'whether the reviews are enough'],
        ],
        { 0: 'it is done', 1: 'with --approved or --reviews: an approval is missing' },
        'approvals.md',
      ),
    )
    .action(async (versions: readonly string[], options: ApprovalsOptions) => {
      const { listApprovals } = await import('./approvals.ts')
      await listApprovals(versions, options)
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

const namesBetweenCommas = (text: string): readonly string[] =>
  text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

const ofPlace = (command: Command): Command =>
  command.option('--global', 'for all repositories of this user, not only for this one')
