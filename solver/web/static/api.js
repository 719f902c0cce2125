/** The JSON API: asked, and its refusals as errors. */

import { answered, busy, silent } from "./connection.js";

/** Longer than the slowest answer: a review that has to follow six-card bonuses. */
const PATIENCE = 120000;
const BUSY = [429, 503];
/** How long a busy server is asked again, in milliseconds. */
const PATIENCE_BUSY = 120000;
const LONGEST_WAIT = 30;
// What stands in front of a server says when there is none behind it.
const NO_SERVER = [502, 504];

/** The server answered that it will not. */
export class Refusal extends Error {
  /** @param {number} status @param {{field: string, reason: string}[]} errors */
  constructor(status, errors) {
    super(errors.map((error) => error.reason).join("; "));
    this.status = status;
    this.errors = errors;
  }
}

/** There was no answer. */
export class Gone extends Error {}

/** GET api/`path` with the parameters that are not empty. */
export function get(path, parameters = {}, signal = null) {
  const given = Object.entries(parameters).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given).toString();
  return ask(query ? `${path}?${query}` : path, { method: "GET" }, signal);
}

/** POST a body to api/`path`. */
export function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) }, null);
}

/** GET api/`path` as it is written. */
export async function getText(path) {
  const response = await answerTo(path, { method: "GET" }, null);
  return response.text;
}

async function ask(path, options, signal) {
  const { text } = await answerTo(path, options, signal);
  return JSON.parse(text);
}

async function answerTo(path, options, signal) {
  const end = Date.now() + PATIENCE_BUSY;
  try {
    for (;;) {
      const response = await once(path, options, signal);
      if (response.ok) return response;
      const errors = reasons(response);
      const later = secondsToRetry(response);
      if (!BUSY.includes(response.status) || !later || Date.now() > end) throw new Refusal(response.status, errors);
      const seconds = Math.min(later, LONGEST_WAIT);
      busy(options, `${errors[0].reason}; trying again in ${seconds} s`);
      await new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });
      signal?.throwIfAborted();
    }
  } finally {
    busy(options, null);
  }
}

/** When a busy server may be asked again; 0: it would do no better. One that is too busy to reach the API says nothing. */
function secondsToRetry({ headers }) {
  const isFromApi = headers.get("Content-Type")?.startsWith("application/json");
  return Number(headers.get("Retry-After")) || (isFromApi ? 0 : 1);
}

/** One request with all of its answer, or `Gone`. */
async function once(path, options, signal) {
  const patience = new AbortController();
  const stop = () => patience.abort();
  const timer = setTimeout(stop, PATIENCE);
  signal?.addEventListener("abort", stop);
  try {
    const response = await fetch(`api/${path}`, { ...options, signal: patience.signal });
    if (NO_SERVER.includes(response.status)) throw new Gone(`status ${response.status}`);
    const text = await response.text();
    signal?.throwIfAborted();
    answered();
    return { ok: response.ok, status: response.status, headers: response.headers, text };
  } catch (error) {
    signal?.throwIfAborted();
    silent();
    throw new Gone(String(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function reasons({ status, text }) {
  try {
    const { errors } = JSON.parse(text);
    if (Array.isArray(errors) && errors.length) return errors;
  } catch {
    // Not written by the API.
  }
  return [{ field: "", reason: `the server answers with status ${status}` }];
}

/** Whether this only says that nobody waits for the answer any more. */
export const isAbort = (error) => error?.name === "AbortError";
