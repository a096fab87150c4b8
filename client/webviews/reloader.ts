/**
 * Makes a function that calls `load`, but never twice at the same time. Calls during a load lead to one more load after
 * it, so that the last load sees all changes.
 */
export function reloader(load: () => Promise<void>): () => Promise<void> {
  let isLoading = false
  let isStale = false
  return async () => {
    isStale = isLoading
    if (isLoading) return
    isLoading = true
    try {
      do {
        isStale = false
        await load()
      } while (isStale)
    } finally {
      isLoading = false
    }
  }
}
