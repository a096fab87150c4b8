// npm run fuzz: runs the property tests again and again, with other values each time.
//
//   npm run fuzz                   for a minute
//   npm run fuzz -- --minutes 60   for an hour
//
// It prints the seed of a run that fails, which repeats it: RECLINE_SEED=<seed> npm run test:unit.
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { globSync } from 'tinyglobby'
import { endWithParent, mustRun, root } from './project.mjs'

endWithParent()
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes needs a number above 0.')

const tests = globSync('{shared,server,cli,client,test}/**/*.test.ts', {
  cwd: root,
  ignore: ['**/*.growth.test.ts', 'test/{protocol,editors,install}/**'],
}).filter(file => readFileSync(file, 'utf8').includes("from 'fast-check'"))
const end = Date.now() + minutes * 60_000
let runs = 0
let failures = 0
do {
  const seed = randomInt(2 ** 31)
  runs++
  try {
    await mustRun('npx', ['vitest', 'run', '--project=unit', ...tests], { env: { RECLINE_SEED: `${seed}` } })
    console.log(`seed ${seed} passed`)
  } catch (error) {
    failures++
    console.log(`seed ${seed} FAILED\n${error instanceof Error ? error.message : error}`)
  }
} while (Date.now() < end)
console.log(`\n${runs} runs of the property tests in ${tests.length} files, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
