/**
 * Any number of professionals, made inside the database in seconds: for query plans and growth, where only their number and distribution
 * matter. Fifteen cities by population, trades and prices as in the seed's catalogue.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '#server/platform/database/tables.ts'
import { addHours } from '#server/testing/crash/load-hours.ts'

/**
 * Adds professionals `first` to `last` with two services each, and their search documents. No other rows may have these ids. `hoursAfter`:
 * they can be booked from then on, at their own places and at salons.
 */
export const addProfessionals = (
  db: Kysely<DB>,
  first: number,
  last: number,
  { hoursAfter }: { hoursAfter?: Date } = {},
) =>
  db.connection().execute(async (connection) => {
    // Loading so many rows may take longer than a visitor would wait.
    await sql`set statement_timeout = '30min'`.execute(connection)
    // A superuser loads without foreign key checks for each row.
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`
      insert into accounts (id, email, first_name, last_name, role, active_role, available_roles, created_at)
      select n, 'p' || n || '@crowd.test', 'P', 'P', 'professional', 'professional', '{professional}', '2026-01-01'
      from generate_series(${first}::integer, ${last}::integer) as n`.execute(connection)
    await sql`
      insert into professionals (id, account_id, slug, first_name, last_name, bio, experience_years, specialties,
        categories, from_price_cents, municipality_id, city, state, neighbourhood, latitude, longitude, zone,
        has_own_place, verified, rating, review_count, profile_image_url, status, created_at)
      select n, n, 'p-' || n, first_names[1 + ${rng(1, 20)}],
        last_names[1 + ${rng(2, 25)}] || ' ' || last_names[1 + ${rng(3, 25)}],
        repeat('Trabajo con cuidado. ', 3 + n % 4), n % 30, trade.specialties[1 : 1 + n % 3], array[trade.category],
        (15 + ${rng(4, 120)}) * 1000, city.municipality_id, city.city, city.state,
        (array['Centro', 'Roma Norte', 'Del Valle', 'Americana', 'Las Fuentes'])[1 + ${rng(5, 5)}],
        city.latitude + (${rng(6, 9999)} + ${rng(7, 9999)} + ${rng(8, 9999)} - 15000) / 10000.0 * 0.22,
        city.longitude + (${rng(9, 9999)} + ${rng(10, 9999)} + ${rng(11, 9999)} - 15000) / 10000.0 * 0.22,
        'America/Mexico_City', true, ${rng(12, 5)} < 3,
        case when reviewed then round((3.6 + 1.4 * sqrt(${rng(13, 1000)} / 1000.0))::numeric, 2) else 0 end,
        case when reviewed then 1 + (power(${rng(14, 1000)} / 1000.0, 3) * 200)::integer else 0 end,
        case when n % 4 > 0 then '/p.png' end, 'published', timestamptz '2026-11-20' - ${rng(15, 900)} * interval '1 day'
      from ${people(first, last)}`.execute(connection)
    await sql`
      insert into services (professional_id, name, category, duration_minutes, price_cents, position)
      select n, trade.services[1 + (n + place) % cardinality(trade.services)], trade.category, 60,
        (15 + ${rng(4, 120)}) * 1000 + place * 5000, place
      from ${people(first, last)} cross join generate_series(0, 1) as place`.execute(connection)
    if (hoursAfter !== undefined) await addHours(connection, first, last, hoursAfter)
    await sql`set session_replication_role = origin`.execute(connection)
    await sql`analyze accounts, professionals, services`.execute(connection)
    await sql`call search_remake()`.execute(connection)
    await sql`vacuum analyze search_professionals`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })

/** A number from 0 to below `sides`, always the same for the same person. */
const rng = (salt: number, sides: number) =>
  sql`((hashint4extended(n, ${sql.lit(salt)}) & 1048575)::integer % ${sql.lit(sides)})`

