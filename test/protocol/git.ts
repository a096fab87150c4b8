import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The real git in the folder of a test. */
export interface Git {
  /** Runs git as nobody in particular, and returns its output. Throws if it fails. */
  git(...args: string[]): Promise<string>
  /** Writes files and commits everything. */
  commit(contents: Readonly<Record<string, string>>): Promise<void>
}

const settings = [
  'user.name=Nobody',
  'user.email=nobody@example.com',
  'init.defaultBranch=main',
  'commit.gpgsign=false',
  // Git starts processes of its own behind a commit or a fetch, which a test does not need.
  'gc.auto=0',
  'maintenance.auto=false',
]

/** @param environment variables for git, for example a PATH with recline */
export function gitIn(folder: () => string, environment: () => Readonly<Record<string, string>> = () => ({})): Git {
  const git: Git['git'] = async (...args) => {
    const { stdout } = await promisify(execFile)('git', [...settings.flatMap(setting => ['-c', setting]), ...args], {
      cwd: folder(),
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', ...environment() },
    })
    return stdout
  }
  return {
    git,
    async commit(contents) {
      for (const [name, content] of Object.entries(contents)) {
        await mkdir(dirname(join(folder(), name)), { recursive: true })
        await writeFile(join(folder(), name), content)
      }
      await git('add', '-A')
      await git('commit', '-q', '-m', 'Records')
    },
  }
}
