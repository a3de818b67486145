//! Where plotters draws: on the canvas of the screen, or into a list of shapes for a file. One type for both, so that
//! plotters' code is in the page once.

use locus::export::scene::{Anchor, Rgb, Text};
use locus::export::{Item, Scene};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};
use plotters_canvas::CanvasBackend;
use std::cell::RefCell;
use std::rc::Rc;

type Error = <CanvasBackend as DrawingBackend>::ErrorType;
type Done = Result<(), DrawingErrorKind<Error>>;

pub enum Surface {
    Screen(CanvasBackend),
    Paper(Recorder),
}

/// Writes down what is drawn. plotters counts in whole pixels: `fine` of them make a CSS pixel.
#[derive(Clone)]
pub struct Recorder {
    scene: Rc<RefCell<Scene>>,
    fine: f64,
}

impl Recorder {
    pub fn new(width: f64, height: f64, fine: f64) -> Self {
        Recorder { scene: Rc::new(RefCell::new(Scene::new(width, height))), fine }
    }

    /// What was drawn.
    pub fn scene(self) -> Scene {
        self.scene.borrow().clone()
    }

    fn size(&self) -> (u32, u32) {
        let scene = self.scene.borrow();
        ((scene.width * self.fine) as u32, (scene.height * self.fine) as u32)
    }

    fn put(&self, color: BackendColor, item: impl FnOnce(Rgb) -> Item) -> Done {
        if color.alpha > 0.0 {
            let (r, g, b) = color.rgb;
            self.scene.borrow_mut().items.push(item([r, g, b]));
        }
        Ok(())
    }

    fn at(&self, (x, y): BackendCoord) -> [f64; 2] {
        [f64::from(x) / self.fine, f64::from(y) / self.fine]
    }

    fn line<S: BackendStyle>(&self, points: Vec<BackendCoord>, style: &S) -> Done {
        let points = points.into_iter().map(|point| self.at(point)).collect();
        let width = f64::from(style.stroke_width()) / self.fine;
        self.put(style.color(), |color| Item::Line { points, color, width })
    }

    fn rect<S: BackendStyle>(&self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Done {
        if !fill {
            return self.line(vec![from, (to.0, from.1), to, (from.0, to.1), from], style);
        }
        let ([x, y], [right, bottom]) = (self.at(from), self.at(to));
        self.put(style.color(), |fill| Item::Rect { at: [x, y, right - x, bottom - y], fill })
    }

    fn text<S: BackendTextStyle>(&self, text: &str, style: &S, at: BackendCoord) -> Done {
        let size = style.size() / self.fine;
        let (turn, sin, cos) = match style.transform() {
            FontTransform::None => (0.0, 0.0, 1.0),
            FontTransform::Rotate90 => (90.0, 1.0, 0.0),
            FontTransform::Rotate180 => (180.0, 0.0, -1.0),
            FontTransform::Rotate270 => (270.0, -1.0, 0.0),
        };
        // From the edge that plotters names to the alphabetic baseline, in the direction in which the text stands.
        let down = size
            * match style.anchor().v_pos {
                VPos::Top => 0.8,
                VPos::Center => 0.35,
                VPos::Bottom => -0.2,
            };
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        let [x, y] = self.at(at);
        let at = [x - sin * down, y + cos * down];
        let text = text.to_owned();
        self.put(style.color(), |color| Item::Text(Text { at, text, size, bold: false, anchor, turn, color }))
    }
}

impl DrawingBackend for Surface {
    type ErrorType = Error;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Surface::Screen(canvas) => canvas.get_size(),
            Surface::Paper(recorder) => recorder.size(),
        }
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Done {
        match self {
            Surface::Screen(canvas) => canvas.draw_pixel(point, color),
            Surface::Paper(recorder) => recorder.rect(point, (point.0 + 1, point.1 + 1), &color, true),
        }
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        match self {
            Surface::Screen(canvas) => canvas.draw_line(from, to, style),
            Surface::Paper(recorder) => recorder.line(vec![from, to], style),
        }
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        match self {
            Surface::Screen(canvas) => canvas.draw_rect(from, to, style, fill),
            Surface::Paper(recorder) => recorder.rect(from, to, style, fill),
        }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        match self {
            Surface::Screen(canvas) => canvas.draw_path(path, style),
            Surface::Paper(recorder) => recorder.line(path.into_iter().collect(), style),
        }
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        filled: bool,
    ) -> Done {
        match self {
            Surface::Screen(canvas) => canvas.draw_circle(center, radius, style, filled),
            Surface::Paper(recorder) => {
                let (at, radius) = (recorder.at(center), f64::from(radius) / recorder.fine);
                recorder.put(style.color(), |color| Item::Circle { at, radius, color, filled })
            }
        }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        match self {
            Surface::Screen(canvas) => canvas.fill_polygon(path, style),
            Surface::Paper(recorder) => {
                let points = path.into_iter().map(|point| recorder.at(point)).collect();
                recorder.put(style.color(), |fill| Item::Area { points, fill })
            }
        }
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        match self {
            Surface::Screen(canvas) => canvas.draw_text(text, style, at),
            Surface::Paper(recorder) => recorder.text(text, style, at),
        }
    }
}
