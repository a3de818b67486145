//! Colour maps as 256-entry tables, interpolated from published control points.
//!
//! Sequential: viridis (van der Walt and Smith 2015), cividis (Nuñez et al. 2018), grey. Diverging:
//! blue–orange with a neutral zero that is the page's own paper colour, so that zero looks like nothing.

/// 256 RGBA colours.
pub type Lut = [[u8; 4]; 256];

type Stops = &'static [[u8; 3]];

/// Sequential maps: id and evenly spaced control points. One line a map.
const SEQUENTIAL: &[(&str, Stops)] = &[
    (
        "viridis",
        &[
            [68, 1, 84],
            [72, 36, 117],
            [65, 68, 135],
            [53, 95, 141],
            [42, 120, 142],
            [33, 145, 140],
            [34, 168, 132],
            [68, 191, 112],
            [122, 209, 81],
            [189, 223, 38],
            [253, 231, 37],
        ],
    ),
    (
        "cividis",
        &[
            [0, 34, 78],
            [18, 53, 112],
            [59, 73, 108],
            [87, 93, 109],
            [112, 113, 115],
            [138, 134, 120],
            [165, 156, 116],
            [195, 179, 105],
            [225, 204, 85],
            [254, 232, 56],
        ],
    ),
    ("grey", &[[20, 20, 24], [250, 250, 248]]),
];

/// The ids of the sequential maps.
pub fn ids() -> &'static [&'static str] {
    const IDS: [&str; SEQUENTIAL.len()] = {
        let mut ids = [""; SEQUENTIAL.len()];
        let mut i = 0;
        while i < ids.len() {
            ids[i] = SEQUENTIAL[i].0;
            i += 1;
        }
        ids
    };
    &IDS
}

/// The sequential map `id`; viridis for an unknown one.
pub fn sequential(id: &str) -> Lut {
    let (_, stops) = SEQUENTIAL.iter().find(|(name, _)| *name == id).unwrap_or(&SEQUENTIAL[0]);
    interpolate(stops)
}

/// Blue for negative, orange for positive, `neutral` (the page's paper) at zero. Away from zero the colours go away
/// from the paper steadily: darker on light paper, lighter on dark.
pub fn diverging(neutral: [u8; 3]) -> Lut {
    if neutral.iter().map(|c| u32::from(*c)).sum::<u32>() < 384 {
        return interpolate(&[
            [150, 205, 255],
            [70, 140, 220],
            [38, 74, 122],
            neutral,
            [112, 64, 24],
            [214, 122, 40],
            [255, 200, 130],
        ]);
    }
    interpolate(&[
        [10, 60, 130],
        [55, 126, 200],
        [150, 190, 226],
        neutral,
        [246, 190, 130],
        [222, 120, 28],
        [140, 62, 4],
    ])
}

/// 256 colours along evenly spaced stops, linear in sRGB.
fn interpolate(stops: &[[u8; 3]]) -> Lut {
    let last = stops.len() - 1;
    std::array::from_fn(|i| {
        let at = i as f32 / 255.0 * last as f32;
        let low = (at as usize).min(last - 1);
        let t = at - low as f32;
        let mix = |c: usize| {
            let (a, b) = (f32::from(stops[low][c]), f32::from(stops[low + 1][c]));
            (a + (b - a) * t).round() as u8
        };
        [mix(0), mix(1), mix(2), 255]
    })
}
