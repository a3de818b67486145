//! Numbers to pixels, without a DOM: colour maps, cell rasters, axis ticks.
