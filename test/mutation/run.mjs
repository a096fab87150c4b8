// npm run mutation: changes the code in small ways, and lists the changes that no test notices.
//
//   npm run mutation -- shared/scan/bytes/values.ts    only these files; globs work too
//   npm run mutation -- --sample 400             400 random changes, in about an hour; writes docs/reliability.md
//   npm run mutation                             all of shared/ and the check of the command line; takes many hours
//
// A next run only repeats what changed since, but for samples. dist/mutation/report.html has all other results.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithParent, installDependencies, root, run } from '../../scripts/project.mjs'
import { record } from '../reliability/results.mjs'
import { sampleResults, writeSampleConfig } from './sample.mjs'

endWithParent()
const folder = fileURLToPath(new URL('.', import.meta.url))
const { values, positionals: files } = parseArgs({ allowPositionals: true, options: { sample: { type: 'string' } } })
await installDependencies(folder, ['--ignore-scripts'])
const program = `${folder}node_modules/@stryker-mutator/core/bin/stryker.js`
const config = values.sample ? await writeSampleConfig(Number(values.sample)) : 'test/mutation/stryker.config.json'
const chosen = files.length > 0 ? ['--mutate', files.join()] : []
process.exitCode = await run(process.execPath, [program, 'run', config, ...chosen])
if (values.sample && process.exitCode === 0) {
  record('mutation', sampleResults())
  process.exitCode = await run(process.execPath, [`${root}/scripts/generate.mjs`])
}
