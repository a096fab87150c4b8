/** A unit in terms of the base unit of its quantity: base = (number + offset) * factor. The factor is a fraction. */
interface MeasuringUnit {
  readonly quantity: string
  readonly factor: Fraction
  readonly offset: Fraction
}

interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

/**
 * The units by their names, with their factors. All are exact by definition: an inch is 25.4 mm, a pound 0.45359237 kg.
 * What is measured or changes with the day, such as currencies and months, is not here.
 */
const quantities: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  time: {
    'ns nanoseconds': '1',
    'us µs μs microseconds': '1000',
    'ms msec milliseconds': '1000000',
    's sec secs second seconds': '1000000000',
    'min mins minute minutes': '60000000000',
    'h hr hrs hour hours': '3600000000000',
    'd day days': '86400000000000',
    'wk week weeks': '604800000000000',
  },
  length: {
    'um µm μm micrometers': '0.001',
    'mm millimeters': '1',
    'cm centimeters': '10',
    'dm decimeters': '100',
    'm meter meters': '1000',
    'km kilometers': '1000000',
    'in inch inches': '25.4',
    'ft foot feet': '304.8',
    'yd yards': '914.4',
    'mi mile miles': '1609344',
    nmi: '1852000',
  },
  mass: {
    'ug µg μg mcg micrograms': '0.000001',
    'mg milligrams': '0.001',
    'g gram grams': '1',
    'kg kilograms': '1000',
    't tonne tonnes': '1000000',
    'oz ounces': '28.349523125',
    'lb lbs pounds': '453.59237',
  },
  volume: { 'ml mL': '1', 'cl cL': '10', 'dl dL': '100', 'l L liter liters': '1000', 'm3 m³': '1000000' },
  data: {
    'bit bits': '0.125',
    'B byte bytes': '1',
    kB: '1000',
    MB: '1000000',
    GB: '1000000000',
    TB: '1000000000000',
    KiB: '1024',
    MiB: '1048576',
    GiB: '1073741824',
    TiB: '1099511627776',
  },
  share: { '‰': '0.001', '% percent': '0.01', '0-1 ratio': '1' },
  frequency: { Hz: '1', kHz: '1000', MHz: '1000000', GHz: '1000000000' },
  power: { mW: '0.001', W: '1', kW: '1000', MW: '1000000', GW: '1000000000' },
  energy: { J: '1', kJ: '1000', MJ: '1000000', Wh: '3600', kWh: '3600000', MWh: '3600000000' },
  pressure: { Pa: '1', hPa: '100', mbar: '100', kPa: '1000', bar: '100000', MPa: '1000000' },
  voltage: { mV: '0.001', V: '1', kV: '1000' },
  current: { mA: '0.001', A: '1', kA: '1000' },
  speed: { 'm/s': '3.6', 'km/h': '1', mph: '1.609344', kn: '1.852' },
}

/** The temperatures, with what is added to a number first: kelvin = (number + offset) * factor. */
const temperatures = [
  { names: 'K kelvin', offset: '0', factor: ['1', '1'] },
  { names: 'C °C Celsius degrees~Celsius', offset: '273.15', factor: ['1', '1'] },
  { names: 'F °F Fahrenheit degrees~Fahrenheit', offset: '459.67', factor: ['5', '9'] },
] as const

/** Converts a number as text; undefined if the result has no end in decimals, or the text is no number. */
export type ConvertUnit = (text: string) => string | undefined

/**
 * What converts numbers of one unit to another, without any rounding.
 *
 * @returns undefined if the units are not known, or measure different things
 */
export function unitConversion(from: string, to: string): ConvertUnit | undefined {
  const [old, now] = [unitNamed(from), unitNamed(to)]
  if (!old || !now || old.quantity !== now.quantity) return undefined
  return text => {
    const number = readDecimal(text)
    if (!number) return undefined
    const base = multiply(addFractions(number, old.offset), old.factor)
    return decimalText(addFractions(multiply(base, inverse(now.factor)), negative(now.offset)))
  }
}

let knownUnits: ReadonlyMap<string, MeasuringUnit> | undefined

function unitNamed(name: string): MeasuringUnit | undefined {
  knownUnits ??= allUnits()
  return knownUnits.get(name.trim())
}

function allUnits(): ReadonlyMap<string, MeasuringUnit> {
  const units = new Map<string, MeasuringUnit>()
  const zero = readDecimal('0')!
  for (const [quantity, named] of Object.entries(quantities))
    for (const [names, factor] of Object.entries(named))
      for (const name of names.split(' ')) units.set(name, { quantity, factor: readDecimal(factor)!, offset: zero })
  for (const { names, offset, factor } of temperatures)
    for (const name of names.split(' '))
      units.set(name.replace('~', ' '), {
        quantity: 'temperature',
        factor: { numerator: BigInt(factor[0]), denominator: BigInt(factor[1]) },
        offset: readDecimal(offset)!,
      })
  return units
}

/** The most digits that a number can move its decimal point by. */
const mostExponent = 300

function readDecimal(text: string): Fraction | undefined {
  const [, sign, whole, decimals = '', exponent = '0'] =
    /^([+-]?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text) ?? []
  if (whole === undefined || Math.abs(Number(exponent)) > mostExponent) return undefined
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${decimals}`)
  const shift = Number(exponent) - decimals.length
  return shift >= 0
    ? { numerator: digits * 10n ** BigInt(shift), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-shift) }
}

const multiply = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator,
})

const addFractions = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.denominator + other.numerator * one.denominator,
  denominator: one.denominator * other.denominator,
})

const inverse = ({ numerator, denominator }: Fraction): Fraction => ({ numerator: denominator, denominator: numerator })

const negative = ({ numerator, denominator }: Fraction): Fraction => ({ numerator: -numerator, denominator })

/** A fraction in decimals; undefined if these have no end. */
function decimalText({ numerator, denominator }: Fraction): string | undefined {
  const common = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator)
  let rest = denominator / common
  let decimals = 0
  // As many decimals as the larger of the powers of 2 and 5 in the denominator.
  for (const prime of [2n, 5n]) {
    let power = 0
    for (; rest % prime === 0n; rest /= prime) power++
    decimals = Math.max(decimals, power)
  }
  if (rest !== 1n) return undefined
  const digits = (numerator * 10n ** BigInt(decimals)) / denominator
  const text = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  return `${digits < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${text.slice(-decimals)}` : ''}`
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other]
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}
