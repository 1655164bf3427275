/**
 * What the house shows to the street: the rates of today, and what search engines and people who are sent a link
 * see of it. Reads only what is public anyway; it decides and writes nothing.
 */
export { currentRates } from '#server/pricing/rates.ts'
