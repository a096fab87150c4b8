/** The items of a JSON list, each as JSON on a line of its own, without the brackets. */
export async function* jsonItems(items: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ',\n'
  }
}
