/** One waits for the other this long, unless the service says otherwise (product.md §3). */
export const usualToleranceMinutes = 15
