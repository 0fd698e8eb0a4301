// Watches what this page and the server send each other, and holds it back where a test says so.
//
// A page asks for a run of the script by a BackMsg with field 11 (rerun_script); a run sends ForwardMsgs: first one
// with field 4 (new_session), one with field 12 (page_info_changed) where it writes the address, and at last one with
// field 6 (script_finished, where 2 says that another run follows). Streamlit's own sign of a running script appears
// only once the server has answered.
{
  const [BEGUN, FINISHED, ASKS, ADDRESS] = [4, 6, 11, 12];

  const watch = window.watch = {
    asked: 0, begun: 0, running: false, socket: undefined, fresh: false,
    step: "answered", unheard: [], unshown: [], finished: false,

    /** Hold back what comes after this step, until `open` or a reload. */
    shut(step) { Object.assign(watch, { step, unheard: [], unshown: [], finished: false, addressed: false }); },

    /** Whether the step is reached. */
    reached: () => ({
      unheard: watch.unheard.length > 0, // Python does not know what the hand did
      unanswered: watch.finished, // Python knows and has done all, the page shows nothing of it
      addressed: watch.addressed, // the address has come, the data of the components have not
      half: watch.finished, // some components have their data, others do not
      answered: true,
    })[watch.step],

    /** Leave the session for a new one, in which nothing runs until `fresh` ends. */
    renew() {
      Object.assign(watch, { fresh: true, left: watch.socket, running: false, asked: 0, begun: 0 });
      watch.left.close();
    },

    /** Whether the new session is there. */
    renewed: () => watch.socket !== watch.left
      && document.querySelector(".stApp")?.dataset.testConnectionState === "CONNECTED",

    open() {
      const all = [...watch.unheard, ...watch.unshown];
      watch.shut("answered");
      for (const pass of all) pass();
    },
  };

  const varint = (bytes, at) => {
    let value = 0, shift = 1;
    for (;;) {
      const byte = bytes[at++];
      value += (byte & 127) * shift;
      if (byte < 128) return [value, at];
      shift *= 128;
    }
  };

  /** Numbers of the fields of a message of protobuf, and the values of those that are numbers. */
  const fields = (bytes) => {
    const all = new Map();
    for (let at = 0; at < bytes.length;) {
      let tag, value;
      [tag, at] = varint(bytes, at);
      if ((tag & 7) === 1) at += 8;
      else if ((tag & 7) === 5) at += 4;
      else [value, at] = varint(bytes, at);
      if ((tag & 7) === 2) at += value;
      all.set(tag >> 3, value);
    }
    return all;
  };

  const shown = (event, listener) => {
    const found = fields(new Uint8Array(event.data));
    const ended = found.has(FINISHED) && found.get(FINISHED) !== 2;
    if (ended) watch.finished = true;
    const pass = () => {
      if (found.has(BEGUN)) { watch.begun++; watch.running = true; }
      if (ended) watch.running = false;
      listener(event);
    };
    if (watch.step === "unheard" || watch.step === "unanswered" || watch.addressed) watch.unshown.push(pass);
    else pass();
    if (found.has(ADDRESS) && (watch.step === "addressed" || watch.step === "half")) watch.addressed = true;
    if (watch.finished && watch.step === "half") for (const earlier of watch.unshown.splice(0, watch.unshown.length / 2)) earlier();
  };

  window.WebSocket = class extends WebSocket {
    // Streamlit names the session to resume third; without it the server starts a new one.
    constructor(address, [kind, token, session]) {
      super(address, session && !watch.fresh ? [kind, token, session] : [kind, token]);
      watch.socket = this;
    }
    addEventListener(kind, listener, ...rest) {
      super.addEventListener(kind, kind === "message" ? (event) => shown(event, listener) : listener, ...rest);
    }
    send(data) {
      if (fields(new Uint8Array(data.buffer ?? data, data.byteOffset, data.byteLength)).has(ASKS)) {
        if (watch.fresh) return; // it would have the old page's widgets
        watch.asked++;
      }
      if (watch.step === "unheard") watch.unheard.push(() => super.send(data));
      else super.send(data);
    }
  };
}
