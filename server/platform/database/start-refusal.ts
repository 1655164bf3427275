/** Kalli cannot start for a reason that a person can fix: main prints the Spanish message and exits with 1. */
export class StartRefusal extends Error {}
