/** `npm run test:deep`: every case and every real kill; without it the gate's share of them. */
export const isDeep = process.env['KALLI_DEEP'] === '1'
