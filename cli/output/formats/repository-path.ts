import { relative, sep } from 'node:path'

/**
 * A file's path from the root of the repository that is checked, with `/`.
 *
 * @param root the root as the service says that runs the check; without one it is the working directory
 * @param file from the working directory
 */
export const pathFrom = (root: string | undefined, file: string): string =>
  root ? relative(root, file).replaceAll(sep, '/') : file
