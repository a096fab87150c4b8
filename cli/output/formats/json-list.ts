/** Yields the items of a JSON array, each on its own line, without the brackets. */
export async function* jsonItems(items: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ',\n'
  }
}
