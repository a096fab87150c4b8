-- The name "rec" is taken, by the files of GNU recutils.
vim.api.nvim_create_autocmd({ 'BufNewFile', 'BufRead' }, {
  pattern = '*.rec',
  callback = function(event)
    vim.bo[event.buf].filetype = 'recline'
  end,
})
