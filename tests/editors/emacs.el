;;; Emacs with Eglot and `faultline lsp' on a Maven project: records it and looks at what the editor shows.  -*- lexical-binding: t -*-
;; FAULTLINE is the program, the working directory the project. Prints `ok', or what was wrong, and leaves with an exit code.

(require 'cl-lib)
(package-initialize) ; Debian's elpa-eglot, before Emacs 29
(require 'eglot)
(require 'flymake)

(defconst shop-long 300)

(defun shop-check (is-so what found)
  (unless is-so (error "%s; found %S" what found)))

(defun shop-wait (until)
  "Wait until UNTIL gives something, and give it."
  (let ((end (+ (float-time) shop-long)) found)
    (while (and (not (setq found (funcall until))) (< (float-time) end))
      (accept-process-output nil 0.1)
      (sit-for 0.05))
    found))

(defun shop-ask (method params)
  (jsonrpc-request (eglot-current-server) method params :timeout shop-long))

(defun shop-command (name)
  (shop-ask :workspace/executeCommand (list :command name :arguments (vector))))

(defun shop-diagnostics ()
  ;; Emacs 28 leaves a message that comes together with an answer until there is more to read: this gives it more.
  (shop-ask :textDocument/codeLens (list :textDocument (eglot--TextDocumentIdentifier)))
  (with-current-buffer "Discount.java" (flymake-diagnostics)))

(defun shop-run ()
  ;; The project is this folder, whatever repository it lies in.
  (let ((root default-directory))
    (setq project-find-functions (list (lambda (_) (cons 'transient root)))))
  (setq eglot-server-programs (list (cons 'java-mode (list (getenv "FAULTLINE") "lsp")))
        eglot-sync-connect 60
        eglot-autoshutdown nil
        make-backup-files nil
        create-lockfiles nil)
  (find-file "src/main/java/shop/Discount.java")
  (java-mode)
  (apply #'eglot (eglot--guess-contact))
  (shop-check (eglot-current-server) "the server is connected" nil)
  (flymake-start) ; which waits for a window, and there is none
  (let ((recorded (shop-command "faultline.record")))
    (shop-check (= 1 (plist-get recorded :exitCode)) "the build has a failing test" recorded))
  (let* ((found (shop-wait #'shop-diagnostics)) (first (car found)))
    (shop-check (= 1 (length found)) "one diagnostic" found)
    (shop-check (= 12 (line-number-at-pos (flymake-diagnostic-beg first))) "it marks the line" first)
    (shop-check (string-match-p "DiscountTest#aHundredIsEnough fails" (flymake-diagnostic-text first))
                "the failing test is named" (flymake-diagnostic-text first)))
  (goto-char (point-min))
  (search-forward "sum > 10_000")
  (let* ((hover (shop-ask :textDocument/hover (eglot--TextDocumentPositionParams)))
         (text (plist-get (plist-get hover :contents) :value)))
    (shop-check (string-match-p "1 of 1 failing test" text) "the hover counts tests" text))
  (goto-char (point-min))
  (insert "// new\n")
  (let ((moved (shop-wait (lambda ()
                            (let ((first (car (shop-diagnostics))))
                              (and first (= 13 (line-number-at-pos (flymake-diagnostic-beg first)))))))))
    (shop-check moved "the diagnostic moves with an edit" (shop-diagnostics)))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server)))

(condition-case problem
    (progn (shop-run) (princ "ok\n") (kill-emacs 0))
  (error (princ (format "%s\n" (error-message-string problem))) (kill-emacs 1)))
