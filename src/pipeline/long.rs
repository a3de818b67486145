//! The picture of a long map, row by row: the whole small, then the part in view, coarse before fine.

mod grid;

pub use grid::{Blocks, Grid};

use super::Pipeline;
use crate::compute::long::{Ask, BLOCK, Cell, LongMap, Refused, Scratch};
use crate::picture::viewport::Viewport;
use std::rc::Rc;

/// Pixels on a side of the picture of the whole.
pub const OVERVIEW: usize = 96;

/// The colours span at most this: six decades, in natural logarithms.
const SPAN: f32 = 13.8;
/// … and at least half a decade, so that equal weights are not painted as noise.
const LEAST: f32 = 1.15;

/// Between which ln A the colours run. Both belong to the whole map, so that colours keep their meaning in any view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub low: f32,
    pub high: f32,
}

impl Span {
    fn new(lowest: f32, high: f32) -> Self {
        Span { low: lowest.clamp(high - SPAN, high - LEAST), high }
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongStep {
    /// Something that every row needs.
    Shared,
    /// Rows, none of them to be seen yet.
    Hidden,
    /// Rows of the picture on the screen.
    Rows,
    /// Nothing was left to do, or nothing is possible.
    Idle,
}

/// See the module's page.
#[derive(Default)]
pub struct LongPicture {
    /// What was asked last, whether there is a map of it or not.
    asked: Option<Ask>,
    map: Option<LongMap>,
    prepared: bool,
    refused: Option<Refused>,
    whole: Option<Grid>,
    span: Option<Span>,
    /// What is shown; while another view begins, the last one.
    shown: Option<Grid>,
    /// What will be shown once its coarse rows stand.
    coming: Option<Grid>,
    scratch: Scratch,
    out: Vec<f32>,
    /// Counts the maps and views: an answer to an older question is recognised by it.
    ticket: u64,
    /// Counts the maps.
    maps: u64,
}

impl Pipeline {
    /// The map of head `head` over the text repeated to `n` tokens; `None` until the embedding and projections stand.
    pub fn long_ask(&self, head: usize, n: usize) -> Option<Ask> {
        Some(Ask {
            tokens: Rc::clone(self.embedding()?),
            w_q: Rc::clone(self.projection(0)?),
            w_k: Rc::clone(self.projection(1)?),
            head,
            sizes: self.settings.sizes(n),
            scheme: self.settings.scheme,
            params: self.settings.params.clone(),
            mask: self.settings.mask,
        })
    }
}

impl LongPicture {
    /// Takes what the map is made of. The same again changes nothing.
    pub fn ask(&mut self, ask: Ask) {
        if self.asked.as_ref().is_some_and(|asked| asked.same(&ask)) {
            return;
        }
        self.asked = Some(ask.clone());
        match LongMap::new(ask) {
            Ok(map) => {
                let n = map.ask().sizes.n;
                self.map = Some(map);
                self.refused = None;
                self.whole = Some(Grid::new(Viewport::whole(n).raster(OVERVIEW)));
            }
            Err(refused) => self.refuse(refused),
        }
        self.prepared = false;
        self.coming = None;
        self.ticket += 1;
        self.maps += 1;
    }

    fn refuse(&mut self, refused: Refused) {
        self.map = None;
        self.refused = Some(refused);
    }

    /// Takes what is to be seen on `side` × `side` pixels. The same again changes nothing.
    pub fn look(&mut self, view: Viewport, side: usize) {
        let raster = view.raster(side);
        let wanted = self.coming.as_ref().or(self.shown.as_ref().filter(|_| self.shows_map()));
        if wanted.is_none_or(|grid| grid.raster != raster) {
            self.coming = Some(Grid::new(raster));
            self.ticket += 1;
        }
    }

    /// Computes the rows of the view anew, as another backend has taken over.
    pub fn again(&mut self) {
        if let Some(grid) = self.coming.take().or(self.shown.clone()) {
            self.coming = Some(Grid::new(grid.raster));
            self.ticket += 1;
        }
    }

    /// The length of the map, if there is one.
    pub fn length(&self) -> Option<usize> {
        self.map.as_ref().map(|map| map.ask().sizes.n)
    }

    /// Whether this very map and view were the last to be asked for.
    pub fn answers(&self, ask: &Ask, view: Viewport, side: usize) -> bool {
        let seen = self.coming.as_ref().or(self.shown.as_ref());
        self.asked.as_ref().is_some_and(|asked| asked.same(ask))
            && seen.is_some_and(|grid| grid.raster == view.raster(side))
    }

    /// Whether what is shown belongs to the present map.
    fn shows_map(&self) -> bool {
        self.prepared && self.span.is_some() && self.whole.as_ref().is_some_and(Grid::is_done)
    }

    /// Does a bounded piece of what is left before rows of the view are asked for.
    pub fn prepare(&mut self) -> LongStep {
        let Some(map) = &mut self.map else { return LongStep::Idle };
        if !self.prepared {
            match map.step() {
                Ok(done) => self.prepared = done,
                Err(refused) => {
                    self.refuse(refused);
                    return LongStep::Idle;
                }
            }
            return LongStep::Shared;
        }
        let Some(whole) = self.whole.as_mut().filter(|whole| !whole.is_done()) else { return LongStep::Idle };
        advance(map, whole, &mut self.out, &mut self.scratch);
        if whole.is_done() {
            let high = whole.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            self.span = Some(Span::new(map.lowest(), high));
        }
        LongStep::Hidden
    }

    /// Does a bounded piece of what is left, on the CPU.
    pub fn step(&mut self) -> LongStep {
        match self.prepare() {
            LongStep::Idle => {}
            other => return other,
        }
        let (Some(map), Some(grid)) = (&mut self.map, self.coming.as_mut().or(self.shown.as_mut())) else {
            return LongStep::Idle;
        };
        if grid.is_done() {
            return LongStep::Idle;
        }
        advance(map, grid, &mut self.out, &mut self.scratch);
        self.reveal()
    }

    /// Rows of the view that another backend may compute, at most `most`, with the map, the picture's columns and a
    /// ticket. `None` while [`LongPicture::prepare`] has something to do, or nothing is left.
    pub fn request(&self, most: usize) -> Option<(&LongMap, Vec<usize>, &[usize], u64)> {
        let grid = self.coming.as_ref().or(self.shown.as_ref()).filter(|grid| !grid.is_done())?;
        let queries =
            grid.next(most).iter().filter_map(|&row| grid.raster.queries.get(row).copied()).collect();
        Some((self.map.as_ref()?, queries, &grid.raster.edges, self.ticket))
    }

    /// Takes `rows` rows that were computed elsewhere for `ticket`; those of an older question are dropped.
    pub fn take(&mut self, rows: usize, values: &[f32], ticket: u64) -> LongStep {
        let Some(grid) = self.coming.as_mut().or(self.shown.as_mut()).filter(|_| ticket == self.ticket)
        else {
            return LongStep::Hidden;
        };
        grid.put(rows, values);
        self.reveal()
    }

    /// Shows the coming picture once it is coarse.
    fn reveal(&mut self) -> LongStep {
        if self.coming.as_ref().is_some_and(|grid| !grid.is_coarse()) {
            return LongStep::Hidden;
        }
        self.shown = self.coming.take().or(self.shown.take());
        LongStep::Rows
    }

    /// The numbers of one cell, exact; `None` until the map stands or past its end.
    pub fn cell(&mut self, i: usize, j: usize) -> Option<Cell> {
        self.map.as_mut().filter(|_| self.prepared)?.cell(i, j, &mut self.scratch)
    }

    pub fn shown(&self) -> Option<&Grid> {
        self.shown.as_ref()
    }

    /// The whole map, once all of it stands.
    pub fn whole(&self) -> Option<&Grid> {
        self.whole.as_ref().filter(|whole| whole.is_done())
    }

    pub fn span(&self) -> Option<Span> {
        self.span
    }

    pub fn refused(&self) -> Option<&Refused> {
        self.refused.as_ref()
    }

    /// How many maps there have been: whoever keeps a copy of one compares it.
    pub fn maps(&self) -> u64 {
        self.maps
    }

    /// Whether everything asked for stands, or cannot be had.
    pub fn is_done(&self) -> bool {
        let stands = |grid: &Option<Grid>| grid.as_ref().is_none_or(Grid::is_done);
        self.map.is_none() || (self.shows_map() && self.coming.is_none() && stands(&self.shown))
    }
}

/// Computes the next block of rows.
fn advance(map: &mut LongMap, grid: &mut Grid, out: &mut Vec<f32>, scratch: &mut Scratch) {
    let queries: Vec<usize> =
        grid.next(BLOCK).iter().filter_map(|&row| grid.raster.queries.get(row).copied()).collect();
    out.resize(queries.len() * grid.raster.cols(), 0.0);
    map.rows(&queries, &grid.raster.edges, out, scratch);
    grid.put(queries.len(), out);
}

#[cfg(test)]
mod tests;
