// The fast scan as a program of WebAssembly: `npm run generate` writes it as text, so that nothing else has to compile
// it, and a test compares it.
import asc from 'assemblyscript/asc'
import { root } from './project.mjs'

const source = 'shared/scan/assembly/scan.ts'
/** The file with the program. */
export const fastScanFile = 'shared/scan/fast-scan.wasm.ts'

/** Returns the text of a module with the compiled program. @throws with the messages of the compiler */
export async function fastScanModule() {
  /** @type {Uint8Array | undefined} */
  let program
  const { error, stderr } = await asc.main(
    [source, '--outFile', 'scan.wasm', '--baseDir', root, '-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'],
    {
      writeFile: (_name, contents) => {
        if (contents instanceof Uint8Array) program = contents
      },
    },
  )
  if (error || !program) throw new Error(`${source} does not compile.\n${stderr.toString()}`)
  const lines =
    Buffer.from(program)
      .toString('base64')
      .match(/.{1,114}/g) ?? []
  return [
    '// Written by `npm run generate` from assembly/scan.ts. Do not edit.',
    'export const fastScanBase64 =',
    `${lines.map(line => `  '${line}'`).join(' +\n')}`,
    '',
  ].join('\n')
}
