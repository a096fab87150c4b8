/**
 * Makes a function that reads something anew. Calls while it is being read are answered by one more reading behind it, so
 * that the last one has seen all changes and none is waited for in vain.
 */
export function reloader(load: () => Promise<void>): () => Promise<void> {
  let isLoading = false
  let isAskedAgain = false
  return async () => {
    isAskedAgain = isLoading
    if (isLoading) return
    isLoading = true
    try {
      do {
        isAskedAgain = false
        await load()
      } while (isAskedAgain)
    } finally {
      isLoading = false
    }
  }
}
