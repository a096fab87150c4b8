# Recline in Kakoune. Link this file into ~/.config/kak/autoload, or source it in your kakrc before kakoune-lsp.

hook global BufCreate .*[.]rec %{
    set-option buffer filetype recline
}

hook global BufSetOption filetype=recline %{
    set-option buffer comment_line '#'
}

# The language server, for kakoune-lsp 18 and newer.
hook -group lsp-filetype-recline global BufSetOption filetype=recline %{
    # This option exists only with kakoune-lsp.
    try %{
        set-option buffer lsp_servers %{
            [recline]
            root_globs = ["recline.json", ".git"]
            command = "recline"
            args = ["lsp", "--stdio"]
            [recline.settings.recline]
            # Your own settings, with the names of docs/settings.md. They override the recline.json of the project, for example:
            # severity = { notation = "off" }
        }
    }
}

hook global WinSetOption filetype=recline %{
    require-module recline
}

hook -group recline-highlight global WinSetOption filetype=recline %{
    add-highlighter window/recline ref recline
    hook -once -always window WinSetOption filetype=.* %{ remove-highlighter window/recline }
}

provide-module recline %§

add-highlighter shared/recline regions
add-highlighter shared/recline/fields default-region group
add-highlighter shared/recline/comment region '^\h*#' '$' fill comment
add-highlighter shared/recline/block region '^\h*@BEGIN(?=\s)' '^\h*@END(?=\s)[^\n]*' group
# A text without a closing quote ends with its line.
add-highlighter shared/recline/string region '=\h*\K"' '(?<!\\)(?:\\\\)*"|$' group

add-highlighter shared/recline/block/ fill string
add-highlighter shared/recline/block/ regex '^\h*@(?:BEGIN|END)(?=\s)' 0:meta

add-highlighter shared/recline/string/ fill string
add-highlighter shared/recline/string/ regex '\\(?:["\\ntr]|u[0-9A-Fa-f]{4})' 0:value

add-highlighter shared/recline/fields/ regex '^\h*(@[^\s|]+)' 1:type
add-highlighter shared/recline/fields/ regex '^\h*(@DOC)(?=[\s|])' 1:meta
add-highlighter shared/recline/fields/ regex '(?:^|[\h|])([A-Za-z_][A-Za-z0-9_.-]*)\h*(?:(:)\h*([A-Za-z0-9_.-]*)\h*)?(=)\h*([^\s|"\[][^\s|]*)?' 1:variable 2:operator 3:builtin 4:operator 5:string
add-highlighter shared/recline/fields/ regex '=\h*(true|false|[+-]?\d[\d.eE+:TZ-]*)\h*(?:\||$)' 1:value
add-highlighter shared/recline/fields/ regex '\|' 0:operator

§
