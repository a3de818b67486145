//! What the page says of pictures.

pub struct Image {
    // where it is brought
    pub samples: &'static str,
    pub choose: &'static str,
    pub drop: &'static str,
    pub camera: &'static str,
    pub shoot: &'static str,
    pub camera_close: &'static str,
    /// Author, whether it is CC0; else it is in the public domain.
    pub credit: fn(&str, bool) -> String,
    pub coming: &'static str,
    pub fitting: &'static str,
    /// Code of a refusal, and width and height where it is about them.
    pub refused: fn(&str, usize, usize) -> String,
    pub note_animated: &'static str,
    pub note_sixteen: &'static str,
    pub note_cmyk: &'static str,
    pub note_one_pixel: &'static str,
    // the rail
    pub stage_signal: &'static str,
    pub stage_patches: &'static str,
    pub stage_codes: &'static str,
    pub stage_pooled: &'static str,
    // grids
    pub grid: &'static str,
    pub keys_hint: &'static str,
    /// Patch, row, column.
    pub place: fn(usize, usize, usize) -> String,
    pub grid_name: fn(usize, usize) -> String,
    pub hidden: &'static str,
    // the signal
    /// Width and height of the file, side.
    pub signal_title: fn(usize, usize, usize) -> String,
    pub signal_lead: &'static str,
    pub whole: &'static str,
    pub square: &'static str,
    /// Size of the whole, size and corner (left, top) of the part that is used.
    pub region: fn((usize, usize), (usize, usize), (usize, usize)) -> String,
    /// Side, how many numbers.
    pub squared: fn(usize, usize) -> String,
    // tokens
    /// Route, (rows, columns, P), tokens without [CLS].
    pub tokens_title: fn(&str, (usize, usize, usize), usize) -> String,
    /// By route.
    pub tokens_lead: fn(&str) -> &'static str,
    /// Side, P, pixels added.
    pub padded: fn(usize, usize, usize) -> String,
    /// Side, P, pixels left over.
    pub cropped: fn(usize, usize, usize) -> String,
    /// P, side.
    pub patch_too_large: fn(usize, usize) -> String,
    /// Hidden, of.
    pub masked: fn(usize, usize) -> String,
    pub sequence: &'static str,
    /// Patch, P, 3P².
    pub unrolled: fn(usize, usize, usize) -> String,
    pub normalised: &'static str,
    // codes
    pub code: fn(u32) -> String,
    pub index_map: &'static str,
    pub reconstruction: &'static str,
    /// Codes, bits a token, MSE, PSNR.
    pub code_error: fn(usize, &str, &str, &str) -> String,
    /// Codes, patches.
    pub too_many_codes: fn(usize, usize) -> String,
    pub codes_axis: &'static str,
    pub error_axis: &'static str,
    // cards
    pub budget_title: &'static str,
    pub budget_lead: &'static str,
    /// Side and P, route, tokens, pairs.
    pub budget_own: fn((usize, usize), &str, &str, &str) -> String,
    pub swin_title: &'static str,
    pub swin_lead: &'static str,
    pub swin_columns: [&'static str; 7],
    pub swin_windows: &'static str,
    /// Side of a window, sides of the grids that no such window fills evenly.
    pub swin_padded: fn(usize, &str) -> String,
    /// Side, shift.
    pub swin_shift: fn(usize, usize) -> String,
    pub features_title: &'static str,
    pub features_lead: &'static str,
    pub features_columns: [&'static str; 4],
    /// Tokens, jump, receptive field.
    pub features_told: fn(usize, usize, usize) -> String,
    /// Tokens, tokens after averaging 2 × 2, queries of the resampler.
    pub fewer_title: fn(usize, usize, usize) -> String,
    pub fewer_lead: &'static str,
    /// Tokens, side of the window, tokens after.
    pub pooled_to: fn(usize, usize, usize) -> String,
    /// Queries, and the number of them that can be looked at.
    pub resampler: fn(usize, usize) -> String,
    pub resampler_query: &'static str,
    /// Tokens that the map covers, tokens of the picture.
    pub resampler_covers: fn(usize, usize) -> String,
    // vectors
    /// Tokens, d.
    pub vectors_title: fn(usize, usize) -> String,
    pub vectors_lead: &'static str,
    pub row_of: fn(usize, &str) -> String,
    /// k, d, the sum of number 0, the part that all rows share.
    pub product: fn(usize, usize, &str, &str) -> String,
    pub code_row: fn(u32, usize) -> String,
    pub mask_row: &'static str,
    pub special_row: fn(&str) -> String,
    // positions
    /// Patch, row, column.
    pub similarity_title: fn(usize, usize, usize) -> String,
    pub similarity_lead: &'static str,
    /// By table.
    pub similarity_of: fn(&str) -> &'static str,
    /// Side of the trained grid, the grid now, the least cosine.
    pub resized_differ: fn(usize, (usize, usize), &str) -> String,
    pub too_many_places: fn(usize, usize) -> String,
    // attention
    /// The query's label, what goes to no patch.
    pub attended: fn(&str, &str) -> String,
}
