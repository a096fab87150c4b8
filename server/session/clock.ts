/** How long an hour is, in milliseconds. */
const hour = 3_600_000

/** Calls a function at each full hour. Dates are days in UTC, so that is also when a date has passed. */
export function onEachHour(call: () => void): void {
  const timer = setTimeout(
    () => {
      onEachHour(call)
      call()
    },
    hour - (Date.now() % hour),
  )
  // A process must not stay only for this. In a browser, a timer is a number.
  if (typeof timer === 'object') timer.unref()
}
