/** The periods in which a search wants free time, by the local time of each place. */

/** Instants in which a slot may begin, from inclusive to exclusive. */
export type Period = { from: number; to: number }
/** The requested periods, in a place's zone; a slot in any of them matches. `until`: it must end by then. */
export type Free = { periodsIn(zone: string): Period[]; until: number }
