// A participant that does no work: what it takes is what the protocol, the pipe and the client take. No server that
// answers the same can be faster.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measures, start } from './editing.mjs'
import { generatedFolder } from './generated.mjs'
import { recline } from './peers.mjs'

/**
 * @typedef {object} Recording what Recline answered, as JSON
 * @property {string} problems
 * @property {Record<string, string>} answers by the method of the request
 */

/**
 * Records the answers of Recline about a file, and returns a server that repeats them.
 *
 * @param {number} size the records of the file
 * @returns {Promise<import('./peers.mjs').Peer>}
 */
export async function replayOf(size) {
  const { editing } = await start(recline, size)
  /** @type {Recording} */
  const recording = { problems: '[]', answers: {} }
  const { file } = editing
  const recorded = {
    ...editing,
    file: {
      ...file,
      problems: async () => {
        const problems = await file.problems()
        recording.problems = JSON.stringify(problems)
        return problems
      },
      /** @type {typeof file.ask} */
      ask: async (method, params) => {
        const answer = await file.ask(method, params)
        recording.answers[method] = JSON.stringify(answer)
        return answer
      },
    },
  }
  try {
    // The second key takes the first one back.
    for (const measure of [...measures, measures[0]]) await measure(recorded)
  } finally {
    await editing.server.stop()
  }
  const path = join(generatedFolder(), `answers-${size}.json`)
  writeFileSync(path, JSON.stringify(recording))
  const program = fileURLToPath(new URL('replay-server.mjs', import.meta.url))
  return {
    id: 'replay',
    name: 'No work',
    notation: 'rec',
    launch: () => ({ command: [process.execPath, program, path] }),
    ready: server => server.request('replay/load', {}),
  }
}
