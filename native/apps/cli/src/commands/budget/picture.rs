//! The budget of each class as an SVG file.

use faultline_messages::words::{counted, number};
use faultline_test_generation::budget::plan::Plan;

use faultline_terminal::axis::Axis;
use faultline_terminal::svg::{MARK, escaped, line};

/* One bar per class in the order of ranks, so that the shape shows how unequal the shares are;
a viewer shows the class at the pointer. No background: the colours do on white and on black. */

const WIDTH: f64 = 780.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 660.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 336.0;
const HEIGHT: f64 = 384.0;

const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #6e7781; }
.title { font-size: 15px; font-weight: 600; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: #8c959f; stroke-opacity: 0.3; }
.tier1 { fill: #2f81f7; }
.tier2 { fill: #8c959f; }
.mean { stroke: #bf6a02; stroke-width: 1.5; stroke-dasharray: 6 4; }
.mean-name { fill: #bf6a02; }
@media (prefers-color-scheme: dark) {
  text { fill: #b1bac4; }
  .tier1 { fill: #79c0ff; }
  .mean { stroke: #f0a040; }
  .mean-name { fill: #f0a040; }
}";

/// Renders a bar per class, and a line at the equal share.
pub fn render(plan: &Plan) -> String {
    let count = plan.shares.len();
    let title = escaped(&format!(
        "{} for {}, ranked by {}",
        plan.total,
        counted(count, "class"),
        plan.predictor.name()
    ));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {MARK}=\"budget\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\">\n<title>{title}</title>\n<style>\n{STYLE}\n</style>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>\n\
         <text class=\"end\" x=\"{x}\" y=\"{y}\">seconds</text>\n",
        x = LEFT - 8.0,
        y = TOP - 16.0
    );
    let mean = plan.total.0 as f64 / count as f64;
    // The published program can give negative seconds; draw no bar for those.
    let seconds = plan.shares.iter().map(|share| share.budget.seconds.max(0) as f64);
    let axis = Axis::of_values(seconds.chain([0.0, mean]), [BOTTOM, TOP]);
    for tick in axis.ticks() {
        let (y, label) = (axis.place(tick), axis.label(tick));
        line(
            &mut svg,
            &format!("<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"),
        );
        let (x, y) = (LEFT - 8.0, y + 4.0);
        line(&mut svg, &format!("<text class=\"end\" x=\"{x}\" y=\"{y:.1}\">{label}</text>"));
    }
    bars(&mut svg, plan, &axis);
    let (y, x) = (axis.place(mean), RIGHT + 8.0);
    line(
        &mut svg,
        &format!("<line class=\"mean\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"),
    );
    let y = y + 4.0;
    line(&mut svg, &format!("<text class=\"mean-name\" x=\"{x}\" y=\"{y:.1}\">equal: {mean:.1} s</text>"));
    let (middle, below) = (f64::midpoint(LEFT, RIGHT), HEIGHT - 10.0);
    line(&mut svg, &format!("<text class=\"middle\" x=\"{middle}\" y=\"{below}\">rank</text>"));
    svg + "</svg>\n"
}

fn bars(svg: &mut String, plan: &Plan, axis: &Axis) {
    // `Axis::of_counts` needs at least two positions.
    let pitch = (RIGHT - LEFT) / plan.shares.len().max(2) as f64;
    let ranks = Axis::of_counts(plan.shares.len(), [LEFT + pitch / 2.0, RIGHT - pitch / 2.0]);
    let width = pitch * if pitch > 4.0 { 0.8 } else { 1.0 };
    for (rank, share) in (1_usize..).zip(&plan.shares) {
        let (tier, seconds) = (share.budget.tier, share.budget.seconds);
        let (x, y) = (ranks.place(rank as f64) - width / 2.0, axis.place(seconds.max(0) as f64));
        let height = BOTTOM - y;
        let (rank, class) = (number(rank), escaped(&share.source.class));
        line(
            svg,
            &format!(
                "<rect class=\"tier{tier}\" x=\"{x:.2}\" y=\"{y:.1}\" width=\"{width:.2}\" height=\"{height:.1}\">\
                 <title>{rank}. {class}: {seconds} s</title></rect>"
            ),
        );
    }
    for tick in ranks.ticks().filter(|&tick| tick <= plan.shares.len() as f64) {
        let (x, y, label) = (ranks.place(tick), BOTTOM + 16.0, ranks.label(tick));
        line(svg, &format!("<text class=\"middle\" x=\"{x:.1}\" y=\"{y}\">{label}</text>"));
    }
}
