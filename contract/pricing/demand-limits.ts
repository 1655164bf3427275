/** Limits of prices by demand, shared by the server's schemas and the form fields. */

/** Maximum surcharge over the base price, whatever the rules say. */
export const maxSurgeBp = 3000
/** A longer list would be unreadable. */
export const maxHourRules = 20
