import { relative, sep } from 'node:path'

/**
 * The path of a file from the root of the repository, with `/`.
 *
 * @param root the root, from a variable of the CI service; by default the working directory
 * @param file the path from the working directory
 */
export const pathFrom = (root: string | undefined, file: string): string =>
  root ? relative(root, file).replaceAll(sep, '/') : file
