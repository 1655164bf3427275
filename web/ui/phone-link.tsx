/** A telephone link: digits grouped as they are read aloud, and as high as a finger. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a
    href={`tel:${phone.replaceAll(' ', '')}`}
    className="lone-link figures font-semibold text-jacaranda underline underline-offset-4"
  >
    {inGroups(phone)}
  </a>
)

/** "+52 55 4000 1117": Mexico's ten digits, with an area code of two or three; other numbers are unchanged. */
const inGroups = (phone: string) =>
  phone
    .replace(/^(\+52) ?(33|55|56|81)(\d{4})(\d{4})$/, '$1 $2 $3 $4')
    .replace(/^(\+52) ?(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4')
