import { clientHome } from '#contract/booking/client/home.ts'
import { reading } from '#web/api.ts'

export const clientHomeReading = reading(clientHome)
