/** What is used of markdown-it, which comes without types. */
declare module 'markdown-it' {
  interface Token {
    readonly type: string
    readonly content: string
    readonly children: readonly Token[] | null
    attrGet(name: string): string | null
  }
  export default class MarkdownIt {
    constructor(options: { readonly html: boolean })
    parse(markdown: string, environment: object): readonly Token[]
  }
}
