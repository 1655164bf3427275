/** The wizard's input of the demo data's hosts, and two unfinished listings of the demo's host. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { checkDigitOf } from '#contract/payment/clabe.ts'
import type { Category, SpaceType } from '#contract/professional/categories.ts'
import { usualEquipment } from '#contract/space/fittings.ts'
import { requiredDocuments } from '#contract/space/space-document.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Config } from '#server/platform/config.ts'
import { filesOf } from '#server/platform/files/files.ts'
import { secretBox } from '#server/platform/secret-box.ts'
import { type Value, table } from '#server/seed/people/copy.ts'
import { chance, type Chance } from '#server/seed/people/random.ts'
import { codeOnly, type SpaceDraft } from '#server/seed/people/demo-data.ts'

/** The columns of `spaces` that only the wizard fills, in the order of `listingFacts`. */
export const factColumns = [
  'postal_code',
  'area_m2',
  'accessibility',
  'equipment',
  'block_minutes',
  'notice_minutes',
  'day_cap_cents',
  'hour_packs',
  'house_rules',
  'rules_text',
  'categories',
  'minimum_level',
  'required_documents',
  'welcome',
  'needles',
  'insured',
] as const

/** The categories in a space of each kind; the first is the usual one. */
const trades: Readonly<Record<SpaceType, readonly Category[]>> = {
  chair: ['hair', 'beauty'],
  station: ['nails', 'beauty'],
  cabin: ['massage', 'beauty', 'wellness'],
  room: ['therapy', 'massage', 'coaching', 'wellness'],
  consulting_room: ['nutrition', 'therapy', 'health', 'coaching'],
  hall: ['yoga', 'fitness', 'pilates', 'meditation'],
}
const sides: Readonly<Record<SpaceType, readonly [number, number]>> = {
  chair: [4, 7],
  station: [3, 6],
  cabin: [7, 14],
  room: [9, 18],
  consulting_room: [9, 20],
  hall: [35, 140],
}

export const listingFacts = (space: SpaceDraft): Value[] => {
  const rng = chance(space.id * 7331 + 3)
  // A postal code used to be drawn here: two numbers are skipped so that each place stays what it was.
  rng.whole(0, 9)
  rng.whole(0, 9)
  const needles = space.type === 'consulting_room' && rng.happens(0.12)
  const categories = categoriesOf(rng, space.type)
  return [
    space.where.postalCode,
    rng.whole(...sides[space.type]) * (space.type === 'hall' ? 1 : space.units),
    rng.some(['ramp', 'restroom', 'elevator'], rng.whole(0, 3)),
    { json: equipmentOf(rng, space.type) },
    // No more than the half hour that every visit of the demo data pays, so that short services have a place.
    rng.pick([30, 30, 15]),
    rng.pick([0, 0, 60, 120]),
    rng.happens(0.5) ? space.pricePerHourCents * 6 : null,
    { json: rng.happens(0.4) ? [{ hours: 10, priceCents: space.pricePerHourCents * 9 }] : [] },
    { json: rulesOf(rng, space) },
    rng.pick(asides),
    categories,
    rng.pick([0, 1, 1, 2]),
    categories.some((one) => one === 'health' || one === 'nutrition' || one === 'therapy') ? ['license'] : [],
    rng.pick(['application', 'application', 'agreement', 'instant'] as const),
    needles,
    rng.happens(0.5),
  ]
}

const categoriesOf = (rng: Chance, type: SpaceType): Category[] => {
  const [first, ...others] = trades[type]
  const more = rng.some(others, rng.whole(1, others.length))
  return first === undefined ? more : [first, ...more]
}

const equipmentOf = (rng: Chance, type: SpaceType) =>
  rng.some(usualEquipment[type], rng.whole(3, 6)).map((item) => ({ item, shared: rng.happens(0.35) }))

/** Answers that agree with its amenities and its description. */
const rulesOf = (rng: Chance, { amenities, description }: SpaceDraft) => {
  const drawn = drawRules(rng)
  const has = (one: string) => amenities.includes(one)
  return {
    ...drawn,
    products: drawn.products !== 'own' && !has('products') ? ('own' as const) : drawn.products,
    music: has('music') ? ('house' as const) : drawn.music === 'house' ? ('own' as const) : drawn.music,
    access: description.endsWith(codeOnly)
      ? ('code' as const)
      : drawn.access === 'reception' && !has('reception')
        ? ('host' as const)
        : drawn.access,
  }
}

