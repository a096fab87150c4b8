import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanFolder, root } from './clean-folder.ts'

const { at, run } = cleanFolder()

/** Tests of the built programs: the server, the command line, git and Parquet. */
const files = ['server', 'closed-problems', 'check-text', 'convert-parquet', 'faults', 'merge']

const platform = process.platform === 'win32' ? 'win' : process.platform

test.each(['22.23.3', '24.21.0'])('the built programs do with Node %s what they do with Node 20', async version => {
  const packageName = `node-${platform}-${process.arch}`
  await run('npm', ['install', '--prefix', at(version), '--no-save', '--ignore-scripts', `${packageName}@${version}`])
  const node = at(`${version}/node_modules/${packageName}/bin/node`)
  expect(await run(node, ['--version'])).toBe(`v${version}\n`)
  // The tests start the programs with the Node that they run in.
  const tests = files.map(name => `test/protocol/${name}.test.ts`)
  const output = await run(
    node,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=protocol', ...tests],
    {
      cwd: root,
      env: { NO_COLOR: '1' },
    },
  )
  expect(output).toMatch(new RegExp(`Test Files +${files.length} passed`))
})
