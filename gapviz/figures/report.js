const dark = matchMedia("(prefers-color-scheme: dark)");
function draw(night) {
  charts.forEach(({ light, dark, config }, i) => {
    const { data, layout } = structuredClone(night ? dark : light);
    Plotly.react(`chart-${i}`, data, layout, config);
  });
}
dark.addEventListener("change", () => draw(dark.matches));
addEventListener("beforeprint", () => draw(false));
addEventListener("afterprint", () => draw(dark.matches));
draw(dark.matches);
