/** How far prices by demand go, for the server's schemas and the screen's fields alike. */

/** No hour costs more than this above its base price, whatever its rules say. */
export const maxSurgeBp = 3000
/** More would be a list that nobody reads. */
export const maxHourRules = 20
