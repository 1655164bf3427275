/** When a search wants free time: periods by the clock of each place. */

/** Instants in which a slot may begin, from inclusive to exclusive. */
export type Period = { from: number; to: number }
/** The requested periods, in a place's zone; a slot in any of them will do. `until`: it must be over by then. */
export type Free = { periodsIn(zone: string): Period[]; until: number }
