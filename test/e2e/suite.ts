// The suite that runs inside VS Code, with the extension from its folder and then with the packaged one. VS Code calls
// run().
import './samples.ts'
import './across-files.ts'
import './authoring.ts'
import './workspace.ts'
import './domains-view.ts'
import './configuration.ts'
import './agents.ts'

export { run } from './harness.ts'
