import { readerHere } from './platform/file-reader.ts'
import { startLanguageServer } from './server.ts'

// One bundle serves Node and web workers, as they share most code. Only one of the two platforms is loaded.
const platform = 'importScripts' in globalThis ? import('./platform/browser.ts') : import('./platform/node.ts')
void platform.then(({ connect }) => {
  const start = connect(readerHere)
  if (start) startLanguageServer(...start)
})