const drawRules = (rng: Chance) => ({
  noise: rng.pick(['quiet', 'normal', 'normal', 'lively'] as const),
  pets: rng.pick(['no', 'no', 'small', 'yes'] as const),
  smoking: rng.pick(['no', 'no', 'outside'] as const),
  minors: rng.pick(['accompanied', 'accompanied', 'yes', 'no'] as const),
  products: rng.pick(['own', 'shared', 'house'] as const),
  waste: rng.pick(['house', 'separated'] as const),
  music: rng.pick(['house', 'own', 'no'] as const),
  access: rng.pick(['reception', 'host', 'code', 'keys'] as const),
})

const asides = [
  '',
  'Deja la estación como la encontraste: barrida y con los espejos limpios.',
  'La puerta se cierra con doble vuelta cuando sale la última persona.',
  'Hay lockers; trae tu candado.',
  'El agua caliente tarda un minuto en llegar. Cerrar bien la llave ayuda a todas.',
]

/** Of BBVA, with its check digit, sealed as the app seals it. */
export const payoutOf = (config: Pick<Config, 'secret'>) => {
  const box = secretBox(config.secret, 'clabe')
  return (hostId: number, holder: string, since: Date): Value[] => {
    const account = `012180${String(10_000_000_000 + hostId * 7_919).slice(0, 11)}`
    const digits = `${account}${checkDigitOf(account)}`
    const sealed = `\\x${box.seal(digits, `host:${hostId}`).toString('hex')}`
    return [sealed, digits.slice(-4), holder, 'BBVA México', since]
  }
}

export const openListingTables = () => ({
  space_photos: table('space_photos', ['id', 'space_id', 'position', 'address', 'caption', 'created_at']),
  space_documents: table('space_documents', [
    'id',
    'space_id',
    'kind',
    'status',
    'file_name',
    'content_type',
    'bytes',
    'valid_until',
    'created_at',
    'reviewed_at',
  ]),
})
type Tables = ReturnType<typeof openListingTables>

const captions = ['Vista general', 'Lista para trabajar', 'El equipo de cerca', 'Desde la entrada'] as const

export const writeListing = (
  tables: Tables,
  space: SpaceDraft,
  {
    photos,
    facts,
    since,
    now,
  }: { photos: readonly string[]; facts: readonly Value[]; since: Date; now: Date },
) => {
  for (const [place, address] of photos.entries())
    tables.space_photos.add(randomUUID(), space.id, place + 1, address, captions[place] ?? '', since)
  const categories = trades[space.type].filter((one) => [facts[10]].flat().includes(one))
  const needed = requiredDocuments({
    categories,
    needles: facts[14] === true,
    insured: facts[15] === true,
  })
  for (const kind of needed)
    tables.space_documents.add(
      randomUUID(),
      space.id,
      kind,
      'valid',
      `${kind}.pdf`,
      'application/pdf',
      samplePdf.length,
      kind === 'insurance' ? dayOf(now, 200 + (space.id % 90)) : null,
      since,
      since,
    )
}

const dayOf = (now: Date, days: number) => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)

