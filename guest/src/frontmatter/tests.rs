//! What other loaders got wrong, as tests of the whole reading.
