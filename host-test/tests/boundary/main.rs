//! Attacks on the boundary of the sandbox, each built on disk for real and made
//! through the component: in every way of access, and with a watchdog over it.
//!
//! Each must come to a typed refusal, or to a diagnostic where skills are looked
//! for, and never to what lies outside. The run prints them all in one table, for
//! which it has a harness of its own; arguments choose tests by parts of their
//! names. A function that stands in neither list is dead code, and that is an
//! error.

#![allow(clippy::expect_used, reason = "this is how a test fails")]

mod arguments;
mod authority;
mod changes;
mod discovery;
mod files;
mod layouts;
mod links;
mod mounts;
mod names;
mod order;
mod paths;
mod permissions;
mod races;
mod reading;
mod scan;
mod support;
mod threat_model;
mod wrappers;
mod writing;

use std::env;
use std::process::ExitCode;

use support::{Attacks, Check, run, swap};

/// Pairs functions with their paths.
macro_rules! named {
    ($($function:path),* $(,)?) => { &[$((stringify!($function), $function)),*] };
}

/// Attacks, for the table.
const ATTACKS: &[Attacks] = named![
    paths::paths_do_not_lead_out_of_the_skill,
    paths::odd_names_are_names,
    names::names_are_looked_up_and_never_joined_to_a_path,
    links::links_do_not_lead_out_of_the_skill,
    links::links_inside_the_skill_work,
    files::only_regular_files_are_read,
    files::devices_are_not_read,
    discovery::links_are_followed_inside_the_root_only,
    discovery::links_inside_the_root_work,
    discovery::only_regular_files_are_opened,
    discovery::odd_names_spoil_nothing_else,
    discovery::odd_times_spoil_nothing,
    discovery::nothing_is_kept_open_that_is_not_needed,
    discovery::a_skill_ends_at_its_own_boundary,
    mounts::mounts_below_the_root_are_part_of_it,
    arguments::skills_that_are_handed_over_have_paths_below_them,
    arguments::what_is_explained_is_not_read,
    arguments::states_that_were_tampered_with_are_refused,
    permissions::what_may_not_be_read_is_told_and_the_rest_loads,
    permissions::files_that_may_not_be_read_are_unreadable_and_not_absent,
    permissions::changes_after_the_scan_bind,
    changes::swaps_after_the_scan_are_noticed,
    races::nothing_outside_is_read_in_a_race,
];

/// What else holds at the boundary.
const CHECKS: &[Check] = named![
    authority::no_call_asks_to_write_or_to_follow,
    files::listings_leave_out_what_is_no_file,
    files::files_do_not_push_the_instructions_out,
    layouts::config_maps_load_and_each_file_is_listed_once,
    layouts::a_config_map_may_be_the_root,
    layouts::shared_instructions_are_among_the_files,
    layouts::linked_skills_are_listed_once_when_both_folders_are_mounted,
    layouts::a_linked_skill_says_which_folder_to_mount,
    layouts::a_link_to_nothing_in_another_mount_is_told,
    layouts::a_link_to_where_nobody_looks_is_told,
    layouts::absolute_links_are_told_even_when_what_they_lead_to_is_mounted,
    layouts::a_mount_in_another_gives_each_skill_once,
    layouts::the_same_directory_under_two_names_gives_each_skill_once,
    layouts::of_two_skills_with_one_name_the_first_mount_has_it,
    layouts::a_link_into_another_mount_is_not_a_way_into_it,
    layouts::a_root_that_is_a_link_is_mounted_where_it_leads,
    layouts::configured_roots_stay_in_the_mounts,
    links::listings_name_what_can_be_read,
    order::the_order_of_creation_does_not_matter,
    order::asking_again_changes_nothing,
    threat_model::every_promise_names_tests_that_exist,
    wrappers::catalogs_are_well_formed,
    wrappers::activations_are_well_formed,
    wrappers::files_are_well_formed,
    wrappers::errors_are_well_formed,
    wrappers::bodies_and_files_are_untouched_but_for_tags_of_the_wrapper,
    writing::no_call_leaves_a_trace,
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some(swap::COMMAND) => swap::main(&arguments[1..]),
        _ => run(ATTACKS, CHECKS, &arguments),
    }
}
