// The state by server-sent events, pictures by asking for the next one; nothing of both while nobody looks.

import { toast } from "./dom.js";

const FALLBACK = 3000; // ms between two questions for the state where no stream is to be had
const PACE = 70; // ms between two pictures at least

/** Ask the server for something; answers the JSON, throws an Error with its words. */
export async function get(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error || `${path}: ${answer.status}`);
  return said;
}

/** Tell the server something; answers the JSON, throws an Error whose `said` is the refusal. */
export async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST", body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-Pipsight": "1" },
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(said.error || `${path}: ${answer.status}`), { said, status: answer.status });
  return said;
}

/** Call `show` with each new state and `lost` when the server is away. */
export function watchState(show, lost) {
  let stream = null;
  let timer = 0;
  const ask = async () => {
    try {
      show(await get("/state"));
    } catch {
      lost();
    }
  };
  const open = () => {
    close();
    stream = new EventSource("/events");
    stream.addEventListener("state", (event) => show(JSON.parse(event.data)));
    stream.onerror = () => {
      ask();
      if (stream && stream.readyState === EventSource.CLOSED) timer = setTimeout(open, FALLBACK);
    };
  };
  const close = () => {
    clearTimeout(timer);
    if (stream) stream.close();
    stream = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  window.addEventListener("pagehide", close);
  open();
}

/** Call `show(url, number)` with each new picture. */
export class Pictures {
  constructor(show) {
    this.show = show;
    this.source = "";
    this.abort = null;
    document.addEventListener("visibilitychange", () => this.follow(this.source, true));
  }

  /** Follow the pictures of a camera ("" for none); a new source begins with its newest picture. */
  follow(source, anew = false) {
    if (source === this.source && !anew) return;
    this.source = source;
    if (this.abort) this.abort.abort();
    this.abort = null;
    if (!source || document.hidden) return;
    this.abort = new AbortController();
    this.run(this.abort.signal);
  }

  async run(signal) {
    let number = 0;
    while (!signal.aborted) {
      const began = performance.now();
      try {
        const answer = await fetch(`/frame.jpg?after=${number}`, { signal });
        if (answer.status === 200) {
          const blob = await answer.blob();
          number = Number(answer.headers.get("X-Frame"));
          if (!signal.aborted) await this.show(URL.createObjectURL(blob), number);
        } else if (!answer.ok) throw new Error(answer.status);
      } catch {
        if (signal.aborted) return;
        await new Promise((done) => setTimeout(done, 1000));
        number = 0;
      }
      await new Promise((done) => setTimeout(done, Math.max(0, PACE - (performance.now() - began))));
    }
  }
}

/** Do something and tell people when it is refused; answers whether it was done. */
export async function attempt(what) {
  try {
    await what();
    return true;
  } catch (why) {
    toast(why.message);
    return false;
  }
}
