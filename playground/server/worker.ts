import { connect } from '../../server/platform/browser.ts'
import { readerHere } from '../../server/platform/file-reader.ts'
import { startLanguageServer } from '../../server/server.ts'

/** The language server as the web worker of the playground: the same one as in editors, without what Node needs. */
const connected = connect(readerHere)
if (connected) startLanguageServer(...connected)
