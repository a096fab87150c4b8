import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Emacs, startEmacs } from './emacs.ts'
import { startNeovim } from './neovim.ts'
import { compileParser } from './parser.ts'
import { colorful, controls, evidence, makeWorkspace, recline, shippedFor } from './workspace.ts'

/** What docs/editors/emacs.md promises, in the Emacs on the PATH with what is shipped for it. */
let emacs: Emacs
let folder: string
const clean: (() => Promise<void>)[] = []

beforeAll(async () => {
  const workspace = await makeWorkspace()
  folder = workspace.folder
  clean.push(workspace.remove)
  emacs = await startEmacs()
  clean.unshift(() => emacs.stop())
  await emacs.lisp(`(progn
    (add-to-list 'load-path "${shippedFor('emacs')}")
    (require 'recline)
    (require 'eglot)
    (setq eglot-send-changes-idle-time 0
          recline-server-command '("${recline}" "lsp" "--stdio")
          recline-settings '(:severity (:notation "off")))
    (add-hook 'recline-mode-hook #'eglot-ensure)
    (switch-to-buffer (find-file-noselect "${join(folder, 'controls.compliance.rec')}"))
    (run-hooks 'post-command-hook)
    t)`)
})

afterAll(async () => {
  for (const work of clean) await work()
})

const atLine = (number: number): string => `(goto-char (point-min)) (forward-line ${number - 1})`
const line = (number: number): Promise<unknown> =>
  emacs.lisp(`(save-excursion ${atLine(number)} (buffer-substring-no-properties (point) (line-end-position)))`)
const controlsLine = (number: number): string => controls.split('\n')[number - 1]!
const cursorAt = (number: number, text: string): Promise<unknown> =>
  emacs.lisp(`(progn ${atLine(number)} (search-forward ${JSON.stringify(text)}) (goto-char (match-beginning 0)) t)`)
/** Types text and waits until the server has been told. */
async function type(text: string): Promise<void> {
  await emacs.lisp(`(progn (insert ${JSON.stringify(text)}) t)`)
  await emacs.waitFor('(not eglot--recent-changes)')
}

describe('with the language server', () => {
  beforeEach(() => emacs.lisp('(progn (revert-buffer t t t) t)'))

  test('a .rec file is found to be one, and the server is started for its project', async () => {
    expect(await emacs.lisp('(list (symbol-name major-mode) comment-start)')).toEqual(['recline-mode', '# '])
    expect(
      await emacs.waitFor(`(and (eglot-current-server) (list
      (plist-get (eglot--server-info (eglot-current-server)) :name)
      (directory-file-name (expand-file-name (project-root (eglot--project (eglot-current-server)))))))`),
    ).toEqual(['Recline', folder])
  })

  test('problems, with the severities of the settings', async () => {
    await emacs.lisp('(progn (flymake-start) t)')
    expect(
      await emacs.waitFor(`(mapcar (lambda (problem) (list
        (line-number-at-pos (flymake-diagnostic-beg problem)) (symbol-name (flymake-diagnostic-type problem))
        (car (split-string (flymake-diagnostic-text problem) ":"))))
      (flymake-diagnostics))`),
    ).toEqual([
      [2, 'eglot-error', 'recline [out-of-range]'],
      [3, 'eglot-error', 'recline [not-in-enum]'],
    ])
  })

  test('a hover, as text where Emacs has no mode for Markdown', async () => {
    await cursorAt(2, 'CONTROL')
    await emacs.lisp(`(progn (setq recline-test-hover nil)
      (eglot-hover-eldoc-function (lambda (text &rest _) (setq recline-test-hover text))) t)`)
    expect(
      await emacs.waitFor(
        '(and recline-test-hover (car (split-string (substring-no-properties recline-test-hover) "\\n")))',
      ),
    ).toBe('CONTROL · core.compliance')
  })

  test('completion of a tag, whose required fields come with it', async () => {
    await emacs.lisp('(progn (goto-char (point-max)) t)')
    await type('@CONTR')
    await emacs.lisp('(progn (completion-at-point) t)')
    expect(await line(4)).toBe('@CONTROL rid=CTL-2')
  })

  test('completion of a value, in the order of the values', async () => {
    await cursorAt(3, '"high"')
    await emacs.lisp('(progn (delete-char 6) t)')
    await type('')
    expect(
      await emacs.lisp(`(let* ((completion (eglot-completion-at-point)) (table (nth 2 completion)))
      (funcall (completion-metadata-get (completion-metadata "" table nil) 'display-sort-function) (all-completions "" table)))`),
    ).toEqual(['low', 'medium', 'high', 'critical'])
    await type('med')
    await emacs.lisp('(progn (completion-at-point) t)')
    expect(await line(3)).toBe(controlsLine(3).replace('high', 'medium'))
  })

  test('the record that a reference means', async () => {
    await cursorAt(3, 'CTL-1')
    await emacs.lisp("(progn (call-interactively #'xref-find-definitions) t)")
    expect(await emacs.lisp('(list (line-number-at-pos) (current-column))')).toEqual([2, 13])
  })

  test('a fix', async () => {
    await cursorAt(3, 'opened')
    await emacs.lisp(`(cl-letf (((symbol-function 'completing-read) (lambda (_ choices &rest _) (caar choices))))
      (eglot-code-actions (point) (point) "quickfix" t) t)`)
    expect(await line(3)).toBe(controlsLine(3).replace('opened', 'open'))
  })

  test('formatting', async () => {
    await emacs.lisp('(progn (eglot-format-buffer) t)')
    expect(await line(3)).toBe(controlsLine(3).replace('=CTL-1', '="CTL-1"'))
  })

  test('the field before a bar is formatted as the bar is typed', async () => {
    await emacs.lisp('(progn (goto-char (point-max)) t)')
    await type('@CONTROL rid="CTL-3"')
    await emacs.lisp('(let ((last-command-event ?|) (last-input-event ?|)) (self-insert-command 1) t)')
    expect(await line(4)).toBe('@CONTROL rid=CTL-3 |')
  })

  test('an id is renamed in all files', async () => {
    await cursorAt(2, 'CTL-1')
    await emacs.lisp('(cl-letf (((symbol-function \'y-or-n-p) #\'always)) (eglot-rename "CTL-77") t)')
    expect(await line(2)).toBe(controlsLine(2).replace('CTL-1', 'CTL-77'))
    expect(await line(3)).toBe(controlsLine(3).replace('CTL-1', 'CTL-77'))
    await emacs.lisp('(progn (save-some-buffers t) t)')
    expect(await readFile(join(folder, 'evidence.compliance.rec'), 'utf8')).toBe(evidence.replace('CTL-1', 'CTL-77'))
  })

  test('nothing was complained of', async () => {
    expect(await emacs.lisp('(with-current-buffer "*Messages*" (buffer-string))')).not.toMatch(
      /error|warning|unknown|unhandled/i,
    )
  })
})

