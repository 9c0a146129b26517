import { createRandom } from '#rules/random'

const STEPS = 2 ** 30

/** Draws from a seed, the same in each run: uniform in [0, 1), normal, log-normal by median and sigma, whole below `n`. */
export function randomOf(seed: number) {
  const draw = createRandom(seed)
  const next = () => draw(STEPS) / STEPS
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    normal,
    lognormal: (median: number, sigma: number) => median * Math.exp(sigma * normal()),
    below: draw,
  }
}
