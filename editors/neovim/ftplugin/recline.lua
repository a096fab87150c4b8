vim.bo.comments = ':#'
vim.bo.commentstring = '# %s'
vim.bo.suffixesadd = '.rec'
vim.b.undo_ftplugin = 'setlocal comments< commentstring< suffixesadd<'

-- Colors by the grammar where it has been compiled (docs/editors/neovim.md), else by syntax/recline.vim.
if #vim.api.nvim_get_runtime_file('parser/recline.*', false) > 0 then
  if vim.treesitter.start then
    vim.treesitter.start(0, 'recline')
  else
    require('vim.treesitter.highlighter').new(vim.treesitter.get_parser(0, 'recline'))
  end
end
