/** A file of its own: a page with a button for it needs none of the catalogues. */
const open: readonly string[] = ['requested', 'confirmed', 'in_progress', 'to_settle', 'completed']

/** May its client say or change it? With the visit closed it is final (product.md §4, B19). */
export const mayAskInvoice = ({ kind, status }: { kind: string; status: string }) =>
  kind === 'visit' && open.includes(status)
