// npm run mutation: changes the code in small ways, and lists the changes that no test notices.
//
//   npm run mutation                                    all of shared/ and the check of the command line; takes hours
//   npm run mutation -- shared/scan/values.ts           only these files; globs work too
//
// A next run only repeats what changed since. dist/mutation/report.html has all results.
import { fileURLToPath } from 'node:url'
import { endWithParent, installDependencies, run } from '../scripts/project.mjs'

endWithParent()
const folder = fileURLToPath(new URL('.', import.meta.url))
await installDependencies(folder, ['--ignore-scripts'])
const files = process.argv.slice(2)
const program = `${folder}node_modules/@stryker-mutator/core/bin/stryker.js`
const chosen = files.length > 0 ? ['--mutate', files.join()] : []
process.exitCode = await run(process.execPath, [program, 'run', 'mutation/stryker.config.json', ...chosen])
