/** Separate file: a page with only the button does not need the catalogues. */
const open: readonly string[] = ['requested', 'confirmed', 'in_progress', 'to_settle', 'completed']

/** Whether the client may request or change it. Final once the visit is closed (product.md §4, B19). */
export const mayAskInvoice = ({ kind, status }: { kind: string; status: string }) =>
  kind === 'visit' && open.includes(status)
