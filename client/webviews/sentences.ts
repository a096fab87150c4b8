import de from '../../l10n/pages.de.json'
import es from '../../l10n/pages.es.json'
import fr from '../../l10n/pages.fr.json'
import ja from '../../l10n/pages.ja.json'

/** The sentences of all pages, by language: a script of its own, which pages in these languages load. */
Object.assign(globalThis, { reclineSentences: { de, es, fr, ja } })
