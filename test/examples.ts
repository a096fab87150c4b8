import type { Descriptor } from '../shared/domains/descriptor.ts'

// The examples in the pages of the documentation.

/** A fence of a page. */
interface Example {
  readonly line: number
  readonly text: string
  /** The code of the problems that the example has; undefined for one without any. */
  readonly problem: string | undefined
}

/** The descriptors of a page: its `json descriptor` fences. Examples of the page use their domains. */
export const descriptorsIn = (page: string): Descriptor[] =>
  [...page.matchAll(/^```json descriptor\n([\s\S]*?)^```$/gm)].map(([, text]) => JSON.parse(text!) as Descriptor)

/** The examples of a page in a language. */
export function examplesIn(page: string, language = 'rec'): Example[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}(?!\\w)(.*)\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].flatMap(
    ({ 1: info, 2: text, index }) => {
      if (info === ' descriptor') return []
      if (!/^( problem=[a-z-]+)?$/.test(info!))
        throw new Error(`A ${language} fence says "${info}"; it can say problem=<code> or nothing.`)
      return { line: lineOf(page, index), text: text!, problem: info!.split('=')[1] }
    },
  )
}

const lineOf = (page: string, index: number): number => page.slice(0, index).split('\n').length
