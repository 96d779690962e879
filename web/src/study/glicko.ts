// Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): how strong somebody is, how sure that is, and how
// much it changes. Plain functions; one call is one rating period.

export interface Rating {
  rating: number;
  /** The true rating is within twice this deviation with a probability of 95%. */
  deviation: number;
  volatility: number;
}
export interface Result {
  opponent: Rating;
  /** 1 for a win, 0 for a loss. */
  score: number;
}

export const unrated: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

const scale = 173.7178;
/** How much volatility may change: the paper advises 0.3 to 1.2. */
const tau = 0.5;
const precise = 1e-6;

/** Somebody's rating after a period with these results, at least one. The steps are those of the paper. */
export function rated(before: Rating, results: readonly Result[]): Rating {
  // Step 2: to the Glicko-2 scale.
  const mu = (before.rating - 1500) / scale;
  const phi = before.deviation / scale;
  // Steps 3 and 4: the variance of the rating from the results alone, and the improvement they suggest.
  let information = 0;
  let surprise = 0;
  for (const { opponent, score } of results) {
    const weight = 1 / Math.sqrt(1 + (3 * (opponent.deviation / scale) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (opponent.rating - 1500) / scale)));
    information += weight ** 2 * expected * (1 - expected);
    surprise += weight * (score - expected);
  }
  const variance = 1 / information;
  const volatility = newVolatility(phi, before.volatility, variance, variance * surprise);
  // Steps 6 to 8: the new deviation and rating, on the old scale again.
  const wider = phi ** 2 + volatility ** 2;
  const deviation = 1 / Math.sqrt(1 / wider + information);
  return {
    rating: scale * (mu + deviation ** 2 * surprise) + 1500,
    deviation: scale * deviation,
    volatility,
  };
}

/** Step 5: the root of a function, found by the Illinois method. */
function newVolatility(phi: number, sigma: number, variance: number, delta: number): number {
  const a = Math.log(sigma ** 2);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi ** 2 + variance + e;
    return (e * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / tau ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (delta ** 2 <= phi ** 2 + variance) {
    let k = 1;
    while (f(a - k * tau) < 0) k++;
    high = a - k * tau;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > precise) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = f(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}
