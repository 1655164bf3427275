/** Why a start is not offered, in words for its owner. A file of its own: pages that only offer times need none of them. */
import type { SlotReason } from '#contract/availability.ts'

export const slotReasons: Readonly<Record<SlotReason, string>> = {
  inactive: 'El servicio, el perfil o el convenio no está activo',
  payout_missing: 'El espacio todavía no puede recibir reservas: le falta su cuenta de cobro',
  place_too_small: 'En el espacio no caben tantas personas',
  under_block: 'El espacio no se renta por un rato tan corto',
  outside_professional_hours: 'Fuera de tu horario',
  off_grid: 'No cae en tu intervalo de horarios',
  outside_space_hours: 'El espacio está cerrado',
  outside_agreement: 'Tu convenio no cubre ese horario',
  quota: 'Ya usaste las horas de tu convenio esa semana',
  day_full: 'Ese día ya tiene todas las citas que das de este servicio',
  too_soon: 'Falta menos que tu aviso mínimo',
  too_far: 'Más lejos que tu horizonte de reservas',
  professional_busy: 'Ya tienes una cita o un descanso ahí',
  no_time_to_travel: 'No alcanzas a llegar desde otro lugar, o al que sigue',
  unit_busy: 'Todas las unidades del espacio están ocupadas',
  client_busy: 'La clienta ya tiene otra cita',
  margin: 'Después de comisión y renta no ganarías',
  rule_excluded: 'Tu regla: no trabajas en ese lugar',
  rule_own_agenda: 'Tu regla: ahí reservas tú, no la clienta',
  rule_ask:
    'Respondes cada solicitud (por tu regla, o porque un calendario conectado no responde), y faltan menos de dos horas',
  rule_type: 'Tu regla: no es el tipo de espacio que pides',
  rule_equipment: 'Tu regla: le falta equipo que pides',
  rule_other_place: 'Tu regla: solo ofreces tu primera sede',
  rule_distance: 'Tu regla: queda más lejos de lo que pides a esa hora',
  rule_rent: 'Tu regla: la renta pasa de tu máximo',
  rule_net: 'Tu regla: te quedaría menos de tu mínimo',
  rule_block: 'Tu regla: no vas por un rato tan corto',
  rule_gap: 'Tu regla: dejaría un hueco que no sirve',
}
