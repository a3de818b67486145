//! Every sentence of the page.
