/**
 * The id that follows on those there are: the one with the greatest number at its end, of the form that most of them
 * have, counted up with its leading zeros (`CTL-0041` after `CTL-0040`). Undefined where no id ends in a number.
 */
export function nextId(ids: Iterable<string>): string | undefined {
  const series = new Map<string, { count: number; greatest: bigint; digits: number }>()
  for (const id of ids) {
    const [, prefix, number] = /^(.*?)(\d{1,18})$/.exec(id) ?? []
    if (prefix === undefined || number === undefined) continue
    const one = series.get(prefix) ?? { count: 0, greatest: -1n, digits: 0 }
    one.count++
    if (BigInt(number) > one.greatest) {
      one.greatest = BigInt(number)
      one.digits = number.length
    }
    series.set(prefix, one)
  }
  const [usual] = [...series].sort(([, one], [, other]) => other.count - one.count)
  return usual && usual[0] + String(usual[1].greatest + 1n).padStart(usual[1].digits, '0')
}
