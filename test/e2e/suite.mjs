// The suite that runs in the process of the extensions, beside Recline.

/** @type {import('./flow.mjs').Flow} */
export const suite = {
  name: 'the suite',
  run: async ({ remote, editor }) => {
    await remote.idle()
    return remote.suite(editor.suite)
  },
}
