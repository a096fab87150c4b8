/**
 * Records for measuring, the same ones every time: about 160 bytes and six fields each, 1.5 % with a problem.
 *
 * @param {number} count how many records
 * @returns {string} the text of a `.rec` file
 */
export function generateRecords(count) {
  const random = createRandom(42)
  const pick = values => values[Math.floor(random() * values.length)]
  const lines = ['@DOC domain=core.compliance']
  for (let number = 1; number <= count; number++) {
    const maturity = random() < 0.015 ? 9 : 1 + Math.floor(random() * 5)
    lines.push([
      `@CONTROL rid=CTL-${String(number).padStart(6, '0')}`,
      `framework="${pick(['ISO/IEC 27001:2022', 'NIST CSF 2.0', 'SOC 2', 'PCI DSS 4.0'])}"`,
      `title="${pick(['Access rights are reviewed quarterly', 'Backups are restored in a test', 'Suppliers are assessed yearly'])}"`,
      `status="${pick(['not-started', 'in-progress', 'implemented', 'tested', 'effective'])}"`,
      `owner="${pick(['security', 'it-operations', 'legal', 'finance'])}@example.com"`,
      `maturity:int=${maturity}`,
    ].join(' | '))
  }
  return lines.join('\n') + '\n'
}

/** A small generator of numbers from 0 to 1 (mulberry32), so that every run measures the same text. */
function createRandom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
