//! A checkout of the suite: its test files and its harness files.

use crate::front_matter::FrontMatter;
use crate::scope::{Place, Scope};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// A checkout, given as a folder.
pub struct Suite {
    root: PathBuf,
    harness: HashMap<String, String>,
}

/// Harness files that stand in for those of the suite that need the Function constructor.
const OVERRIDES: [(&str, &str); 3] = [
    ("fnGlobalObject.js", include_str!("../harness/fnGlobalObject.js")),
    ("resizableArrayBufferUtils.js", include_str!("../harness/resizableArrayBufferUtils.js")),
    ("wellKnownIntrinsicObjects.js", include_str!("../harness/wellKnownIntrinsicObjects.js")),
];

impl Suite {
    /// Opens the checkout at `root`; fails when it has no `test` and `harness` folders.
    pub fn open(root: &Path) -> io::Result<Suite> {
        for folder in ["test", "harness"] {
            if !root.join(folder).is_dir() {
                let message =
                    format!("{} has no {folder}/ folder: not a test262 checkout", root.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, message));
            }
        }
        let harness =
            OVERRIDES.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
        Ok(Suite { root: root.to_path_buf(), harness })
    }

    /// The text of a test.
    pub fn read(&self, path: &str) -> io::Result<String> {
        Ok(String::from_utf8_lossy(&std::fs::read(self.root.join(path))?).into_owned())
    }

    /// The text of a harness file, read once.
    pub fn harness(&mut self, name: &str) -> io::Result<&str> {
        if !self.harness.contains_key(name) {
            let text = self.read(&format!("harness/{name}"))?;
            self.harness.insert(name.to_string(), text);
        }
        Ok(&self.harness[name])
    }

    /// The paths below `prefix`, sorted, that belong to `tier`.
    pub fn select(&self, scope: &Scope, tier: &str, prefix: &str) -> io::Result<Vec<String>> {
        let mut files = Vec::new();
        walk(&self.root, "test", &mut files)?;
        files.retain(|path| path.starts_with(prefix));
        files.sort();
        let mut selected = Vec::new();
        for path in files {
            let source = self.read(&path)?;
            if scope.place(&path, &FrontMatter::read(&source), &source) == Place::Tier(tier) {
                selected.push(path);
            }
        }
        Ok(selected)
    }
}

fn walk(root: &Path, folder: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in std::fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            walk(root, &path, files)?;
        } else if path.ends_with(".js") && !path.contains("_FIXTURE") {
            files.push(path);
        }
    }
    Ok(())
}
