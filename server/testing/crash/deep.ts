/** `npm run test:deep`: every case and every real kill; otherwise the share of `npm test`. */
export const isDeep = process.env['KALLI_DEEP'] === '1'

/** How many random cases a property is tried on. */
export const cases = (usual: number, deep: number) => (isDeep ? deep : usual)

/** One seed for a whole run, which prints it at its end: KALLI_TEST_SEED repeats the run's random cases. */
export const testSeed = Number(process.env['KALLI_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
