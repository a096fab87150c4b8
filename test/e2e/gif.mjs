// Turns pictures of a page into an animated GIF.
import gifenc from 'gifenc'

const { GIFEncoder, applyPalette, quantize } = gifenc

/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {object} Frame
 * @property {Buffer} png
 * @property {number} time for how long it is shown, in milliseconds
 */

/** The index in the palette of the color that shows the frame before. */
const transparent = 0

/**
 * A GIF of frames that have the same size. A frame contains only the pixels that differ from the frame before.
 *
 * @param {Page} page a blank page: the browser decodes the PNG files
 * @param {readonly Frame[]} frames
 * @param {number} colors at most 255
 * @returns {Promise<Uint8Array>}
 */
export async function gifOf(page, frames, colors) {
  const pictures = []
  for (const { png } of frames) pictures.push(await pixelsOf(page, png))
  const all = new Uint8Array(Buffer.concat(pictures.map(({ pixels }) => pixels)))
  const palette = [[0, 0, 0], ...quantize(all, colors)]
  const gif = GIFEncoder()
  /** @type {Uint8Array | undefined} */
  let before
  for (const [index, { width, height, pixels }] of pictures.entries()) {
    const indexed = applyPalette(pixels, palette.slice(1)).map(color => color + 1)
    const last = before
    const changed = last ? indexed.map((color, at) => (color === last[at] ? transparent : color)) : indexed
    const delay = frames[index]?.time
    gif.writeFrame(changed, width, height, {
      palette,
      delay,
      transparent: true,
      transparentIndex: transparent,
      dispose: 1,
    })
    before = indexed
  }
  gif.finish()
  return gif.bytes()
}

/**
 * @param {Page} page
 * @param {Buffer} png
 * @returns {Promise<{ width: number, height: number, pixels: Uint8Array }>} four bytes for each pixel
 */
async function pixelsOf(page, png) {
  const { width, height, text } = await page.evaluate(
    async url => {
      const image = await createImageBitmap(await (await fetch(url)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'))
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      let text = ''
      for (let at = 0; at < data.length; at += 32_768) text += String.fromCharCode(...data.subarray(at, at + 32_768))
      return { width: image.width, height: image.height, text: btoa(text) }
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return { width, height, pixels: new Uint8Array(Buffer.from(text, 'base64')) }
}
