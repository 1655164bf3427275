/** A person writes from the link of one professional, whom they need not have visited before. */
import { sql } from 'kysely'
import type { Said } from '#server/chat/action.ts'
import { chooseService } from '#server/chat/choose.ts'
import type { Work } from '#server/platform/work.ts'

/** Her services next; as through her own link, with its prices. */
export const opened = async (work: Work, phone: string, professionalId: number): Promise<Said> => {
  const { rows } = await sql<{ name: string; isOpen: boolean }>`
    select first_name || ' ' || last_name as name, status = 'published' as "isOpen" from professionals
    where id = ${professionalId} and status not in ('draft', 'suspended')`.execute(work.db)
  const [professional] = rows
  const search = `Busca a quien quieras aquí: ${work.config.publicUrl}/search-results`
  if (professional === undefined) return { text: `No encontramos a quien buscas. ${search}` }
  const { name, isOpen } = professional
  if (!isOpen) return { text: `${name} no recibe citas por ahora. ${search}` }
  const said = await chooseService(work, phone, {
    do: 'services',
    professionalId,
    from: 0,
    channel: 'own_link',
  })
  return { ...said, text: `Cita con ${name}. ${said.text}` }
}
