/**
 * An error for the log of the client, without text of records. Sentences of our own code stay as they are. Of errors of
 * the engine, only the kind and the places in our code stay, because their messages can quote a text or a name.
 */
export function crashReport(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  if (error.constructor === Error && error.name === 'Error') return error.message
  const places = error.stack?.split('\n').filter(line => /^ +at .*:\d+:\d+\)?$/.test(line)) ?? []
  return [error.name, ...places].join('\n')
}
