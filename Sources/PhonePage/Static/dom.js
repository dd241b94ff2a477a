// Elements, and the update of what is shown. Views build a new tree from the state; `update` moves the differences
// into the tree that stands, so that focus, open details and half-typed fields are kept.

const SVG = "http://www.w3.org/2000/svg";
const HANDLERS = ["onclick", "onchange", "oninput", "onsubmit", "onclose", "onkeydown", "ontoggle"];

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element[name] = value;
    else if (name === "style") Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child);
  }
  return element;
}

/** An HTML element; empty attributes and children are left out. */
export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

/** A picture of index.html's sheet. It only decorates: the words beside it say the same. */
export const icon = (name) =>
  s("svg", { class: "icon", "aria-hidden": "true", viewBox: "0 0 24 24" }, s("use", { href: `#i-${name}` }));

/** A button that does something at once. */
export const button = (attributes, ...children) => h("button", { type: "button", ...attributes }, ...children);

/** Shows `children` in `parent`, changing as little as possible. */
export function update(parent, ...children) {
  const wanted = children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== "");
  const fresh = document.createDocumentFragment();
  fresh.append(...wanted);
  reconcile(parent, fresh);
}

function reconcile(old, fresh) {
  const incoming = [...fresh.childNodes];
  incoming.forEach((node, index) => {
    const standing = old.childNodes[index];
    if (!standing) old.append(node);
    else if (isAlike(standing, node)) merge(standing, node);
    else standing.replaceWith(node);
  });
  while (old.childNodes.length > incoming.length) old.lastChild.remove();
}

function isAlike(one, other) {
  if (one.nodeType !== other.nodeType || one.nodeName !== other.nodeName) return false;
  return one.nodeType !== 1 || one.getAttribute("data-key") === other.getAttribute("data-key");
}

function merge(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.hasAttribute("data-own")) return;
  const kept = old.nodeName === "DETAILS" || old.nodeName === "DIALOG" ? ["open"] : [];
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !kept.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) === value || kept.includes(name)) continue;
    // The page's policy refuses a style as an attribute and lets a script set it.
    if (name === "style") old.style.cssText = value;
    else old.setAttribute(name, value);
  }
  for (const name of HANDLERS) if (old[name] !== fresh[name]) old[name] = fresh[name];
  reconcile(old, fresh);
}
