"""Checks the rendered parts of a case: check.py FOLDER PANEL BOARD CAP.

Each part is one closed body and fits the bed of a printer; window, posts, caps and pod have the dimensions of what they
are for, which are read from parts.scad and nowhere else.
"""

import ast
import math
import pathlib
import re
import sys

BED = 180
PARTS = ["front", "back", "bridge", "cap_nap", "cap_feed", "cap_menu", "pod", "pod_lid"]


def facets(path):
    """The triangles of an STL in text form, each three points."""
    numbers = re.findall(r"vertex (\S+) (\S+) (\S+)", path.read_text())
    points = [tuple(round(float(n), 4) for n in point) for point in numbers]
    return list(zip(points[0::3], points[1::3], points[2::3]))


def open_edges(triangles):
    """Edges that are not shared by two triangles of opposite direction."""
    count = {}
    for a, b, c in triangles:
        for edge in ((a, b), (b, c), (c, a)):
            count[edge] = count.get(edge, 0) + 1
    return [edge for edge, times in count.items() if times != 1 or count.get(edge[::-1]) != 1]


def bodies(triangles):
    """How many pieces the surface has that do not touch."""
    parent = {}

    def root(point):
        while parent.setdefault(point, point) != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    for a, b, c in triangles:
        parent[root(a)] = parent[root(b)] = root(c)
    return len({root(point) for point in parent})


def extent(triangles):
    points = [point for triangle in triangles for point in triangle]
    return [max(axis) - min(axis) for axis in zip(*points)]


def table():
    text = (pathlib.Path(__file__).parent / "parts.scad").read_text()
    values = re.findall(r"^(\w+) = (.+);$", text, re.MULTILINE)
    return {name: ast.literal_eval(value) for name, value in values}


def places(folder):
    text = (folder / "places.echo").read_text()
    return {name: ast.literal_eval(value) for name, value in re.findall(r"ECHO: (\w+) = (.+)", text)}


def check_hole(points, centre, diameter, what, faults):
    """A bore has its points on a circle."""
    near = [p for p in points if abs(math.dist(p[:2], centre) - diameter / 2) < 0.02]
    if len(near) < 24:
        faults.append(f"{what}: no bore of {diameter} mm at {centre}")


def measure(folder, panel, board, cap):
    sizes, where, faults = table(), places(folder), []
    glass = sizes[{"0.96": "panel_096", "1.3": "panel_130", "2.42": "panel_242"}[panel]]
    pi = sizes["board_" + board]
    parts = {part: facets(folder / f"{part}.stl") for part in PARTS}
    for part, triangles in parts.items():
        if edges := open_edges(triangles):
            faults.append(f"{part}: {len(edges)} edges are open")
        if (count := bodies(triangles)) != 1:
            faults.append(f"{part}: {count} bodies")
        if max(extent(triangles)) > BED:
            faults.append(f"{part}: {extent(triangles)} mm do not fit a bed of {BED} mm")
    points = {part: {p for triangle in triangles for p in triangle} for part, triangles in parts.items()}

    # The window: its four corners are in the front's outside, and it shows the active area with a margin of 1 mm.
    corners = where["window"]
    for corner in corners:
        if not any(p[2] == 0 and math.dist(p[:2], corner) < 0.01 for p in points["front"]):
            faults.append(f"front: the window has no corner at {corner}")
    window = [max(axis) - min(axis) for axis in zip(*corners)]
    for have, active in zip(window, glass[:2]):
        if not 1 <= have - active <= 4:
            faults.append(f"front: a window of {have} mm for an active area of {active} mm")

    # The posts: as far apart as the Pi's holes.
    posts = where["posts"]
    spread = [max(axis) - min(axis) for axis in zip(*posts)]
    if any(abs(have - want) > 0.01 for have, want in zip(spread, pi[2:4])):
        faults.append(f"back: posts {spread} mm apart for holes {pi[2:4]} mm apart")
    for post in posts:
        check_hole([p for p in points["back"] if p[2] > 3], post, 2.1, "back", faults)

    # The caps: as wide as asked for, told apart by their dots, and the plunger goes in.
    for dots, part in enumerate(["cap_nap", "cap_feed", "cap_menu"], start=1):
        if abs(extent(parts[part])[0] - (cap + 3)) > 0.1:
            faults.append(f"{part}: {extent(parts[part])[0]} mm wide")
        tips = {p[:2] for p in points[part] if p[2] == min(q[2] for q in points[part])}
        centres = {round(sum(x for x, _ in group) / len(group), 1) for group in clusters(tips)}
        if len(centres) != dots:
            faults.append(f"{part}: {len(centres)} dots")
        side = sizes["switch_12"][2] + 0.2
        if not any(abs(abs(p[0]) - side / 2) < 0.01 and abs(abs(p[1]) - side / 2) < 0.01 for p in points[part]):
            faults.append(f"{part}: no socket of {side} mm")

    # The pod: room for the module between the ribs.
    room = sizes["accelerometer"]
    for axis in (0, 1):
        if not any(0.3 <= abs(p[axis]) - room[axis] / 2 <= 0.5 for p in points["pod"] if p[2] > 5):
            faults.append(f"pod: no ribs for {room[axis]} mm")
    if extent(parts["pod_lid"])[2] < room[2] + 4:
        faults.append("pod_lid: too low for the module")
    return parts, faults


def clusters(points):
    """Points that are less than 2 mm apart belong together."""
    groups = []
    for point in sorted(points):
        if groups and math.dist(groups[-1][-1], point) < 2:
            groups[-1].append(point)
        else:
            groups.append([point])
    return groups


def main():
    folder, panel, board, cap = sys.argv[1:]
    parts, faults = measure(pathlib.Path(folder), panel, board, float(cap))
    for part, triangles in parts.items():
        size = " x ".join(f"{side:.0f}" for side in extent(triangles))
        print(f"{panel} {board} {cap}: {part}: {size} mm, {len(triangles)} facets")
    for fault in faults:
        print(f"FAILED {fault}")
    sys.exit(1 if faults else 0)


main()
