import { storeCompiledCode } from './compiled-code.ts'
import { userCache } from './files/paths.ts'
import { ExitCode } from './output/exit.ts'

storeCompiledCode(userCache('compiled'), __dirname)

// Node would end with code 1, which says that a check or a merge was done: git would take our version for a result.
if (process.argv[2] !== 'lsp')
  process.on('uncaughtException', (error: unknown) => {
    process.stderr.write(`recline: The command failed: ${error instanceof Error ? error.stack : error}\n`)
    process.exit(ExitCode.CouldNotRun)
  })

switch (process.argv[2]) {
  case 'check':
    void import('./only-check.ts')
    break
  case 'lsp':
  // Every program knows the version; this one is the smallest.
  case '--version':
  case '-V':
    void import('./only-lsp.ts')
    break
  default:
    void import('./run-all-commands.ts')
}
