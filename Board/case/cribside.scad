// A case for the box: front with the window's hood, back with the Pi, a bridge for the buttons, three caps, and a
// closed pod for the accelerometer. `build` renders each part; here: openscad -D 'part="front"' cribside.scad
//
// y goes up. Seen from outside, x goes left in the front, whose z goes into the box, and right in the back, whose z
// comes out of it. Every part prints as it lies, without support.
include <parts.scad>

part = "all";     // front, back, bridge, cap_nap, cap_feed, cap_menu, pod, pod_lid; all: the picture
panel = "1.3";    // "0.96", "1.3", "2.42"
board = "zero";   // "zero" for the Zero 2 W, "full" for 3 and 4
cap = 20;         // diameter of the caps, 12 to 30

$fn = 48;
wall = 2.4;
room = 0.4;       // around whatever is put in
margin = 1;       // the window around the active area
hood = 10;        // how far the glass lies behind the front: the tunnel shades it from the side
screw = 2.1;      // core hole for M2.5 in plastic
corner = 9;       // side of a corner pillar
header_room = 22; // header with sockets on it, above the Pi
plug_room = 32;   // plug and bend of the power cable, below the Pi

p = panel == "0.96" ? panel_096 : panel == "1.3" ? panel_130 : panel_242;
pi = board == "zero" ? board_zero : board_full;
window = [p[0] + 2 * margin, p[1] + 2 * margin];

flange = 1.5;
pitch = max(25, cap + 10);
cap_base = wall + 0.2 + flange;             // where a cap's flange ends
plunger_in = 2;                             // how deep the plunger sits in the cap
pocket = 1;
bridge_z = cap_base + switch_12[1] - pocket;
bridge = [2 * pitch + 22, 20, 3];

inner = [
  max(p[2] + 2 * corner + 2, bridge[0] + 4, pi[0] + 2 * corner + 4),
  max(p[3] + 18 + corner + max(cap + 4, bridge[1]), pi[1] + plug_room + corner + 1)];
depth = bridge_z + bridge[2] + 8 + header_room + 8;
outer = [inner[0] + 2 * wall, inner[1] + 2 * wall];
panel_y = inner[1] / 2 - 6 - p[3] / 2;      // middle of the panel's board
window_y = panel_y + p[5];
button_y = -inner[1] / 2 + corner + max(cap + 4, bridge[1]) / 2;
seat = hood + 0.5 + p[4];                   // the board's front: half a millimetre of air before the glass
pi_x = -inner[0] / 2 + 2 + pi[0] / 2;       // in the back: the card's edge beside the left wall
pi_y = inner[1] / 2 - corner - 1 - pi[1] / 2;
post = 6;                                   // the Pi above the back
corners = [for (x = [-1, 1], y = [-1, 1]) [x * (inner[0] - corner) / 2, y * (inner[1] - corner) / 2]];
holes = [for (x = [-1, 1], y = [-1, 1]) [pi_x - pi[0] / 2 + pi[4] + pi[2] / 2 + x * pi[2] / 2, pi_y + y * pi[3] / 2]];

module slab(size, height, radius = 4) {
  linear_extrude(height) offset(radius) square([size[0] - 2 * radius, size[1] - 2 * radius], center = true);
}
module bore(at, diameter, from, to) { translate([at[0], at[1], from]) cylinder(d = diameter, h = to - from); }
module block(at, size, from, to) { translate([at[0] - size[0] / 2, at[1] - size[1] / 2, from]) cube([size[0], size[1], to - from]); }

module front() {
  difference() {
    union() {
      difference() {
        slab(outer, depth);
        translate([0, 0, wall]) slab(inner, depth, 2);
      }
      block([0, window_y], window + [3.2, 3.2], 0.1, hood);
      for (x = [-1, 1], y = [-1, 1])
        bore([x * (p[2] / 2 + 1.2), panel_y + y * (p[3] / 2 + 1.2)], 7, 0.1, seat);
      for (x = [-0.5, 0.5]) bore([x * pitch, button_y], 6, 0.1, bridge_z);
      for (at = corners) block(at, [corner, corner], 0.1, depth);
    }
    block([0, window_y], window, -1, hood + 1);
    for (x = [-1, 1], y = [-1, 1])
      bore([x * (p[2] / 2 + 1.2), panel_y + y * (p[3] / 2 + 1.2)], screw, seat - 8, seat + 1);
    for (x = [-1, 0, 1]) bore([x * pitch, button_y], cap + 0.6, -1, wall + 1);
    for (x = [-0.5, 0.5]) bore([x * pitch, button_y], screw, wall, bridge_z + 1);
    for (at = corners) bore(at, screw, depth - 12, depth + 1);
    bore([inner[0] / 2 - 4, button_y + cap / 2 + 6], lamp_hole, -1, wall + 1);
    bore([-inner[0] / 2 + 4, button_y + cap / 2 + 6], piezo_hole, -1, wall + 1);
    vents();
    // The card, from the left.
    translate([outer[0] / 2 - wall - 1, pi_y - pi[1] / 2 + pi[5] - 9, depth - post - 8]) cube([wall + 2, 18, 12]);
    // The cable, from below; open to the back, so that the plug need not pass.
    translate([-pi_x - cable / 2, -outer[1] / 2 - 1, depth - cable - 3]) cube([cable, wall + 2, cable + 4]);
  }
}

// Warm air goes in below and out above.
module vents() {
  n = floor((inner[0] - 2 * corner - 8) / 7);
  for (y = [-1, 1], i = [0:n - 1]) {
    x = (i - (n - 1) / 2) * 7;
    if (y > 0 || abs(x + pi_x) > cable / 2 + 3)
      translate([x - 1.5, y * (outer[1] / 2 - wall / 2) - wall, depth - 22]) cube([3, 2 * wall, 12]);
  }
}

