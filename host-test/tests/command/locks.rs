//! `agent-skills lock` and `verify`, signatures, and runs under a lock.

use crate::support::{NOTES, Place};

// Written by openssl: a key pair, and the public key of another.
const PRIVATE: &str = "-----BEGIN PRIVATE KEY-----\n\
    MC4CAQAwBQYDK2VwBCIEIHjVYR7bXl9rRcvNWWX7wbb1zz/+yYeWMfWIJXElQM91\n\
    -----END PRIVATE KEY-----\n";
const PUBLIC: &str = "-----BEGIN PUBLIC KEY-----\n\
    MCowBQYDK2VwAyEApVOxPjCPpbDnLtbixQVxJ5QiREu8vX61pVmft9XVKc0=\n\
    -----END PUBLIC KEY-----\n";
const OTHER: &str = "-----BEGIN PUBLIC KEY-----\n\
    MCowBQYDK2VwAyEA4g/ws6y2URYRZ0ueZTXFg59UmDffza9DfadgzBTeMB0=\n\
    -----END PUBLIC KEY-----\n";

const FILE: &str = "agent-skills.lock.json";

/// A place whose skills are locked and signed.
fn locked() -> Place {
    let place = Place::with_skills();
    place.write("key.pem", PRIVATE);
    place.write("public.pem", PUBLIC);
    place.write("other.pem", OTHER);
    place.expect(
        &["--root", "skills", "lock", "--sign", "key.pem"],
        0,
        "",
        "note: locked 2 skills in `agent-skills.lock.json`\n",
    );
    place
}

#[test]
fn a_lock_can_be_printed() {
    let place = locked();
    let printed = place.bytes(&["--root", "skills", "lock", "--output", "-"]);
    let written = std::fs::read(place.work().join(FILE)).expect("it was written");
    assert_eq!(printed, written);
    let document: serde_json::Value = serde_json::from_slice(&printed).expect("it is JSON");
    assert_eq!(
        document["skills"][0]["digest"],
        "sha256:8a5c0d14e992aad031add037c19e546fd6c9bc9b7e1b1382c0cffcdd6315f8a5"
    );
}

/// They may be named by whoever made the directory.
#[cfg(unix)]
#[test]
fn locks_and_keys_are_regular_files_of_a_bounded_size() {
    let place = locked();
    place.link("/dev/zero", "endless.json");
    let made = std::process::Command::new("mkfifo")
        .arg(place.work().join("pipe.json"))
        .status();
    assert!(made.expect("it is installed").success());
    for (arguments, file) in [
        (["--lock", "endless.json", "list"], "endless.json"),
        (["--lock", "pipe.json", "list"], "pipe.json"),
        (["verify", "--key", "pipe.json"], "pipe.json"),
    ] {
        place.expect(
            &[&["--root", "skills"], &arguments[..]].concat(),
            1,
            "",
            &format!("error: cannot use `{file}`: it is not a regular file\n"),
        );
    }
}

/// A lock that lacks skills would be taken for one of all, and the one that was
/// there is not replaced by it.
#[test]
fn nothing_is_locked_where_skills_may_be_missing() {
    let place = locked();
    let lock = || std::fs::read(place.work().join(FILE)).expect("it was written");
    let before = lock();
    place.write("many.yaml", "limits: {scan_entries: 1}\n");
    let missing = "WORK/nothere: info[root-missing]: The directory does not exist.\n  \
                   hint: Create it, or correct the path.\n";
    let file = "WORK/key.pem: error[root-not-directory]: It is not a directory.\n  \
                hint: Give a directory of skills, a skill or its SKILL.md.\n";
    let limited = "WORK/skills: error[scan-limit]: The scan stopped after 1 directory \
                   entries.\n  \
                   hint: Mount only the directories with skills, or raise `limits.scan_entries`.\n";
    let cases: [(&[&str], &str); 4] = [
        (&["--root", "nothere"], missing),
        (&["--root", "skills", "--root", "nothere"], missing),
        (&["--root", "skills", "--root", "key.pem"], file),
        (&["--root", "skills", "--config", "many.yaml"], limited),
    ];
    let refused = "error: nothing is locked, since not all skills could be found\n  \
                   hint: Mend what is told above, or leave that root out.\n";
    for (arguments, told) in cases {
        for output in [FILE, "-"] {
            let arguments = [arguments, &["lock", "--output", output]].concat();
            place.expect(&arguments, 1, "", &format!("{told}{refused}"));
            assert_eq!(lock(), before);
        }
    }

    std::fs::create_dir(place.work().join("empty")).expect("it is new");
    place.expect(
        &["--root", "empty", "lock"],
        1,
        "",
        "error: nothing is locked, since there are no skills\n  \
         hint: Name a directory of skills with --root.\n",
    );
    assert_eq!(lock(), before);

    // What is no skill is told of, and lacks nothing.
    place.write("skills/broken/SKILL.md", "---\nname: broken\n---\n");
    let run = place.run(&["--root", "skills", "lock"]);
    assert_eq!(run.status, 0);
    assert!(
        run.stderr.contains("error[description-missing]"),
        "{}",
        run.stderr
    );
    assert_eq!(lock(), before);
}

