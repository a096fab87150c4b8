import { afterEach, expect, test } from 'vitest'
import { speak } from '../../shared/domains/localize.ts'
import { startClient } from './client.ts'
import { workspaceFolder } from './workspace-folder.ts'

/** The language that an editor names when it starts the server. */
const { root, address, write } = workspaceFolder()

// A server in the process of the test shares its language with the tests after it.
afterEach(() => speak())

test.each([
  ['de-AT', 'CONTROL.maturity ist 9; erlaubt ist 1 bis 5.'],
  ['fr', 'CONTROL.maturity vaut 9 ; la valeur doit aller de 1 à 5.'],
  ['en-US', 'CONTROL.maturity is 9; it must be from 1 to 5.'],
  ['pt-BR', 'CONTROL.maturity is 9; it must be from 1 to 5.'],
])('problems of open and of closed files are in %s', async (locale, message) => {
  await write('closed.rec', '@CONTROL rid=C-1 | maturity:int=9\n')
  const client = await startClient({ locale, folders: [root()], settings: () => ({}) })
  client.open(address('open.rec'), '@CONTROL rid=C-2 | maturity:int=9\n')
  for (const name of ['open.rec', 'closed.rec']) {
    const { diagnostics } = await client.published(address(name), params => params.diagnostics.length > 0)
    expect(diagnostics).toMatchObject([{ code: 'out-of-range', message }])
  }
})
