-- Recline in Neovim 0.7 and newer.
--
--   require('recline').setup()
--   require('recline').setup({ settings = { recline = { severity = { notation = 'off' } } } })

local M = {}

-- The configuration of the language server. setup() can replace each entry.
M.config = {
  cmd = { 'recline', 'lsp', '--stdio' },
  filetypes = { 'recline' },
  root_markers = { 'recline.json', '.git' },
  -- Your own settings, with the names of docs/settings.md. They override the recline.json of the project.
  settings = {},
  -- Sends the settings at the start, because older versions of Neovim do not send them later.
  before_init = function(params, config)
    params.initializationOptions = { settings = config.settings.recline }
  end,
}

-- Starts the language server for every .rec file. `options` are those of vim.lsp.config. Older versions of Neovim support
-- cmd, root_markers, settings, capabilities, handlers and on_attach.
function M.setup(options)
  if vim.lsp.config then
    vim.lsp.config('recline', options or {})
    vim.lsp.enable('recline')
    return
  end
  local config = vim.tbl_extend('force', M.config, options or {})
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('recline', {}),
    pattern = config.filetypes,
    callback = function(event)
      M.start(event.buf, config)
    end,
  })
end

-- The folder above a file that has one of the markers, or nil.
local function root_of(buffer, markers)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
  for _, marker in ipairs(markers) do
    local file = vim.fn.findfile(marker, vim.fn.escape(folder, ' ,;') .. ';')
    local found = file ~= '' and file or vim.fn.finddir(marker, vim.fn.escape(folder, ' ,;') .. ';')
    if found ~= '' then
      return (vim.fn.fnamemodify(found, ':p'):gsub('/$', ''):gsub('/[^/]*$', ''))
    end
  end
end

-- The servers that run in Neovim 0.7, by their roots. Newer versions keep this list themselves.
local clients = {}

function M.start(buffer, config)
  local root = root_of(buffer, config.root_markers)
  local options = vim.tbl_extend('force', config, { name = 'recline', root_dir = root })
  if vim.lsp.start then
    vim.lsp.start(options, { bufnr = buffer })
    return
  end
  local client = clients[root or '']
  if not client or not vim.lsp.get_client_by_id(client) then
    client = vim.lsp.start_client(options)
    clients[root or ''] = client
  end
  if client then
    vim.lsp.buf_attach_client(buffer, client)
    vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
    vim.bo[buffer].tagfunc = 'v:lua.vim.lsp.tagfunc'
    vim.bo[buffer].formatexpr = 'v:lua.vim.lsp.formatexpr()'
  end
end

return M
