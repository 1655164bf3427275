/** Whether an action is possible now, and why not; a table of moves decides the first two questions for every noun. */

/** The reason is the text of the disabled button. */
export type Allowed = { allowed: true } | { allowed: false; reason: string }

/** A row of a table of moves: who may make it, and from which statuses. */
type MoveRule<Party extends string, Status extends string> = { by: readonly Party[]; from: readonly Status[] }

/** From a reason against it; null: nothing is. */
export const allowedUnless = (reason: string | null): Allowed =>
  reason === null ? { allowed: true } : { allowed: false, reason }

/** The party, then the status, then what else the noun requires. `otherwise` is evaluated last; its reason is null if nothing is against it. */
export const checkMove = <Party extends string, Status extends string>(
  rule: MoveRule<Party, Status>,
  { party, status }: { party: Party; status: Status },
  { wrongStatus, otherwise }: { wrongStatus: (status: Status) => string; otherwise: () => string | null },
): Allowed => {
  if (!rule.by.includes(party)) return allowedUnless('Esta acción le toca a otra persona.')
  if (!rule.from.includes(status)) return allowedUnless(wrongStatus(status))
  return allowedUnless(otherwise())
}
