// Elements of the components. What comes from data only ever becomes text nodes and attributes.

/** Give a new node attributes and children; strings become text. */
export function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Make an HTML element with attributes and children. */
export function element(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The nodes under a root that have the attribute data-`kind`, by its value. */
export function named(root, kind) {
  return Object.fromEntries([...root.querySelectorAll(`[data-${kind}]`)].map((node) => [node.dataset[kind], node]));
}

/** Give a node its place, from 0 to 1, along the colours of the grades, which the style sheets mix. */
export function shade(node, along) {
  node.classList.toggle("top", along > 0.8);
  node.style.setProperty("--low", `${Math.min(1, 2 * along) * 100}%`);
  node.style.setProperty("--high", `${Math.max(0, 2 * along - 1) * 100}%`);
}