test('colors, by patterns', async () => {
  await emacs.lisp(`(progn
    (switch-to-buffer (get-buffer-create "colors.rec"))
    (insert ${JSON.stringify(`${colorful}@T a="open\n@T b=1 # x\n`)})
    (let (recline-mode-hook) (recline-mode))
    (font-lock-ensure) t)`)
  expect(
    await emacs.lisp(`(let (found (position (point-min)))
    (while (< position (point-max))
      (let ((next (next-single-property-change position 'face nil (point-max))) (face (get-text-property position 'face)))
        (when face
          (push (format "%s  %s" (buffer-substring-no-properties position next)
                        (replace-regexp-in-string "font-lock-\\\\(.*\\\\)-face" "\\\\1" (symbol-name face))) found))
        (setq position next)))
    (nreverse found))`),
  ).toEqual([
    '@CONTROL  type',
    'rid  variable-name',
    'title  variable-name',
    '"a\\n b=c"  string',
    'level  variable-name',
    'int  builtin',
    '3  constant',
    'on  variable-name',
    'true  constant',
    '#   comment-delimiter',
    'note | a=1\n  comment',
    '@BEGIN x\n@T a=1\n@END y\n  string',
    '@DOC  preprocessor',
    'domain  variable-name',
    '@T  type',
    'a  variable-name',
    '"open  string',
    '@T  type',
    'b  variable-name',
  ])
})

test('the mode compiles without a warning', async () => {
  const compiled = join(folder, 'recline.elc')
  expect(
    await emacs.lisp(`(let ((byte-compile-error-on-warn t) (byte-compile-dest-file-function (lambda (_) "${compiled}")))
    (and (byte-compile-file "${shippedFor('emacs/recline.el')}") t))`),
  ).toBe(true)
})

test('what recline-ts-mode colors by are queries of the grammar, for an Emacs that has tree-sitter', async () => {
  const parser = await compileParser()
  const neovim = startNeovim()
  clean.unshift(() => neovim.stop(), parser.remove)
  await neovim.lua('vim.opt.runtimepath:prepend(...)', parser.folder)
  for (const query of (await emacs.lisp("(mapcar #'cdr recline--ts-queries)")) as string[]) {
    const count = 'return #(vim.treesitter.query.parse or vim.treesitter.query.parse_query)("recline", ...).captures'
    expect(await neovim.lua(count, query)).toBeGreaterThan(0)
  }
})
