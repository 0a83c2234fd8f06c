//! The reliability diagram of first suspects as an SVG file.

use faultline_evaluation::interval_of;
use faultline_terminal::svg::{MARK, escaped, line};

use crate::calibration::{Range, by_chance, calibration_error, reliability};

/* As the learning curve: a shape per line, colours in the style alone, no background. A dot per tenth of what was said, its area by
how many faults it stands for; a ranking that says the truth has its dots on the diagonal, as near as so few faults can be. */

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 560.0;
/// Edges of the plot.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 484.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = 496.0;
/// Radius of a dot for one fault.
const DOT: f64 = 1.6;

const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #6e7781; }
.title { font-size: 15px; font-weight: 600; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: #8c959f; stroke-opacity: 0.3; }
.truth { stroke: #bf6a02; stroke-width: 1.5; stroke-dasharray: 6 4; }
.interval { stroke: #2f81f7; stroke-width: 1.5; }
.dot { fill: #2f81f7; fill-opacity: 0.55; }
@media (prefers-color-scheme: dark) {
  text { fill: #b1bac4; }
  .truth { stroke: #f0a040; }
  .interval { stroke: #79c0ff; }
  .dot { fill: #79c0ff; }
}";

/// Plots how often first suspects are the fault against their stated probability, with bootstrap 95 %
/// intervals over the faults of each tenth, the calibration error, and the error of a perfectly calibrated
/// ranking.
pub fn render(title: &str, said: &[(f64, f64)]) -> String {
    let chance = by_chance(said);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {MARK}=\"reliability\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\">\n<title>{title}</title>\n<style>\n{STYLE}\n</style>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>\n",
        title = escaped(title)
    );
    let faults = said.len();
    let error = calibration_error(said);
    line(
        &mut svg,
        &format!(
            "<text x=\"{LEFT}\" y=\"46\">{faults} faults, calibration error {error:.3}; by chance {:.3}, 95 % below {:.3}</text>",
            chance.mean, chance.high
        ),
    );
    draw_scales(&mut svg);
    for range in reliability(said) {
        draw(&mut svg, &range, said);
    }
    svg + "</svg>\n"
}

fn across(value: f64) -> f64 {
    LEFT + value * (RIGHT - LEFT)
}

fn up(value: f64) -> f64 {
    BOTTOM - value * (BOTTOM - TOP)
}

fn draw_scales(svg: &mut String) {
    for fifth in 0..=5 {
        let value = f64::from(fifth) / 5.0;
        let (x, y) = (across(value), up(value));
        line(
            svg,
            &format!("<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"),
        );
        line(
            svg,
            &format!("<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{BOTTOM}\"/>"),
        );
        let (left, below) = (LEFT - 8.0, BOTTOM + 18.0);
        line(svg, &format!("<text class=\"end\" x=\"{left}\" y=\"{:.1}\">{value:.1}</text>", y + 4.0));
        line(svg, &format!("<text class=\"middle\" x=\"{x:.1}\" y=\"{below}\">{value:.1}</text>"));
    }
    line(svg, &format!("<line class=\"truth\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{BOTTOM}\" y2=\"{TOP}\"/>"));
    let middle = f64::midpoint(LEFT, RIGHT);
    let below = BOTTOM + 42.0;
    line(
        svg,
        &format!("<text class=\"middle\" x=\"{middle}\" y=\"{below}\">said of the first suspect</text>"),
    );
    line(svg, &format!("<text x=\"{LEFT}\" y=\"{}\">how often it was the fault</text>", TOP - 12.0));
}

fn draw(svg: &mut String, range: &Range, said: &[(f64, f64)]) {
    let tenth = |stated: f64| ((stated * 10.0) as usize).min(9);
    let own = said.iter().filter(|(stated, _)| tenth(*stated) == tenth(range.stated));
    let seen: Vec<f64> = own.map(|(_, observed)| *observed).collect();
    let (low, high) = interval_of(&seen, |seen| seen.iter().sum::<f64>() / seen.len() as f64);
    let (x, y) = (across(range.stated), up(range.observed));
    let (y1, y2) = (up(low), up(high));
    line(
        svg,
        &format!("<line class=\"interval\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\"/>"),
    );
    let radius = DOT * (range.faults as f64).sqrt();
    line(
        svg,
        &format!(
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>said {:.2}, seen {:.2}, {} faults</title></circle>",
            range.stated, range.observed, range.faults
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tenth_that_holds_a_fault_has_a_dot_where_it_was_said_and_seen() {
        let said = [(0.25, 0.0), (0.25, 1.0), (0.9, 1.0), (1.0, 1.0)];
        let svg = render("a < b", &said);
        assert_eq!(svg.matches("class=\"dot\"").count(), 2, "{svg}");
        assert!(
            svg.contains("said 0.25, seen 0.50, 2 faults") && svg.contains("said 0.95, seen 1.00, 2 faults")
        );
        // A quarter of the width, half of the height.
        assert!(svg.contains("cx=\"169.0\" cy=\"286.0\""), "{svg}");
        assert_eq!(faultline_terminal::svg::title(&svg).as_deref(), Some("a < b"));
    }

    #[test]
    fn without_a_fault_the_scales_are_drawn_alone() {
        let svg = render("nothing", &[]);
        assert!(
            svg.contains("class=\"truth\"") && !svg.contains("class=\"dot\"") && !svg.contains("NaN"),
            "{svg}"
        );
    }
}
