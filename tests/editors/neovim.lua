-- Neovim 0.7 or newer with `faultline lsp` on a Maven project: records it, looks at what the editor shows, tries a mending mutant.
-- `faultline` is in PATH, PAGE is the page with the configuration, the working directory the project. Prints `ok`, or what was wrong, and leaves with an exit code.

local source = "src/main/java/shop/Discount.java"
local test = "src/test/java/shop/DiscountTest.java"
local long = 300000

local function check(is_so, what, found)
  if not is_so then
    error(what .. "; found " .. vim.inspect(found), 2)
  end
end

-- Runs the configuration for old Neovims as the page has it.
local function configure()
  local page = table.concat(vim.fn.readfile(os.getenv("PAGE")), "\n")
  local configuration = page:match("From 0%.7 .-```lua\n(.-)```")
  check(configuration ~= nil, "the page has a configuration", nil)
  local chunk, problem = loadstring(configuration)
  check(chunk ~= nil, "the configuration is Lua", problem)
  chunk()
end

-- Opens a file; the configuration attaches the client to it.
local function open(path)
  vim.cmd("edit " .. path)
  return vim.api.nvim_get_current_buf()
end

local function ask(buffer, method, params)
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, params, long)
  check(answers ~= nil, method .. " is answered", problem)
  local _, answer = next(answers)
  check(answer ~= nil and answer.error == nil, method .. " succeeds", answer)
  return answer.result
end

local function command(buffer, name, argument)
  return ask(buffer, "workspace/executeCommand", { command = name, arguments = { argument } })
end

local function document(buffer)
  return { uri = vim.uri_from_bufnr(buffer) }
end

-- The diagnostics of a buffer, once there is one at a line, from 0.
local function diagnostics_at(buffer, line)
  local found
  vim.wait(long, function()
    found = vim.diagnostic.get(buffer)
    return found[1] ~= nil and found[1].lnum == line
  end, 50)
  check(found[1] ~= nil and found[1].lnum == line, "a diagnostic at line " .. line, found)
  return found
end

local function titles(lenses)
  local all = {}
  for _, lens in ipairs(lenses) do
    table.insert(all, lens.range.start.line .. " " .. lens.command.title)
  end
  return table.concat(all, "; ")
end

local function hover(buffer, line, column)
  local answer = ask(buffer, "textDocument/hover", {
    textDocument = document(buffer),
    position = { line = line, character = column },
  })
  return answer and answer.contents.value
end

local function run()
  configure()
  local code = open(source)
  local function clients()
    return vim.lsp.buf_get_clients(code)
  end
  local is_ready = vim.wait(long, function()
    local _, client = next(clients())
    return client ~= nil and client.initialized
  end, 20)
  check(is_ready, "the server is initialized", vim.tbl_keys(clients()))
  local client = next(clients())
  check(hover(code, 8, 12) == nil, "nothing is known before the recording", nil)

  local recorded = command(code, "faultline.record", vim.empty_dict())
  check(recorded.exitCode == 1, "the build has a failing test", recorded)

  -- Two lines are as suspicious as the one with the fault, until mutants tell them apart.
  local found = diagnostics_at(code, 11)
  check(#found == 1 and found[1].severity == vim.diagnostic.severity.INFO, "one information", found)
  check(found[1].source == "faultline", "the source is faultline", found)
  check(found[1].message:find("DiscountTest#aHundredIsEnough fails", 1, true), "the failing test is named", found)
  check(found[1].message:find("expected 9000, but got 10000", 1, true), "what it said is there", found)
  check(found[1].col == 8 and found[1].end_col == 19, "the code of the line is marked", found)

  local text = hover(code, 8, 12)
  check(text:find("1 of 1 failing test", 1, true) and text:find("2 of 3 passing tests", 1, true), "counts", text)
  check(text:find("- `DiscountTest#aHundredIsEnough` failed", 1, true), "the failing test comes first", text)
  check(hover(code, 15, 30):find("1 of 3 passing tests", 1, true), "columns are UTF-16", text)

  vim.lsp.codelens.refresh()
  local lenses
  vim.wait(long, function()
    lenses = vim.lsp.codelens.get(code)
    return #lenses > 0
  end, 50)
  check(titles(lenses):find("6 3 tests, 1 fails", 1, true), "a lens above price", titles(lenses))
  check(titles(lenses):find("14 1 test;", 1, true), "a lens above text", titles(lenses))

  local tests = open(test)
  check(vim.lsp.buf_is_attached(tests, client), "the test has the same client", vim.tbl_keys(vim.lsp.buf_get_clients(tests)))
  check(#vim.lsp.get_active_clients() == 1, "there is one client", #vim.lsp.get_active_clients())
  local of_tests = ask(tests, "textDocument/codeLens", { textDocument = document(tests) })
  check(titles(of_tests):find("8 why it fails; 8 run this", 1, true), "lenses above the failing test", titles(of_tests))
  local why
  for _, lens in ipairs(of_tests) do
    if lens.command.title == "why it fails" then
      why = lens.command
    end
  end
  local shown = command(tests, why.command, why.arguments[1])
  check(shown.suspects[1].location.range.start.line == 11, "the first suspect is the line", shown)
  vim.cmd("buffer " .. code)

  local function actions(line)
    local at = { line = line, character = 12 }
    return ask(code, "textDocument/codeAction", {
      textDocument = document(code),
      range = { start = at, ["end"] = at },
      context = { diagnostics = {} },
    })
  end
  local before = actions(11)
  check(#before == 1 and before[1].command == "faultline.diff", "the nearest passing test is offered", before)
  local difference = command(code, before[1].command, before[1].arguments[1])
  check(difference.text:find("run exactly the same lines", 1, true), "the tests are compared", difference)

  local mutated = command(code, "faultline.mutate", { budget = "60s" })
  check(mutated.exitCode == 0, "mutants are run", mutated)
  diagnostics_at(code, 8)
  check(hover(code, 8, 12):find("Mutant `price:9`", 1, true), "a mutant mends", hover(code, 8, 12))

  -- The line moves, and everything with it.
  vim.api.nvim_buf_set_lines(code, 2, 2, false, { "// one", "// two" })
  diagnostics_at(code, 10)
  vim.api.nvim_buf_set_lines(code, 2, 4, false, {})
  diagnostics_at(code, 8)

  local edit
  for _, action in ipairs(actions(8)) do
    if action.title == "Faultline: try this change (`>` -> `>=` makes the test pass)" then
      edit = action.edit
    end
  end
  check(edit ~= nil, "the mending mutant is offered as an edit", actions(8))
  local encoding = vim.lsp.get_client_by_id(client).offset_encoding
  vim.lsp.util.apply_workspace_edit(edit, encoding)
  local line = vim.api.nvim_buf_get_lines(code, 8, 9, false)[1]
  check(line == "        if (sum >= 10_000) {", "the edit changes the sign alone", line)
  check(hover(code, 8, 12) == nil, "a line that was changed since has no hover", hover(code, 8, 12))
  vim.cmd("silent write")

  local again = command(code, "faultline.record", vim.empty_dict())
  check(again.exitCode == 0, "all tests pass now", again)
  check(vim.wait(long, function() return #vim.diagnostic.get(code) == 0 end, 50), "no suspect is left", vim.diagnostic.get(code))
  vim.lsp.stop_client(client)
end

local is_ok, problem = pcall(run)
io.stdout:write(is_ok and "ok\n" or (tostring(problem) .. "\n"))
io.stdout:flush()
vim.cmd(is_ok and "qall!" or "cquit 1")
