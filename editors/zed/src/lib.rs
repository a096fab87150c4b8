use zed_extension_api::{self as zed, serde_json, settings::LspSettings, LanguageServerId, Result};

struct Recline;

impl zed::Extension for Recline {
    fn new() -> Self {
        Recline
    }

    // The `recline` on the PATH, or the setting lsp.recline.binary.
    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &zed::Worktree) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree).ok().and_then(|settings| settings.binary);
        let (path, arguments) = binary.map(|binary| (binary.path, binary.arguments)).unwrap_or_default();
        let command = path
            .or_else(|| worktree.which("recline"))
            .ok_or("recline is not on the PATH. Install it, or set lsp.recline.binary.path in the settings.")?;
        Ok(zed::Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["lsp".into(), "--stdio".into()]),
            env: worktree.shell_env(),
        })
    }

    // The setting lsp.recline.settings of Zed, under the key that the server requests.
    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)?.settings;
        Ok(settings.map(|settings| serde_json::json!({ "recline": settings })))
    }
}

zed::register_extension!(Recline);
