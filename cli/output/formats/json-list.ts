import { jsonText } from '../../../shared/syntax/controls.ts'

/** Yields the items of a JSON array, each on its own line, without the brackets. */
export async function* jsonItems(items: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const item of items) {
    yield separator + jsonText(item)
    separator = ',\n'
  }
}
