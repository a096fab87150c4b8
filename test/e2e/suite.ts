// The suite that runs inside VS Code, with the extension from its folder and then with the packaged one. VS Code calls
// run(), test/e2e/remote calls runTests().
import './samples.ts'
import './across-files.ts'
import './authoring.ts'
import './workspace.ts'
import './domains-view.ts'
import './configuration.ts'
import './agents.ts'

export { run, runTests } from './harness.ts'
