import { readFileSync } from 'node:fs'
import oniguruma from 'vscode-oniguruma'
import textmate, { type IGrammar } from 'vscode-textmate'

/** Text of one line that belongs to the same scopes. */
export interface Token {
  readonly text: string
  /** The offset in the whole text. */
  readonly start: number
  /** All scopes but those of the whole file and of whole records, without the `.rec` they end in. */
  readonly scopes: string
  /** The scope of the whole record or block that it is in, or nothing. */
  readonly whole: string
}

/** The tokens of a text, read with the grammar as an editor does, without those that are only white space. */
export const tokens = (text: string): Token[] => tokensBy(grammar, text)

/** The tokens of a Markdown text in VS Code, of which only the fences with records have a grammar here. */
export const tokensOfMarkdown = (text: string): Token[] => tokensBy(markdown, text)

function tokensBy(grammar: IGrammar, text: string): Token[] {
  let state = textmate.INITIAL
  let lineStart = 0
  return text.split('\n').flatMap(line => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state)
    const inLine: Token[] = []
    for (const { startIndex, endIndex, scopes } of tokens) {
      const [, ...short] = scopes.map(scope => scope.replace(/\.rec$/, ''))
      const isWhole = (scope: string): boolean => scope.startsWith('meta.')
      const token = {
        text: line.slice(startIndex, endIndex),
        start: lineStart + startIndex,
        scopes: short.filter(scope => !isWhole(scope)).join(' '),
        whole: short.filter(isWhole).join(' '),
      }
      const last = inLine.at(-1)
      if (last?.scopes === token.scopes) inLine[inLine.length - 1] = { ...last, text: last.text + token.text }
      else inLine.push(token)
    }
    state = ruleStack
    lineStart += line.length + 1
    return inLine.filter(token => token.text.trim() !== '')
  })
}

await oniguruma.loadWASM(readFileSync(new URL('../node_modules/vscode-oniguruma/release/onig.wasm', import.meta.url)))

async function loadGrammar(scopeName: string): Promise<IGrammar> {
  const sourceOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
  const files: Readonly<Record<string, string>> = {
    'source.rec': sourceOf('rec.tmLanguage.json'),
    'markdown.rec.codeblock': sourceOf('markdown-rec.tmLanguage.json'),
    // VS Code has the grammar of Markdown. Its lists take the indentation away from what is in them.
    'text.html.markdown': JSON.stringify({
      scopeName: 'text.html.markdown',
      patterns: [
        {
          begin: String.raw`(^|\G)([ ]{0,3})([*+-])([ \t])`,
          while: String.raw`((^|\G)([ ]{2,4}|\t))|(^[ \t]*$)`,
          name: 'markup.list.unnumbered.markdown',
        },
      ],
    }),
  }
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async name => textmate.parseRawGrammar(files[name]!, 'grammar.json'),
    getInjections: name => (name === 'text.html.markdown' ? ['markdown.rec.codeblock'] : []),
  })
  const grammar = await registry.loadGrammar(scopeName)
  if (!grammar) throw new Error(`The registry does not know the grammar ${scopeName}.`)
  return grammar
}

const grammar = await loadGrammar('source.rec')
const markdown = await loadGrammar('text.html.markdown')
