-- Stands between a test and the Neovim under test, which is a process of its own that takes keys like any other. A
-- request is a line of JSON on standard input, the name of a function of Neovim's API and its arguments; the answer, or
-- the error, is a line on standard output.

local editor = vim.fn.jobstart({ vim.v.progpath, '--embed', '--headless', '-u', 'NONE', '-n' }, { rpc = true })

-- Without a window to draw in, it would show no list of completions to choose from.
vim.rpcrequest(editor, 'nvim_ui_attach', 200, 60, vim.empty_dict())
-- A message that has no room waits for a key, and with it everything else.
vim.rpcrequest(editor, 'nvim_exec', 'set cmdheight=10 shortmess=aAoOtTIcFsW nomore', false)

local function request(call)
  return vim.rpcrequest(editor, unpack(call))
end

for line in io.stdin:lines() do
  local ok, answer = pcall(request, vim.json.decode(line))
  if not ok then answer = tostring(answer) end
  io.stdout:write(vim.json.encode(ok and { answer = answer } or { error = answer }), '\n')
  io.stdout:flush()
end
vim.fn.jobstop(editor)
vim.cmd('qa!')
