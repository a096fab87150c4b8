/** How long a load takes before the page says that it loads: what is there sooner would only flicker. */
const quick = 200

/**
 * Makes a function that calls `load`, but never twice at the same time. Calls during a load lead to one more load after
 * it, so that the last load sees all changes. The page shows a bar while a load takes long.
 */
export function reloader(load: () => Promise<void>): () => Promise<void> {
  let isLoading = false
  let isStale = false
  return async () => {
    isStale = isLoading
    if (isLoading) return
    isLoading = true
    const timer = setTimeout(() => document.body.classList.add('loading'), quick)
    try {
      do {
        isStale = false
        await load()
      } while (isStale)
    } finally {
      isLoading = false
      clearTimeout(timer)
      document.body.classList.remove('loading')
    }
  }
}
