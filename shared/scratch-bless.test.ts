import { readFileSync, writeFileSync, readdirSync } from 'node:fs'
import { test } from 'vitest'
import { markForScratch } from '../test/records.ts'
const dir = process.env['BLESS_DIR']!
const only = process.env['BLESS']
test('bless', () => {
  for (const name of readdirSync(dir).filter(n => n.endsWith('.test.ts') && !n.startsWith('scratch') && (!only || n.startsWith(only)))) {
    const source = readFileSync(`${dir}/${name}`, 'utf8')
    const out = source.replace(/(expectProblems|expectNoProblems)\((String\.raw)?`([^`]*)`((?:, \{[^\n]*?\}|, \w+|, \{[^]*?\n\] \})?)\)/g, (all, fn, raw, body, settings) => {
      if (body.includes('${')) return all
      const text = raw ? body : eval('`' + body + '`')
      let opts = {}
      try { opts = settings ? eval(`const twoDomains = { settingDomains: ['core.compliance', 'core.insurance'] }; (${settings.slice(2)})`) : {} } catch (e) { console.log(name, settings, e); return all }
      const marked = markForScratch(text.replace(/^\n/, ''), opts)
      const written = raw ? marked : marked.replaceAll('\\', '\\\\')
      return `${fn}(${raw ?? ''}\`\n${written}\`${settings})`
    })
    if (out !== source) writeFileSync(`${dir}/${name}`, out)
  }
})