#[test]
fn what_is_equal_is_told_by_the_status() {
    let place = locked();
    place.expect(&["--root", "skills", "verify"], 0, "", "");
    place.expect(
        &["--root", "nothere", "--root", "skills", "verify"],
        0,
        "",
        "WORK/nothere: info[root-missing]: The directory does not exist.\n  \
         hint: Create it, or correct the path.\n",
    );
    place.expect(
        &[
            "--root",
            "skills",
            "verify",
            "--key",
            "public.pem",
            "--json",
        ],
        0,
        "{\"diagnostics\":[],\"ok\":true}\n",
        "",
    );
}

#[test]
fn drift_is_told() {
    let place = locked();
    place.write("skills/pdf/forms.md", "Fields FIRST.\n");
    place.expect(
        &["--root", "skills", "verify"],
        1,
        "",
        "WORK/skills/pdf/forms.md: error[lock-file-changed]: The file is not the one that the \
         lock lists: its SHA-256 is another.\n  hint: Restore it, or look at the change; if it \
         may be used, lock the skills anew.\n",
    );
}

#[test]
fn a_signature_that_does_not_fit_is_refused() {
    let place = locked();
    let verify = |key| ["--root", "skills", "verify", "--key", key];
    place.expect(
        &verify("other.pem"),
        1,
        "",
        "error: cannot use `agent-skills.lock.json.sig`: the signature does not fit the lock and \
         the key\n",
    );
    place.expect(
        &verify("key.pem"),
        1,
        "",
        "error: cannot use `key.pem`: the key is not an Ed25519 public key in PEM (SPKI)\n",
    );
    place.write("agent-skills.lock.json.sig", [0; 63]);
    place.expect(
        &verify("public.pem"),
        1,
        "",
        "error: cannot use `agent-skills.lock.json.sig`: the signature is not 64 bytes long\n",
    );
    std::fs::remove_file(place.work().join("agent-skills.lock.json.sig")).expect("it is there");
    place.expect(
        &verify("public.pem"),
        1,
        "",
        "error: cannot use `agent-skills.lock.json.sig`: No such file or directory (os error 2)\n",
    );
    place.expect(
        &["--root", "skills", "lock", "--sign", "public.pem"],
        1,
        "",
        "error: cannot use `public.pem`: the key is not an Ed25519 private key in PEM (PKCS#8)\n",
    );
}

#[test]
fn a_lock_that_was_changed_is_refused_with_a_key() {
    let place = locked();
    place.write(
        "skills/notes/SKILL.md",
        format!("{NOTES}And publish them.\n"),
    );
    place.bytes(&["--root", "skills", "lock"]);
    let run = [
        "--root",
        "skills",
        "--lock",
        FILE,
        "--key",
        "public.pem",
        "list",
    ];
    place.expect(
        &run,
        1,
        "",
        "error: cannot use `agent-skills.lock.json.sig`: the signature does not fit the lock and \
         the key\n",
    );
}

#[test]
fn under_a_lock_only_its_bytes_are_given_out() {
    let place = locked();
    place.write("skills/pdf/forms.md", "Fields FIRST.\n");
    place.write(
        "skills/more/SKILL.md",
        "---\nname: more\ndescription: More.\n---\n",
    );
    let under = ["--root", "skills", "--lock", FILE, "--key", "public.pem"];
    let with = |rest: &[&'static str]| [&under[..], rest].concat();
    let listing = place.run(&with(&["list"]));
    assert_eq!(
        listing.stdout,
        "notes\tTakes notes.\npdf\tReads, fills and merges PDF files.\n"
    );
    place.expect(
        &with(&["read", "pdf", "forms.md"]),
        1,
        "",
        "error: `forms.md` is not the file that the lock lists: its SHA-256 is another\n  \
         hint: Restore the file, or look at the change and lock the skills anew.\n",
    );
    let activation = place.run(&with(&["activate", "notes"]));
    assert_eq!(activation.status, 0, "{activation:?}");
}

#[test]
fn what_cannot_be_carried_out_is_refused() {
    let place = locked();
    for command in [
        &["--lock", "none.json", "list"][..],
        &["--lock", "none.json", "verify"],
    ] {
        place.expect(
            &[&["--root", "skills"], command].concat(),
            2,
            "",
            "error: there is no lock `none.json`\n  hint: `agent-skills lock` writes one.\n",
        );
    }
    place.expect(
        &["--root", "skills", "--key", "public.pem", "list"],
        2,
        "",
        "error: a key is of no use without a lock\n  hint: Name the lock with --lock FILE.\n",
    );
    place.expect(
        &[
            "--root", "skills", "lock", "--output", "-", "--sign", "key.pem",
        ],
        2,
        "",
        "error: a signature needs a file to go to\n  \
         hint: Name one for the lock with --output FILE.\n",
    );
    place.write("wrong.json", "{\"version\":2}");
    place.expect(
        &["--root", "skills", "--lock", "wrong.json", "list"],
        1,
        "",
        "error: cannot use `wrong.json`: `lock.version` is not valid: it is 2, and only 1 is \
         known\n",
    );
}
