// What drag.py measures in the page: frames, long tasks, and the time from the hand to the painted panels.
// A paint is stamped in the first task after the frame that shows a change, or when the next frame begins if that
// is sooner: while a hand moves, the browser lets frames go before other tasks. Both are after the paint.
() => {
  const live = document.querySelector(".gv") ?? [...document.querySelectorAll("*")].map((node) => node.shadowRoot?.querySelector(".gv")).find(Boolean);
  const probe = { frames: [], long: [], latencies: [], released: 0, painted: 0, touched: new Set() };
  window.probe = probe;
  const channel = new MessageChannel();
  let due = [];
  const stamp = () => {
    const calls = due;
    due = [];
    calls.forEach((call) => call(performance.now()));
  };
  channel.port1.onmessage = stamp;
  const afterPaint = (call) => { // to be called while a frame is made, before it is painted
    if (due.push(call) > 1) return;
    channel.port2.postMessage(0);
    requestAnimationFrame(stamp);
  };

  let held = false; // frames are counted while the hand moves, and asked for at no other time
  const frame = (time) => { probe.frames.push(time); if (held) requestAnimationFrame(frame); };
  addEventListener("pointerdown", () => { held = true; requestAnimationFrame(frame); }, true);
  new PerformanceObserver((list) => list.getEntries().forEach(({ startTime, duration }) => probe.long.push([startTime, duration])))
    .observe({ entryTypes: ["longtask"] });

  // From a pointer's move that changed a slider to the frame that shows the new ranking.
  let moved = 0;
  let waiting = [];
  addEventListener("pointermove", (event) => { moved = event.timeStamp; }, true);
  addEventListener("pointerup", (event) => { held = false; probe.released = event.timeStamp; probe.touched.clear(); }, true);
  live.addEventListener("input", () => { waiting.push(moved); }, true);
  const ranking = new MutationObserver(() => {
    const since = waiting;
    waiting = [];
    if (since.length > 0) afterPaint((now) => since.forEach((time) => probe.latencies.push(now - time)));
    paint("ranking");
  });
  const all = { attributes: true, characterData: true, childList: true, subtree: true };
  for (const part of live.querySelectorAll(".board tbody, [data-part=bump], .topics")) ranking.observe(part, all);

  // From a release to the last change of any panel; a table is a canvas and tells by its text. One stamp for each
  // frame: the probe must not be what takes time.
  let stamping = false;
  function paint(panel) {
    probe.touched.add(panel);
    if (stamping) return;
    stamping = true;
    requestAnimationFrame(() => afterPaint((now) => { stamping = false; probe.painted = now; }));
  }
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest(".stPlotlyChart"))) paint("chart");
  }).observe(document.querySelector("[data-testid=stMain]") ?? document.body, all);
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...rest) {
    if (!stamping && this.canvas.isConnected && this.canvas.closest("[data-testid=stDataFrame]")) paint("table");
    return fillText.apply(this, rest);
  };
  // A change without a drag: from one preset to another.
  probe.change = (k) => { probe.released = performance.now(); live.querySelectorAll("[data-part=presets] button")[k % 2].click(); };
  probe.rest = () => !document.querySelector("[data-test-script-state=running], [data-stale=true]") && performance.now() - Math.max(probe.painted, probe.released) > 400;
}
