// LibreOffice, for the test that opens and fills workbooks.
import { installPackages } from './editor/debian.mjs'
import { findProgram } from './project.mjs'

/** Installs LibreOffice's spreadsheet with apt if it is missing. Throws an error that says what to do if this fails. */
export async function installOffice() {
  if (findProgram('soffice')) return
  const advice =
    'The test of workbooks needs LibreOffice: install it, for example with "sudo apt-get install libreoffice-calc".'
  await installPackages(['libreoffice-calc'], advice)
}
