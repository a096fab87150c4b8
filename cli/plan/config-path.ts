import { configFileName } from '../../shared/config/config.ts'

/** The path of the configuration in a folder. */
export const configIn = (folder: string): string => `${folder}/${configFileName}`
