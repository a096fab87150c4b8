// The part of the package gifenc that gif.mjs uses.

declare module 'gifenc' {
  type Palette = readonly (readonly number[])[]

  interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        palette: Palette
        delay?: number | undefined
        transparent: boolean
        transparentIndex: number
        dispose: number
      },
    ): void
    finish(): void
    bytes(): Uint8Array
  }

  const gifenc: {
    GIFEncoder: () => Encoder
    quantize: (pixels: Uint8Array, colors: number) => number[][]
    applyPalette: (pixels: Uint8Array, palette: Palette) => Uint8Array
  }
  export default gifenc
}
