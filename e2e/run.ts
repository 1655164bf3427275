/** How much this run proves. What bin/test.mjs says in the environment holds for all workers. */

/** `npm run test:deep`: every state in all four views, and every journey marked @desktop on a desk too. */
export const isDeep = process.env['KALLI_DEEP'] === '1'

/** Chooses what `npm test` checks of what there is; printed, so that a run can be repeated. */
export const seed = (process.env['KALLI_TEST_SEED'] ??= String(Math.floor(Math.random() * 1_000_000)))
