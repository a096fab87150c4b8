import DOMPurify from 'dompurify'

/**
 * Makes the HTML of a text of the server safe to show. The texts of descriptors and records can come from anybody who
 * sends a link.
 */
export const safeHtml = (html: string): string =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [
      ...['a', 'b', 'blockquote', 'br', 'code', 'del', 'em', 'h1', 'h2', 'h3', 'h4', 'hr', 'i', 'li', 'ol', 'p', 'pre'],
      ...['s', 'span', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
    ],
    ALLOWED_ATTR: ['class', 'href'],
    ALLOWED_URI_REGEXP: /^https:\/\//,
  })

DOMPurify.addHook('afterSanitizeAttributes', node => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noreferrer noopener')
})
