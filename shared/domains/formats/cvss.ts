/** The metrics of CVSS 3 with their values: the eight of the base score, then those of time and of the environment. */
const valuesOfMetrics: Readonly<Record<string, string>> = {
  AV: 'NALP',
  AC: 'LH',
  PR: 'NLH',
  UI: 'NR',
  S: 'UC',
  C: 'HLN',
  I: 'HLN',
  A: 'HLN',
  E: 'XUPFH',
  RL: 'XOTWU',
  RC: 'XURC',
  CR: 'XLMH',
  IR: 'XLMH',
  AR: 'XLMH',
  MAV: 'XNALP',
  MAC: 'XLH',
  MPR: 'XNLH',
  MUI: 'XNR',
  MS: 'XUC',
  MC: 'XHLN',
  MI: 'XHLN',
  MA: 'XHLN',
}

const metricCount = Object.keys(valuesOfMetrics).length
const baseMetrics = Object.keys(valuesOfMetrics).slice(0, 8)

/** The weights of the values in the base score. Those of PR are for a scope that stays, and for one that changes. */
const attackVectors: Readonly<Record<string, number>> = { N: 0.85, A: 0.62, L: 0.55, P: 0.2 }
const attackComplexities: Readonly<Record<string, number>> = { L: 0.77, H: 0.44 }
const privileges: Readonly<Record<string, readonly [number, number]>> = {
  N: [0.85, 0.85],
  L: [0.62, 0.68],
  H: [0.27, 0.5],
}
const userInteractions: Readonly<Record<string, number>> = { N: 0.85, R: 0.62 }
const impactWeights: Readonly<Record<string, number>> = { H: 0.56, L: 0.22, N: 0 }

/**
 * The base score of a vector of CVSS 3.0 or 3.1, from 0 to 10 with one decimal (FIRST CVSS v3.1, section 7.1, with the
 * weights of section 7.4; version 3.0 has the same). Undefined for a vector of another version, and for one that lacks
 * a base metric, has a metric twice, or has a metric or a value that does not exist.
 */
export function cvssBaseScore(vector: string): number | undefined {
  const metrics = metricsOf(vector)
  if (!metrics) return undefined
  const value = (name: string): string => metrics.get(name)!
  const isScopeChanged = value('S') === 'C'
  const untouched = ['C', 'I', 'A'].reduce((product, name) => product * (1 - impactWeights[value(name)]!), 1)
  const touched = 1 - untouched
  const impact = isScopeChanged ? 7.52 * (touched - 0.029) - 3.25 * (touched - 0.02) ** 15 : 6.42 * touched
  if (impact <= 0) return 0
  const exploitability =
    8.22 *
    attackVectors[value('AV')]! *
    attackComplexities[value('AC')]! *
    privileges[value('PR')]![isScopeChanged ? 1 : 0] *
    userInteractions[value('UI')]!
  const sum = impact + exploitability
  return roundedUp(Math.min(isScopeChanged ? 1.08 * sum : sum, 10))
}

/** The metrics of a vector of CVSS 3 by their names; undefined if it is none. */
function metricsOf(vector: string): ReadonlyMap<string, string> | undefined {
  if (!/^CVSS:3\.[01]\//.test(vector)) return undefined
  const parts = vector.split('/', metricCount + 2).slice(1)
  const metrics = new Map<string, string>()
  for (const part of parts) {
    const [name = '', value = '', ...others] = part.split(':')
    const isKnown = value.length === 1 && Object.hasOwn(valuesOfMetrics, name) && valuesOfMetrics[name]!.includes(value)
    if (!isKnown || others.length > 0 || metrics.has(name)) return undefined
    metrics.set(name, value)
  }
  return baseMetrics.every(name => metrics.has(name)) ? metrics : undefined
}

/**
 * The smallest number with one decimal that is not less than a score, without the small errors of binary fractions
 * (FIRST CVSS v3.1, appendix A).
 */
function roundedUp(score: number): number {
  const whole = Math.round(score * 100_000)
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10
}