/** For the demo's host: one listing that they left at step 4 on the phone, and one in review. */
export const writeListingsUnderWay = async (client: pg.Client, config: Config, now: Date) => {
  const { rows } = await client.query<{ id: number; what: string }>(
    `
    with under_way as (
      insert into spaces (business_id, host_id, slug, name, space_type, description, capacity, amenities, municipality_id,
        city, state, neighbourhood, address, postal_code, latitude, longitude, zone, price_per_hour_cents, status, steps,
        area_m2, equipment, photos, house_rules, rules_text, categories, welcome, submitted_at, review_due_at, doubts,
        created_at)
      select 1, 1, v.slug, v.name, v.type, v.description, v.capacity, v.amenities, s.municipality_id, s.city, s.state,
        s.neighbourhood, split_part(s.address, ',', 1) || v.floor, '06700', s.latitude + v.away, s.longitude - v.away, s.zone, v.cents, v.status,
        v.steps, v.area, v.equipment::jsonb, '{}', v.rules::jsonb, v.text, v.categories, 'application', v.sent,
        v.sent + interval '48 hours', v.doubts, $1::timestamptz - interval '3 days'
      from spaces s, (values
        ('cabina-del-jardin', 'Cabina del jardín', 'cabin', 'Al fondo del patio, con luz de la tarde.', 2,
          '{wifi}'::text[], ', planta baja', 0.0001, 0, 'draft', '{1,2,3}'::smallint[], 9,
          '[{"item":"electric_table","shared":false},{"item":"sink","shared":false}]', '{}', '', '{}'::text[],
          null::timestamptz, '{}'::text[]),
        ('estaciones-del-segundo-piso', 'Estaciones del segundo piso', 'station',
          'Cuatro mesas de uñas junto al ventanal, con extractor.', 4, '{wifi,ac,reception}'::text[],
          ', segundo piso', 0.0002, 13000, 'in_review', '{1,2,3,4,5,6,7,8,9}'::smallint[], 22,
          '[{"item":"nail_table","shared":false},{"item":"dust_extractor","shared":false},{"item":"sterilizer","shared":true}]',
          '{"noise":"normal","pets":"no","smoking":"no","waste":"separated","access":"reception"}',
          'Debes usar nuestra lista de precios de la casa.', '{nails}'::text[], $1::timestamptz - interval '5 hours',
          '{wording}'::text[])
      ) as v (slug, name, type, description, capacity, amenities, floor, away, cents, status, steps, area, equipment,
        rules, text, categories, sent, doubts)
      where s.id = 1
      returning id, status
    ), seats as (
      insert into units (id, space_id, number, name, station_code)
      select new_resource('unit'), u.id, n, case u.status when 'draft' then 'Cabina ' else 'Estación ' end || n,
        upper(substr(md5(u.id || '/' || n), 1, 8))
      from under_way u, generate_series(1, case u.status when 'draft' then 2 else 4 end) as n
    ), hours as (
      insert into schedules (owner_kind, owner_id, weekly)
      select 'space', id, '[{"weekday":1,"fromMinute":540,"toMinute":1200},{"weekday":2,"fromMinute":540,"toMinute":1200},{"weekday":3,"fromMinute":540,"toMinute":1200},{"weekday":4,"fromMinute":540,"toMinute":1200},{"weekday":5,"fromMinute":540,"toMinute":1200}]'
      from under_way where status = 'in_review'
    ), pictures as (
      insert into space_photos (id, space_id, position, address, caption, created_at)
      select gen_random_uuid(), u.id, n, '/pictures/space/' || case u.status when 'draft' then 'cabin' else 'station' end
        || '/' || (9000 + u.id % 900) || '/' || n || '.svg', '', $1
      from under_way u, generate_series(1, case u.status when 'draft' then 2 else 4 end) as n
    ), papers as (
      insert into space_documents (id, space_id, kind, status, file_name, content_type, bytes, created_at)
      select gen_random_uuid(), id, 'right_to_list', 'in_review', 'contrato-de-arrendamiento.pdf', 'application/pdf', $2, $1
      from under_way where status = 'in_review'
    )
    select id, status as what from under_way`,
    [now, samplePdf.length],
  )
  await client.query(
    `update spaces set photos = array(select address from space_photos where space_id = spaces.id order by position)
     where id = any($1)`,
    [rows.map(({ id }) => id)],
  )
  await showEquipment(client, now)
  await writeFiles(client, config, now)
}

/** The demo's places show their most wanted equipment, as in a close-up photo. */
const showEquipment = (client: pg.Client, now: Date) =>
  client.query(
    `insert into equipment_photos (space_id, item, id, address, created_at)
     select s.id, shown.item, gen_random_uuid(), s.photos[2], $1
     from spaces s join (values ('chair', 'hydraulic_chair'), ('chair', 'mirror'), ('station', 'nail_table'),
       ('cabin', 'massage_table'), ('room', 'massage_table'), ('consulting_room', 'exam_table'), ('hall', 'wall_mirrors'))
       as shown (type, item) on shown.type = s.space_type
     where s.host_id in (1, 7) and s.photos[2] is not null
       and s.equipment @> jsonb_build_array(jsonb_build_object('item', shown.item))`,
    [now],
  )

/** The demo's documents can be opened; those of the rest of the demo data have metadata only. */
const writeFiles = async (client: pg.Client, config: Config, now: Date) => {
  const { rows } = await client.query<{ id: string }>(
    `select d.id from space_documents d join spaces s on s.id = d.space_id where s.host_id in (1, 7)`,
  )
  for (const { id } of rows) {
    await filesOf(config).put(`documents/${id}`, samplePdf, 'application/pdf')
    await client.query(`insert into space_files (id, kind, created_at) values ($1, 'document', $2)`, [
      id,
      now,
    ])
  }
}

/** A single page with its title. */
const samplePdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 66>>stream
BT /F1 24 Tf 72 700 Td (Documento de muestra de Kalli) Tj ET      
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)
