// What the address of the page says of a view; written by gapviz/pages/session/address.py.

/** Whether an address says what of `view` is not as in `base`; `link` has each field's parameter and what stands for none. */
export function says(link, search, view, base) {
  const parameters = new URLSearchParams(search);
  return link.filter(([name]) => String(view[name]) !== String(base[name])).every(([name, parameter, absent]) => {
    const given = parameters.getAll(parameter);
    if (given.length === 0) return String(view[name]) === String(absent);
    if (typeof view[name][0] !== "number") return String(given) === String(view[name]);
    return String(given[0].split(",").map(Number)) === String(view[name]);
  });
}

/** A view as the values of its parameters in an address. */
export function written(view) {
  const values = (value) => (typeof value[0] === "number" ? [value.join(",")] : [value].flat());
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [name, values(value)]));
}
