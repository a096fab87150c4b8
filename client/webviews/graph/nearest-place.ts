/** A place in the drawing. */
interface PlaceInDrawing {
  readonly x: number
  readonly y: number
}

/** The directions of the arrow keys. */
const directions: Readonly<Record<string, PlaceInDrawing>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The place to which an arrow key leads: the nearest one in its direction; undefined if there is none. */
export function nearestPlace<Place extends PlaceInDrawing>(
  places: readonly Place[],
  from: PlaceInDrawing,
  key: string,
): Place | undefined {
  const direction = directions[key]
  if (!direction) return undefined
  let [nearest, least]: [Place | undefined, number] = [undefined, Infinity]
  for (const place of places) {
    const [dx, dy] = [place.x - from.x, place.y - from.y]
    const ahead = dx * direction.x + dy * direction.y
    const aside = Math.abs(dx * direction.y + dy * direction.x)
    // What is more aside than ahead is in another direction.
    if (ahead <= 0 || aside > 2 * ahead) continue
    if (ahead + 2 * aside < least) [nearest, least] = [place, ahead + 2 * aside]
  }
  return nearest
}
