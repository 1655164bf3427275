/**
 * What screens of a professional and of a host call a client: the first name where there is one, else one word for everybody (docs/design.md).
 * "Cliente" agrees with no gender as long as no article stands before it.
 */
export const clientName = (
  { client }: { client: { firstName: string } | null },
  other = 'tu cliente',
): string => client?.firstName || other
