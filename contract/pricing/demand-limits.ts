/** How far prices by demand go, for the server's schemas and the screen's fields alike. */

/** No hour costs more than this above its base price, whatever its rules say. */
export const maxSurgeBp = 3000
/** A longer list would be unreadable. */
export const maxHourRules = 20
