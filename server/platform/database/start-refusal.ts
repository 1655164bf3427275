/** Kalli cannot start and a person can mend it: main prints the message, which is in Spanish, and leaves with 1. */
export class StartRefusal extends Error {}