module back() {
  difference() {
    union() {
      slab(outer, wall);
      translate([0, 0, 0.1]) for (at = holes) bore(at, 6, 0, wall + post - 0.1);
    }
    for (at = holes) bore(at, screw, wall, wall + post + 1);
    for (at = corners) bore(at, 2.8, -1, wall + 1);
    for (at = corners) translate([at[0], at[1], -0.01]) cylinder(d1 = 5.5, d2 = 2.8, h = 1.4);
    // A cable tie holds the cable.
    for (x = [-1, 1]) block([pi_x + x * (cable / 2 + tie[1]), -inner[1] / 2 + 10], [tie[1], tie[0] + room], -1, wall + 1);
  }
}

module bridge_part() {
  s = switch_12;
  difference() {
    slab([bridge[0], bridge[1]], bridge[2], 2);
    for (x = [-1, 0, 1]) {
      block([x * pitch, 0], [s[0] + room, s[0] + room], -1, pocket);
      for (side = [-1, 1]) block([x * pitch + side * s[3] / 2, 0], [2.4, s[4] + 3], -1, bridge[2] + 1);
    }
    for (x = [-0.5, 0.5]) bore([x * pitch, 0], 2.8, -1, bridge[2] + 1);
  }
}

// Top down: the dots would not print.
module cap_part(dots) {
  top = 3 + wall + 0.2;
  gap = min(5, cap / 4);
  difference() {
    union() {
      cylinder(d = cap, h = top);
      translate([0, 0, top - 0.01]) cylinder(d = cap + 3, h = flange + 0.01);
      cylinder(d = 8, h = top + flange + plunger_in);
      for (i = [0:dots - 1]) translate([(i - (dots - 1) / 2) * gap, 0, 0]) scale([1, 1, 0.6]) sphere(d = min(3, gap - 0.6));
    }
    translate([0, 0, top + flange]) linear_extrude(plunger_in + 1) square(switch_12[2] + 0.2, center = true);
  }
}

pod_inner = [accelerometer[0] + 14, accelerometer[1] + 4];
pod_size = [pod_inner[0] + 2 * wall, pod_inner[1] + 2 * wall];
ears = pod_size[0] + 20;

module pod() {
  difference() {
    union() {
      slab([ears, pod_size[1]], wall, 3);
      // The module lies between ribs.
      difference() {
        block([0, 0], [accelerometer[0] + 2 * room + 3, accelerometer[1] + 2 * room + 3], 0.1, wall + 3);
        block([0, 0], [accelerometer[0] + 2 * room, accelerometer[1] + 2 * room], wall, wall + 4);
      }
    }
    for (x = [-1, 1]) bore([x * (ears / 2 - 5), 0], 4.2, -1, wall + 1);
    for (x = [-1, 1]) bore([x * (pod_inner[0] / 2 - 2), 0], 2.8, -1, wall + 1);
  }
}

module pod_lid() {
  height = accelerometer[2] + 4;
  difference() {
    union() {
      difference() {
        slab(pod_size, height + wall, 3);
        translate([0, 0, wall]) slab(pod_inner, height + wall, 1);
      }
      for (x = [-1, 1]) block([x * (pod_inner[0] / 2 - 1.9), 0], [4.6, 7], 0.1, height + wall);
      // Presses the module's long edge onto the floor, so that it moves with the bed and not by itself.
      block([0, -accelerometer[1] / 2 + 1], [accelerometer[0] - 6, 2], 0.1, wall + height - 1.8);
    }
    for (x = [-1, 1]) bore([x * (pod_inner[0] / 2 - 2), 0], screw, wall + height - 9, wall + height + 1);
    // The cable, open to the pod's floor.
    translate([4, pod_size[1] / 2 - wall - 1, wall + height - 4]) cube([4.5, wall + 2, 5]);
  }
}

module caps() {
  for (i = [0:2]) translate([(1 - i) * pitch, button_y, -3]) cap_part(i + 1);
}

// The box as it stands on the shelf, and beside it what is behind the front, and the pod.
module all() {
  color("#e8e4da") rotate([0, 180, 0]) translate([0, 0, -depth]) front();
  color("#c9d7c4") rotate([0, 180, 0]) translate([0, 0, -depth]) caps();
  color("#222222") translate([0, window_y, depth - hood - 0.5]) cube([window[0], window[1], 0.4], center = true);
  color("#d8d2c2") translate([outer[0] + 10, 0, 0]) back();
  color("#c8c2b2") translate([outer[0] + 10, -outer[1] / 2 - 18, 0]) rotate([0, 180, 0]) translate([0, 0, -bridge[2]]) bridge_part();
  color("#d8d2c2") translate([22, -outer[1] / 2 - 22, 0]) pod();
  color("#e8e4da") translate([-30, -outer[1] / 2 - 22, 0]) pod_lid();
}

if (part == "front") front();
if (part == "back") back();
if (part == "bridge") bridge_part();
if (part == "cap_nap") cap_part(1);
if (part == "cap_feed") cap_part(2);
if (part == "cap_menu") cap_part(3);
if (part == "pod") pod();
if (part == "pod_lid") pod_lid();
if (part == "all") all();

// For `check`: where the window and the Pi's posts have to be.
echo(window = [for (x = [-1, 1], y = [-1, 1]) [x * window[0] / 2, window_y + y * window[1] / 2]]);
echo(posts = holes);
