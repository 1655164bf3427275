/**
 * What screens of a professional and of a host call a client: the first name where there is one, else one word for everybody (docs/design.md).
 * "Cliente" agrees with no gender as long as it has no article.
 */
export const clientName = (
  { client }: { client: { firstName: string } | null },
  other = 'tu cliente',
): string => client?.firstName || other
