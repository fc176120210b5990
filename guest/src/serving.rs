//! A skill for a server: its frontmatter, its files, and whether clients will
//! take it.

use agent_skills_types::{Error, FileInfo, FileKind, Invoker, ServedSkill};

use crate::diagnostic::Note;
use crate::digest::digest;
use crate::manifest::{self, FileList, Gap};
use crate::media_type::media_type;
use crate::resource::SkillFiles;
use crate::servable::{file_name_fault, judge, size_fault};
use crate::skill::join;
use crate::storage::Kind;
use crate::text;
use crate::toolkit::Toolkit;

/// What a server needs of a skill, read anew.
///
/// # Errors
/// As the WIT function `serve-skill` says.
pub fn serve(toolkit: &mut Toolkit, name: &str) -> Result<ServedSkill, Error> {
    toolkit.with_files(name, Invoker::Host, |toolkit, skill, files| {
        let bytes = files.read_instructions()?;
        let file = files.instructions();
        let judged = judge(&bytes, file, &skill.name, toolkit.limits());
        let list = manifest::list(files, toolkit.limits());
        let mut listed = with_sizes(files, &list);
        // Frontmatter, digest and size are of the same bytes, whatever lies
        // there by now.
        let own = listed.files.iter_mut().find(|listed| listed.path == file);
        if let Some(own) = own {
            own.size = bytes.len() as u64;
        }
        let path = text::one_line(&join(&skill.directory, file));
        let faults = judged.faults.into_iter().chain(listed.fault());
        Ok(ServedSkill {
            frontmatter: judged.frontmatter,
            digest: digest(&bytes),
            faults: faults
                .map(|note| note.in_file(&skill.root, &path))
                .collect(),
            files: listed.files,
        })
    })
}

/// The listed files of a skill with their sizes.
pub struct Files {
    /// In code point order.
    pub files: Vec<FileInfo>,
    /// What left some out.
    gap: Option<Gap>,
}

impl Files {
    /// What keeps a skill with these files from being served.
    pub fn fault(&self) -> Option<Note> {
        if let Some(file) = self.files.iter().find(|file| file.path.contains('\\')) {
            return Some(file_name_fault(&file.path));
        }
        let sizes = self.files.iter().map(|file| file.size);
        let bytes = sizes.fold(0, u64::saturating_add);
        size_fault(self.files.len(), bytes, self.gap.as_ref())
    }
}

/// The listed files of a skill with their sizes. One that cannot be looked at is
/// left out, and the list is then not complete.
pub fn with_sizes(files: &SkillFiles<'_>, list: &FileList) -> Files {
    let mut listed = Files {
        files: Vec::with_capacity(list.paths.len()),
        gap: list.gap.clone(),
    };
    for path in &list.paths {
        match files.find(path) {
            Ok(found) if found.stat.kind == Kind::File => listed.files.push(FileInfo {
                media_type: media_type(path).to_owned(),
                kind: FileKind::File,
                size: found.stat.stamp.size,
                listed: true,
                path: path.clone(),
            }),
            _ => {
                let unreadable = || Gap::Unreadable(path.clone());
                listed.gap.get_or_insert_with(unreadable);
            }
        }
    }
    listed
}
