//! The learning curve as an SVG file.

use std::fmt::Write as _;

use faultline_terminal::axis::Axis;
use faultline_terminal::svg::{MARK, escaped, line};

use crate::learn::Point;

/* The file is meant to be read by people, too: a shape per line, one class per kind of shape,
colours in the style alone. It has no background; the style sheet's plain colours do on white
and on black, and a viewer that knows about dark pages gets brighter ones. */

const WIDTH: f64 = 780.0;
/// Left and right edge of the plots; labels stand beside them.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 650.0;
const TOP: f64 = 64.0;
/// Height of a plot, and distance between plots.
const HEIGHT: f64 = 120.0;
const PITCH: f64 = 168.0;
/// Window of the running mean of a noisy quantity. Units: faults.
const SMOOTH: usize = 5;

const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #6e7781; }
.title { font-size: 15px; font-weight: 600; }
.name { font-weight: 600; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: #8c959f; stroke-opacity: 0.3; }
.line { fill: none; stroke: #2f81f7; stroke-width: 2; stroke-linejoin: round; }
.dot { fill: #2f81f7; fill-opacity: 0.35; }
.mark { fill: #2f81f7; }
.kept { fill: none; stroke: #2f81f7; stroke-width: 1.5; }
.other { stroke: #bf6a02; stroke-width: 1.5; stroke-dasharray: 6 4; }
.other-name { fill: #bf6a02; }
@media (prefers-color-scheme: dark) {
  text { fill: #b1bac4; }
  .line, .kept { stroke: #79c0ff; }
  .dot, .mark { fill: #79c0ff; }
  .other { stroke: #f0a040; }
  .other-name { fill: #f0a040; }
}";

/// The data of a learning curve.
#[derive(Debug)]
pub struct Curve<'a> {
    /// Its heading.
    pub title: &'a str,
    /// Measurements after each fault; not empty.
    pub points: &'a [Point],
    /// Reference values for the held-out plot, by name.
    pub others: &'a [(&'a str, f64)],
    /// The held-out value of the network that was kept.
    pub kept: Option<f64>,
}

/// Renders the plots of loss, reward and, if measured, held-out mAP.
pub fn render(curve: &Curve<'_>) -> String {
    let number = |point: &Point| point.faults as f64;
    let of = |value: fn(&Point) -> Option<f64>| -> Vec<Dot<'_>> {
        let dot = |point| Some(Dot { x: number(point), y: value(point)?, name: &point.fault });
        curve.points.iter().filter_map(dot).collect()
    };
    let held_out = of(|point| point.held_out);
    let faults = Axis::of_counts(curve.points.len(), [LEFT, RIGHT]);
    let mut plots = vec![
        Plot::new("loss", of(|point| Some(f64::from(point.loss))), true),
        Plot::new("reward", of(|point| Some(f64::from(point.reward))), true),
    ];
    if !held_out.is_empty() {
        let mut plot = Plot::new("held-out mAP", held_out, false);
        plot.others = curve.others;
        plot.kept = curve.kept;
        plots.push(plot);
    }
    let height = TOP + PITCH * plots.len() as f64 + 8.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {MARK}=\"learning-curve\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>\n{STYLE}\n</style>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>\n",
        title = escaped(curve.title)
    );
    for (at, plot) in plots.iter().enumerate() {
        plot.draw(&mut svg, TOP + PITCH * at as f64, &faults);
    }
    let (middle, below) = (f64::midpoint(LEFT, RIGHT), height - 10.0);
    line(
        &mut svg,
        &format!("<text class=\"middle\" x=\"{middle}\" y=\"{below}\">faults learned from</text>"),
    );
    svg + "</svg>\n"
}

/// A value at a fault.
struct Dot<'a> {
    x: f64,
    y: f64,
    name: &'a str,
}

/// One of the stacked plots.
struct Plot<'a> {
    name: &'static str,
    dots: Vec<Dot<'a>>,
    /// Whether the line is a running mean.
    is_noisy: bool,
    others: &'a [(&'a str, f64)],
    kept: Option<f64>,
}

impl<'a> Plot<'a> {
    fn new(name: &'static str, dots: Vec<Dot<'a>>, is_noisy: bool) -> Self {
        Self { name, dots, is_noisy, others: &[], kept: None }
    }

    fn draw(&self, svg: &mut String, top: f64, faults: &Axis) {
        let values = self.dots.iter().map(|dot| dot.y).chain(self.others.iter().map(|(_, value)| *value));
        let axis = Axis::of_values(values, [top + HEIGHT, top]);
        line(svg, &format!("<g><!-- {} -->", self.name));
        line(svg, &format!("<text class=\"name\" x=\"{LEFT}\" y=\"{}\">{}</text>", top - 10.0, self.name));
        for tick in axis.ticks() {
            let y = axis.place(tick);
            line(
                svg,
                &format!("<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"),
            );
            let (x, y) = (LEFT - 8.0, y + 4.0);
            line(svg, &format!("<text class=\"end\" x=\"{x}\" y=\"{y:.1}\">{}</text>", axis.label(tick)));
        }
        for tick in faults.ticks() {
            let (x, y) = (faults.place(tick), top + HEIGHT + 16.0);
            let label = faults.label(tick);
            line(svg, &format!("<text class=\"middle\" x=\"{x:.1}\" y=\"{y}\">{label}</text>"));
        }
        self.draw_others(svg, &axis);
        self.draw_dots(svg, &axis, faults);
        line(svg, "</g>");
    }

    /// Draws labels to the right of the plot, moved apart if they overlap.
    fn draw_others(&self, svg: &mut String, axis: &Axis) {
        let mut others = self.others.to_vec();
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut lowest = f64::MIN;
        for (name, value) in others {
            let y = axis.place(value);
            lowest = (y + 4.0).max(lowest + 14.0);
            line(
                svg,
                &format!("<line class=\"other\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"),
            );
            let (x, name) = (RIGHT + 8.0, escaped(name));
            line(
                svg,
                &format!("<text class=\"other-name\" x=\"{x}\" y=\"{lowest:.1}\">{name} {value:.3}</text>"),
            );
        }
    }

    fn draw_dots(&self, svg: &mut String, axis: &Axis, faults: &Axis) {
        let mut points = String::new();
        for at in 0..self.dots.len() {
            let window = &self.dots[if self.is_noisy { (at + 1).saturating_sub(SMOOTH) } else { at }..=at];
            let mean = window.iter().map(|dot| dot.y).sum::<f64>() / window.len() as f64;
            let _ = write!(points, "{:.1},{:.1} ", faults.place(self.dots[at].x), axis.place(mean));
        }
        line(svg, &format!("<polyline class=\"line\" points=\"{}\"/>", points.trim_end()));
        let class = if self.is_noisy { "dot" } else { "mark" };
        // Of equal values, the last belongs to the network that was kept.
        let kept = self.dots.iter().rposition(|dot| Some(dot.y) == self.kept);
        for (at, dot) in self.dots.iter().enumerate() {
            let (x, y, name) = (faults.place(dot.x), axis.place(dot.y), escaped(dot.name));
            if Some(at) == kept {
                line(
                    svg,
                    &format!(
                        "<circle class=\"kept\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"><title>kept</title></circle>"
                    ),
                );
            }
            line(
                svg,
                &format!(
                    "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\"><title>{name}: {:.4}</title></circle>",
                    dot.y
                ),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(faults: usize) -> Vec<Point> {
        let point = |faults: usize| Point {
            faults,
            fault: format!("A<{faults}>&\u{1}"),
            learned: faults * 41,
            loss: 1.0 / faults as f32,
            reward: if faults.is_multiple_of(2) { -0.5 } else { 0.75 },
            held_out: faults.is_multiple_of(3).then_some(0.25 + faults as f64 / 1000.0),
        };
        (1..=faults).map(point).collect()
    }

    fn drawn(points: &[Point], kept: Option<f64>) -> String {
        render(&Curve { title: "a & b", points, others: &[("eap", 0.5), ("untrained", 0.1)], kept })
    }

    /// All values of `name="number"` in the file.
    fn numbers(svg: &str, name: &str) -> Vec<f64> {
        let pattern = format!(" {name}=\"");
        svg.match_indices(&pattern)
            .map(|(at, _)| svg[at + pattern.len()..].split('"').next().unwrap().parse().unwrap())
            .collect()
    }

    #[test]
    fn every_shape_is_within_the_picture_and_every_text_is_escaped() {
        for faults in [1, 2, 7, 59, 500] {
            let svg = drawn(&points(faults), None);
            for name in ["x", "x1", "x2", "cx"] {
                assert!(numbers(&svg, name).iter().all(|x| (0.0..=WIDTH).contains(x)), "{svg}");
            }
            let height = numbers(&svg, "height")[0];
            for name in ["y", "y1", "y2", "cy"] {
                assert!(numbers(&svg, name).iter().all(|y| (0.0..=height).contains(y)), "{svg}");
            }
            assert!(
                svg.contains("A&lt;1&gt;&amp;\\u{1}: 1.0000") && svg.contains("<title>a &amp; b</title>")
            );
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn the_kept_network_is_marked_once_and_held_out_values_only_where_there_are_some() {
        let of = |text: &str, svg: &str| svg.matches(text).count();
        let svg = drawn(&points(7), Some(0.253));
        assert_eq!((of("class=\"kept\"", &svg), of("class=\"mark\"", &svg)), (1, 2));
        assert_eq!((of("class=\"dot\"", &svg), of("class=\"other\"", &svg)), (14, 2));
        let svg = drawn(&points(2), None);
        assert_eq!(
            (of("held-out", &svg), of("class=\"other\"", &svg), of("class=\"kept\"", &svg)),
            (0, 0, 0)
        );
    }

    #[test]
    fn constant_values_are_drawn() {
        let same =
            |faults| Point { loss: 0.0, reward: 0.0, held_out: Some(1.0), ..points(faults).pop().unwrap() };
        let svg = render(&Curve { title: "", points: &[same(1), same(2)], others: &[], kept: None });
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
