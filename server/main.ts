import { readerHere } from './platform/file-reader.ts'
import { startServer } from './server.ts'

// One bundle for Node and for web workers, as most of it is the same; of the two ways to connect only one is ever loaded.
// What that needs beside its platform's own is given to it: all that it imports would be loaded late too, and slower.
const platform = 'importScripts' in globalThis ? import('./platform/browser.ts') : import('./platform/node.ts')
void platform.then(({ connect }) => {
  const start = connect(readerHere)
  if (start) startServer(...start)
})
