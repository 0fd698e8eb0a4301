// Small helpers for shapes, marks, texts and numbers.
import { filled, named } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";

/** Characters that gapviz.text.names replaces too. */
const UNSEEN =
  /[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu;

/** Outline of each measure's mark around a point: shape is the cue beside the hue. Drawing it in place is
 * cheaper for the browser than moving it by a transform. */
export const MARKS = {
  AP: (x, y, s) => `M${x - 3.5 * s} ${y - 3.5 * s}h${7 * s}v${7 * s}h${-7 * s}z`,
  GAP: (x, y, s) => `M${x - 4 * s} ${y}a${4 * s} ${4 * s} 0 1 0 ${8 * s} 0a${4 * s} ${4 * s} 0 1 0 ${-8 * s} 0z`,
  xGAP: (x, y, s) => `M${x} ${y - 5 * s}l${5 * s} ${5 * s}l${-5 * s} ${5 * s}l${-5 * s} ${-5 * s}z`,
  eGAP: (x, y, s) => `M${x} ${y - 4.6 * s}l${4.6 * s} ${8.2 * s}h${-9.2 * s}z`,
};

/** Make an SVG element with attributes and children. */
export function shape(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** A measure's mark as a small picture of its own. */
export function mark(measure) {
  return shape("svg", { class: `mark ${measure}`, "aria-hidden": "true" }, shape("use", { href: `#gv-${measure}` }));
}

/** A copy of what stands in a template of live.html, as `node`, with its named elements. */
export function stamp(template, selector = "*") {
  const node = template.content.querySelector(selector).cloneNode(true);
  return { node, ...named(node, "name") };
}

/** Make the buttons of a group a choice; returns a function that shows which one holds. */
export function choice(group, choose) {
  const buttons = group.querySelectorAll("button");
  for (const button of buttons) button.addEventListener("click", () => choose(button.value));
  return (value) => buttons.forEach((button) => set(button, "aria-pressed", button.value === value));
}

/** Set an attribute only when it changes: an unchanged one must not cost a layout. */
export function set(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** Set a property of the style that a style sheet reads: an attribute `style` would need a policy that allows any. */
export function vary(node, name, value) {
  if (node.style.getPropertyValue(name) !== String(value)) node.style.setProperty(name, value);
}

/** Watch which of some elements are out of sight, as none is until the browser says so; `call` where one comes into it. */
export function watchSight(nodes, call) {
  const away = new Set();
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (!isIntersecting) away.add(target); else if (away.delete(target)) call(target);
  });
  nodes.forEach((node) => watch.observe(node));
  return { lacks: (node) => away.has(node), stop: () => watch.disconnect() };
}

/** Set the text of an element that holds nothing else, only when it changes. */
export function write(node, text) {
  if (!node.firstChild) node.append(text);
  else if (node.firstChild.data !== text) node.firstChild.data = text;
}

/** Put a sign in place of characters that would make a name look like another one. */
export function plain(name) {
  return name.replace(UNSEEN, "\ufffd");
}

/** Leave out the middle of a long name, as gapviz.text.names.shorten does. */
export function shorten(name, length) {
  const letters = [...plain(name)];
  if (letters.length <= length) return letters.join("");
  const end = Math.floor((length - 1) / 2);
  return `${letters.slice(0, length - 1 - end).join("")}…${letters.slice(letters.length - end).join("")}`;
}

/** A change with its direction: [text, class]; "=" for none. */
export function change(difference, digits = 0) {
  const size = Math.abs(difference).toFixed(digits);
  if (Number(size) === 0) return ["=", "none"];
  return difference > 0 ? [`▲${size}`, "up"] : [`▼${size}`, "down"];
}