const people = (first: number, last: number) => sql`
  generate_series(${first}::integer, ${last}::integer) as n
  cross join lateral (select ${rng(16, 3)} > 0 as reviewed) review
  cross join lateral (
    select * from (values ${sql.join(trades.map((row) => sql`(${sql.join(row)})`))})
      as trade (category, specialties, services, below)
    where ${rng(17, 1000)} < below::integer order by below::integer limit 1
  ) raw
  cross join lateral (
    select raw.category, raw.specialties::text[] as specialties, raw.services::text[] as services
  ) trade
  cross join lateral (
    select city, state, municipality_id::integer, latitude::float8, longitude::float8
    from (values ${sql.join(cities.map((row) => sql`(${sql.join(row)})`))})
      as city (city, state, municipality_id, latitude, longitude, below)
    where ${rng(18, 1000)} < below::integer order by below::integer limit 1
  ) city
  cross join (select string_to_array(${firstNames}, ' ') as first_names, string_to_array(${lastNames}, ' ') as last_names) names
`

/** Cumulative shares, in thousandths. */
const cities = [
  ['Ciudad de México', 'Ciudad de México', '9015', '19.40', '-99.15', '370'],
  ['Guadalajara', 'Jalisco', '14039', '20.67', '-103.35', '460'],
  ['Monterrey', 'Nuevo León', '19039', '25.67', '-100.31', '540'],
  ['Puebla', 'Puebla', '21114', '19.04', '-98.20', '610'],
  ['Tijuana', 'Baja California', '2004', '32.50', '-116.98', '680'],
  ['León', 'Guanajuato', '11020', '21.12', '-101.68', '740'],
  ['Juárez', 'Chihuahua', '8037', '31.69', '-106.42', '800'],
  ['Mérida', 'Yucatán', '31050', '20.97', '-89.62', '850'],
  ['Querétaro', 'Querétaro', '22014', '20.59', '-100.39', '890'],
  ['Cancún', 'Quintana Roo', '23005', '21.16', '-86.85', '930'],
  ['Hermosillo', 'Sonora', '26030', '29.07', '-110.95', '970'],
  ['Oaxaca de Juárez', 'Oaxaca', '20067', '17.06', '-96.72', '1000'],
]

const trades = [
  [
    'hair',
    '{Balayage,Rizos,Barbería}',
    '{Corte dama,Corte caballero,Tinte de raíz,Balayage,Peinado para evento}',
    '200',
  ],
  [
    'nails',
    '{Gelish,Acrílico,Nail art}',
    '{Manicure con gelish,Pedicure spa,Uñas acrílicas,Diseño a mano}',
    '340',
  ],
  [
    'beauty',
    '{Faciales,Cejas,Depilación}',
    '{Facial de limpieza,Diseño de ceja,Maquillaje social,Depilación con cera}',
    '470',
  ],
  [
    'massage',
    '{Relajante,Deportivo,Prenatal}',
    '{Masaje relajante,Masaje deportivo,Drenaje linfático,Masaje con piedras calientes}',
    '600',
  ],
  ['therapy', '{Ansiedad,Duelo,Pareja}', '{Primera sesión,Terapia individual,Terapia de pareja}', '720'],
  [
    'nutrition',
    '{Clínica,Deportiva,Diabetes}',
    '{Consulta de nutrición,Seguimiento,Plan para deportistas}',
    '800',
  ],
  ['fitness', '{Fuerza,Funcional,Box}', '{Entrenamiento personal,Evaluación física,Clase funcional}', '880'],
  ['yoga', '{Hatha,Vinyasa,Prenatal}', '{Clase de yoga,Yoga prenatal,Yoga en pareja}', '940'],
  ['health', '{Fisioterapia,Quiropráctica}', '{Sesión de fisioterapia,Valoración,Punción seca}', '1000'],
]

const firstNames =
  'María José Luis Ana Juan Lucía Carlos Fernanda Miguel Sofía Jorge Daniela Pedro Valeria Raúl Ximena Iván Regina Óscar Paola'
const lastNames =
  'Hernández García Martínez López González Pérez Rodríguez Sánchez Ramírez Cruz Flores Gómez Morales Vázquez Jiménez Reyes Díaz Torres Gutiérrez Ruiz Mendoza Aguilar Ortiz Castillo Moreno'
