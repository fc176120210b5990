//! Which dialects there are.

/// The dialects that there are.
pub const DIALECTS: [&str; 5] = [
    "standard",
    "lightspeed",
    "lightspeed-shipped",
    "deepseek",
    "lovia",
];
