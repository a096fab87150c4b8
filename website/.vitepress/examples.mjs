// The examples of the documentation: each can be opened in the playground, or edited where it stands.

import { join } from 'node:path'
import { fileOf } from '../../scripts/gallery.mjs'
import { loadLinks } from '../../scripts/playground.mjs'
import { root } from '../../scripts/project.mjs'

const { fragmentOf } = await loadLinks(join(root, 'website/pages/playground-link.mjs'))

/** @typedef {(tokens: readonly { info: string, content: string }[], index: number, ...rest: unknown[]) => string} Rule */

/**
 * Puts two links below each example with records, and below those of descriptors and of `recline.json` that show a
 * problem.
 *
 * @param {{ renderer: { rules: { fence?: Rule } } }} markdown
 * @param {string} base the path of the site on its host
 */
export function addPlaygroundLinks(markdown, base) {
  const { fence } = markdown.renderer.rules
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    // VitePress changes what stands behind the language while it renders a fence.
    const { info = '', content = '' } = tokens[index] ?? {}
    const rendered = fence?.(tokens, index, ...rest) ?? ''
    const [, language, problem] = /^(rec|json)(?: problem=([a-z-]+))?$/.exec(info.trim()) ?? []
    if (language === undefined || (language === 'json' && problem === undefined)) return rendered
    const made = fragmentOf({
      files: [{ name: fileOf({ language, problem, text: content }), text: content }],
      shown: 0,
      isTable: false,
    })
    if ('problem' in made) throw new Error(made.problem)
    // The path has no characters that HTML or Vue read in another way.
    const href = `${base}playground/index.html#${made.fragment}`
    return `<div class="example">${rendered}<p class="example-links"><button type="button" data-edit="${href}">Edit here</button><a href="${href}" target="_blank" rel="noopener">Open in playground</a></p></div>`
  }
}
