/** The scope of this run. bin/test.mjs sets it in the environment for all workers. */

/** `npm run test:deep`: every state in all four views, and every journey marked @desktop on a desktop too. */
export const isDeep = process.env['KALLI_DEEP'] === '1'

/** Chooses the share of checks in `npm test`; printed, so that a run can be repeated. */
export const seed = (process.env['KALLI_TEST_SEED'] ??= String(Math.floor(Math.random() * 1_000_000)))
