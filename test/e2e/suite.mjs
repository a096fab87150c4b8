// The suite that runs in the process of the extensions, beside Recline.

/** @type {import('./flow.mjs').Flow} */
export const suite = {
  name: 'the suite',
  run: ({ remote, editor }) => remote.suite(editor.suite),
}
