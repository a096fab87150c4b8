// Loaded into the server by the soak: at SIGUSR2, writes how much memory is in use after a collection of garbage.
const { renameSync, writeFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

const file = process.env.RECLINE_MEMORY_FILE
if (isMainThread && file) {
  process.on('SIGUSR2', () => {
    for (let time = 0; time < 3; time++) globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(`${file}.new`, JSON.stringify((heapUsed + external) / 2 ** 20))
    renameSync(`${file}.new`, file)
  })
}
