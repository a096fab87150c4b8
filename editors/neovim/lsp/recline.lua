-- The language server as Neovim 0.11 and newer want it told: vim.lsp.enable('recline')
return require('recline').config
