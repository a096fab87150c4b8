import { startServer } from './server.ts'

// One bundle for Node and for web workers, as most of it is the same; of the two ways to connect only one is ever loaded.
const platform = 'importScripts' in globalThis ? import('./browser.ts') : import('./node.ts')
void platform.then(({ connect }) => {
  const start = connect()
  if (start) startServer(...start)
})
