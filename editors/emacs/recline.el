;;; recline.el --- Records as text, checked as you write them  -*- lexical-binding: t -*-

;; Version: 0.2.0
;; Package-Requires: ((emacs "26.3"))
;; Keywords: languages

;;; Commentary:

;; A major mode for .rec files, and the language server of Recline for eglot.  Add this to your init file:
;;
;;   (add-to-list 'load-path "<editors>/emacs")
;;   (require 'recline)
;;   (add-hook 'recline-mode-hook #'eglot-ensure)
;;
;; From Emacs 29 on `recline-ts-mode' colors by the tree-sitter grammar.

;;; Code:

(defgroup recline nil
  "Records as text, checked as you write them."
  :group 'languages)

(defcustom recline-server-command '("recline" "lsp" "--stdio")
  "The command that starts the language server."
  :type '(repeat string))

(defcustom recline-settings nil
  "Settings of the language server, as a property list.
Their names are those in docs/settings.md, for example
  (:severity (:notation \"off\") :format (:wrapColumn 120))
Put the settings of a project into its recline.json, or into
`eglot-workspace-configuration' under :recline."
  :type 'plist)

;;; The language server

(defun recline--contact (&rest _)
  "The configuration of eglot for the language server."
  (append recline-server-command
          (and recline-settings
               (list :initializationOptions (list :settings recline-settings)))))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(recline-mode . recline--contact)))

(put 'recline-mode 'eglot-language-id "rec")
(put 'recline-ts-mode 'eglot-language-id "rec")

;;; The major mode

(defvar recline-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\n ">" table)
    ;; A quote that is not closed ends with its line: `recline-font-lock-keywords' know strings.
    (modify-syntax-entry ?\" "." table)
    ;; What completion replaces is a whole tag, name or id.
    (dolist (character '(?@ ?_ ?- ?.))
      (modify-syntax-entry character "_" table))
    (dolist (character '(?= ?| ?: ?,))
      (modify-syntax-entry character "." table))
    table)
  "Syntax table of `recline-mode'.")

(defun recline--in-block-p (position)
  "Return non-nil if POSITION is in a block, which is a string."
  (save-excursion (nth 3 (syntax-ppss position))))

(defconst recline--syntax-propertize
  (syntax-propertize-rules
   ("^[ \t]*\\(#\\)" (1 (unless (recline--in-block-p (match-beginning 1)) (string-to-syntax "<"))))
   ("^[ \t]*\\(@\\)BEGIN\\(?:[ \t\n]\\|\\'\\)" (1 (unless (recline--in-block-p (match-beginning 1)) (string-to-syntax "|"))))
   ("^[ \t]*@END\\(?:[ \t].*\\)?\\(\n\\)" (1 (when (recline--in-block-p (match-beginning 1)) (string-to-syntax "|")))))
  "Syntax of comments and blocks.")

(defconst recline-font-lock-keywords
  '(("=[ \t]*\\(\"\\(?:\\\\.\\|[^\"\\\n]\\)*\"?\\)" 1 font-lock-string-face)
    ("^[ \t]*\\(@DOC\\)\\(?:[ \t|]\\|$\\)" 1 font-lock-preprocessor-face)
    ("^[ \t]*\\(@[^ \t\n|]+\\)" 1 font-lock-type-face)
    ("\\(?:^\\|[ \t|]\\)\\([A-Za-z_][A-Za-z0-9_.-]*\\)[ \t]*\\(?::[ \t]*\\([A-Za-z0-9_.-]+\\)[ \t]*\\)?="
     (1 font-lock-variable-name-face) (2 font-lock-builtin-face nil t))
    ("=[ \t]*\\(true\\|false\\|[+-]?[0-9][0-9.eE+:TZ-]*\\)[ \t]*\\(?:|\\|$\\)" 1 font-lock-constant-face))
  "Font-lock keywords of `recline-mode'.")

;;;###autoload
(define-derived-mode recline-mode prog-mode "Recline"
  "Major mode for records as text."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+[ \t]*")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 2)
  ;; A continuation line is indented as far as its author likes.
  (setq-local indent-line-function #'indent-relative)
  (setq-local syntax-propertize-function recline--syntax-propertize)
  (setq-local font-lock-defaults '(recline-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.rec\\'" . recline-mode))

;;; The tree-sitter grammar

(declare-function treesit-ready-p "treesit")
(declare-function treesit-parser-create "treesit.c")
(declare-function treesit-font-lock-rules "treesit")
(declare-function treesit-major-mode-setup "treesit")
(defvar treesit-font-lock-settings)
(defvar treesit-font-lock-feature-list)

(defconst recline--ts-queries
  '((comment . "[(comment) (misplaced_comment)] @font-lock-comment-face")
    (tag . "(record [\"@\" (tag)] @font-lock-type-face)
            (header [\"@\" (tag)] @font-lock-preprocessor-face)
            (block [\"@BEGIN\" \"@END\"] @font-lock-preprocessor-face)")
    (field . "(name) @font-lock-variable-name-face
              (type) @font-lock-builtin-face")
    (value . "[(string) (unclosed_string) (unclosed_list) (text) (block_label) (block_content)] @font-lock-string-face
              [(integer) (float) (timestamp) (boolean)] @font-lock-constant-face")
    (escape . "(escape_sequence) @font-lock-escape-face")
    (punctuation . "[\"|\" \":\" \",\"] @font-lock-delimiter-face
                    [\"[\" \"]\"] @font-lock-bracket-face
                    \"=\" @font-lock-operator-face"))
  "Font-lock features of `recline-ts-mode'.")

;;;###autoload
(define-derived-mode recline-ts-mode recline-mode "Recline"
  "Major mode for records as text, with the tree-sitter grammar."
  (when (and (require 'treesit nil t) (treesit-ready-p 'recline))
    (treesit-parser-create 'recline)
    (setq-local treesit-font-lock-settings
                (apply #'treesit-font-lock-rules
                       (apply #'append
                              (mapcar (lambda (query)
                                        (list :language 'recline :feature (car query)
                                              :override (eq (car query) 'escape)
                                              (cdr query)))
                                      recline--ts-queries))))
    (setq-local treesit-font-lock-feature-list '((comment tag) (field value) (escape) (punctuation)))
    (setq-local font-lock-defaults nil)
    (treesit-major-mode-setup)))

(provide 'recline)

;;; recline.el ends here
