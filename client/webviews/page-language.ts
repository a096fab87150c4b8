import { type Spoken, speak } from '../../shared/domains/localize.ts'

// The first import of each page: constants of other modules have sentences. `client/views/webview.ts` says the language
// of the user in the document, and loads the sentences before the page. Anything else that shows a page, such as the
// playground, gets English.

interface PageSentences {
  /** By the code of the language; from `sentences.ts`. */
  readonly reclineSentences?: Readonly<Record<string, Spoken>>
}

const [code = ''] = document.documentElement.lang.split('-', 1)
speak(code === 'qps' ? 'qps' : (globalThis as PageSentences).reclineSentences?.[code])
