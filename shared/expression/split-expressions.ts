/** The expressions of a list: what is between the commas outside brackets and quotes, without empty ones. */
export function splitExpressions(list: string): string[] {
  const items: string[] = ['']
  let depth = 0
  for (const [part] of list.matchAll(textOrCharacter)) {
    if ('([{'.includes(part)) depth++
    else if (')]}'.includes(part)) depth--
    if (part === ',' && depth === 0) items.push('')
    else items[items.length - 1] += part
  }
  return items.map(item => item.trim()).filter(item => item !== '')
}

/** A text with its quotes, which may be unclosed, or any other character. In a raw text, `\` is a character. */
const textOrCharacter = /"""[^]*?"""|\br"[^"]*"?|\br'[^']*'?|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[^]/gu
