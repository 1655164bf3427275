/** The professional of a booking, as every party sees them. */
import { columns, type Read } from '#server/booking/columns/joins.ts'

export const professionalColumns = columns([
  'booking.professional_id',
  'professional.first_name as professional_first_name',
  'professional.last_name as professional_last_name',
  'professional.profile_image_url as professional_image',
])

export const professionalPart = (shown: Read<typeof professionalColumns>) => ({
  professional: {
    id: shown.professional_id,
    firstName: shown.professional_first_name,
    lastName: shown.professional_last_name,
    profileImageUrl: shown.professional_image,
  },
})
