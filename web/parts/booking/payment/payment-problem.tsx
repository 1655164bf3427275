/** A payment problem that no field can show. */
export const PaymentProblem = ({ problem }: { problem: Error | null }) =>
  problem === null ? null : (
    <p role="alert" className="rounded-lg border border-chile/40 bg-chile-soft p-4 font-medium">
      {problem.message}
    </p>
  )
