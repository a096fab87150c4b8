/** The number of colors in `palette.css`. */
const colorCount = 12

/** The class with a color, by the index of what it means among all that have one; -1 for nothing. */
export const colorClass = (index: number): string => (index < 0 ? 'plain' : `color${index % colorCount}`)
