/** The table of a match: cards face up and face down, and a settled round shown step by step. */

import { markHand, row } from "./cards.js";
import { byId, make, table } from "./dom.js";

/** Between two steps, in milliseconds. */
const STEP = 600;
const BOARD = 5;
const HAND = 2;
/** Outcomes that say nothing of who won or lost. */
const OUTCOMES = { win: "You win", lose: "You lose" };

const seats = { dealer: byId("dealer-cards"), board: byId("board-cards"), player: byId("player-cards") };
/** Ends the wait between two steps; null while nothing is being shown step by step. */
let hurry = null;
let hurried = false;
/** Number of what is on the table: what was begun before it is not shown on. */
let showing = 0;

export const isRevealing = () => hurry !== null;

/** Whether no card was laid yet. */
export const isBare = () => !seats.board.childElementCount;

/** Show the rest at once. */
export function finish() {
  hurried = true;
  hurry?.();
}

/** Show no more of the round that is being shown. */
export function stop() {
  showing += 1;
}

/** The cards of a deal that waits for a choice. */
export function showDeal(deal) {
  stop();
  lay(deal);
}

function lay({ hole, flop }) {
  seats.player.replaceChildren(...row(hole, HAND));
  seats.board.replaceChildren(...row(flop, BOARD));
  seats.dealer.replaceChildren(...row([], HAND));
  for (const id of ["player-hand", "dealer-hand", "match-said"]) byId(id).textContent = "";
  byId("match-lines").replaceChildren();
  byId("match-marks").hidden = true;
}

/**
 * Show a played round: turn, river, your hand, the dealer's cards and hand, bets, net, total.
 * Whether all of it was shown: not if something else came on the table.
 */
export async function reveal(played) {
  showDeal(played);
  const own = showing;
  hurried = byId("match-at-once").checked || matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const step of steps(played)) {
    step();
    if (!hurried) await new Promise((resolve) => { hurry = resolve; setTimeout(resolve, STEP); });
    if (own !== showing) return false;
  }
  hurry = null;
  return true;
}

function steps(played) {
  const { flop, turn, river, dealer } = played;
  const all = [];
  if (turn) all.push(() => seats.board.replaceChildren(...row([...flop, turn], BOARD)));
  if (river) all.push(() => seats.board.replaceChildren(...row([...flop, turn, river], BOARD)));
  if (played.player_hand) all.push(() => showHand("player", played, seats.player));
  if (dealer.length) all.push(() => seats.dealer.replaceChildren(...row(dealer, HAND)));
  if (played.dealer_hand) all.push(() => showHand("dealer", played, seats.dealer));
  all.push(() => showLines(played), () => showNet(played));
  return all;
}

function showHand(whose, played, seat) {
  byId(`${whose}-hand`).textContent = played[`${whose}_hand`];
  byId("match-marks").hidden = false;
  for (const cards of [seat, seats.board]) markHand(cards, whose, played[`${whose}_cards`]);
}

function showLines({ round, lines, outcome }) {
  if (round === null) return;
  const rows = lines.map(({ bet, stake, pay, why }) => [bet, stake, pay, why]);
  byId("match-lines").replaceChildren(
    make("p", { class: "note" }, OUTCOMES[outcome] ?? outcome),
    table(["Bet", "Stake>", "Pays>", "Why"], rows, "Bets of this round"),
  );
}

/** What the round brings; of a void deal, why it brings nothing. */
function showNet({ round, outcome, lines, net, total }) {
  const why = lines.map((line) => line.why).join("; ");
  byId("match-said").textContent = round === null ? `${outcome}: ${why}` : `Net ${net}, total ${total}`;
}
