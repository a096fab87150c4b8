import { type Spoken, speak } from '../../shared/domains/localize.ts'

// The first import of each page: constants of other modules have sentences. `client/views/webview.ts` puts those of the
// user's language into the page. Where it is shown by anything else, as in the playground, it stays English.
const catalog = document.getElementById('sentences')?.textContent
if (catalog) speak(JSON.parse(catalog) as Spoken)
