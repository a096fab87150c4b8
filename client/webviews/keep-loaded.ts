import { failureReporter, onEvent } from './host.ts'

/** How long a load takes before the page says that it loads: what is there sooner would only flicker. */
const quick = 200

/**
 * Calls `load` now, and each time that what the page shows may have changed, but never twice at the same time. Changes
 * during a load lead to one more load after it, so that the last load sees all changes. The page shows a bar while a
 * load takes long.
 *
 * @param fail shows why a load failed
 * @returns loads again
 */
export function keepLoaded(load: () => Promise<void>, fail: (message: string) => void): () => Promise<void> {
  const report = failureReporter(fail)
  let isLoading = false
  let isStale = false
  const reload = async (): Promise<void> => {
    isStale = isLoading
    if (isLoading) return
    isLoading = true
    const timer = setTimeout(() => document.body.classList.add('loading'), quick)
    do {
      isStale = false
      await report(load())
    } while (isStale)
    isLoading = false
    clearTimeout(timer)
    document.body.classList.remove('loading')
  }
  onEvent(event => {
    if (event === 'changed') void reload()
  })
  void reload()
  return reload
}
