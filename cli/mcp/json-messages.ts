import { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/**
 * Passes on the lines of a client that are JSON, one message each: the messages of a batch come one by one, as the
 * library behind it reads none. It leaves out a line that is no JSON without a word, so that a client would wait for an
 * answer.
 *
 * @param refuse is called for each line that is no JSON
 */
export function jsonMessages(refuse: () => void): Transform {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return new Transform({
    transform(bytes: Buffer, _, done) {
      const lines = (rest + decoder.write(bytes)).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (line.trim() === '') continue
        const message = valueOfJson(line)
        if (message === undefined) refuse()
        else this.push(Array.isArray(message) ? message.map(one => `${JSON.stringify(one)}\n`).join('') : `${line}\n`)
      }
      done()
    },
  })
}

/** What JSON says; undefined for what is none. */
function valueOfJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}
