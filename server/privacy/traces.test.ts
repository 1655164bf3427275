/**
 * Nothing of a deleted account remains: a name, a mailbox and a telephone number are planted by script in every column that holds people's
 * text, in the rows of the seeded client, professional and host; each of them leaves; every text column is read.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import * as contact from '#contract/contact/contact.ts'
import { erase, partiesOf } from '#server/privacy/privacy.ts'
import { drain } from '#server/platform/jobs.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { inTransaction } from '#server/platform/work.ts'
import { emptyDatabase, endConnections } from '#server/testing/empty-database.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

let kalli: TestServer
let client: pg.Client
before(async () => {
  kalli = await startTestServer({ seeded: true, now: new Date() })
  client = new pg.Client({ connectionString: kalli.database.pool.options.connectionString })
  await client.connect()
})
after(async () => {
  await client.end()
  await endConnections()
  await kalli.close()
})

/** `also`: columns to set with it; `first`: a row to insert before, where the demo data has none. */
type Planted = { table: string; column: string; of: string; json?: string; also?: string; first?: string }

/** Every column that holds people's text, with the rows that a side's account wrote or that name it. `$1`: the party's id. */
const own = (side: 'client' | 'professional' | 'host') =>
  `(select id from bookings where ${side}_id = $1::bigint)`
const wordsOf: Readonly<Record<'client' | 'professional' | 'host', readonly Planted[]>> = {
  client: [
    { table: 'booking_moves', column: 'reason', of: `actor = 'client' and booking_id in ${own('client')}` },
    {
      table: 'bookings',
      column: 'cancellation',
      json: 'reason',
      of: `client_id = $1::bigint and cancellation ->> 'by' = 'client'`,
    },
    {
      table: 'bookings',
      column: 'contact',
      json: 'firstName',
      of: 'client_id = $1::bigint and contact is not null',
    },
    { table: 'booking_companions', column: 'first_name', of: `booking_id in ${own('client')}` },
    { table: 'booking_links', column: 'note', of: `booking_id in ${own('client')} and answer is not null` },
    {
      table: 'client_cards',
      column: 'found_by',
      first: `insert into client_cards (professional_id, id, client_id, created_at, updated_at)
        select professional_id, $1::bigint, $1::bigint, now(), now() from bookings where client_id = $1::bigint limit 1 on conflict do nothing`,
      of: 'client_id = $1::bigint',
    },
    {
      table: 'win_back_messages',
      column: 'message',
      first: `insert into win_back_messages (id, professional_id, card_id, way, message, pause)
        select gen_random_uuid(), professional_id, id, 'kalli', 'x', tstzrange(now(), now() + interval '30 days') from client_cards where client_id = $1::bigint limit 1`,
      of: 'card_id in (select id from client_cards where client_id = $1::bigint)',
    },
    { table: 'client_notes', column: 'text', of: 'client_id = $1::bigint' },
    { table: 'conversation_messages', column: 'text', of: `side = 'client' and account_id = $2::bigint` },
    { table: 'disputes', column: 'statement', of: `opened_by = 'client' and booking_id in ${own('client')}` },
    { table: 'gift_cards', column: 'from_name', of: 'buyer_id = $1::bigint' },
    { table: 'gift_cards', column: 'message', of: 'buyer_id = $1::bigint' },
    {
      table: 'no_shows',
      column: 'evidence',
      of: `absent = 'client' and booking_id in ${own('client')} and evidence is not null`,
    },
    { table: 'notifications', column: 'message', of: 'account_id = $2::bigint' },
    {
      table: 'api_keys',
      column: 'name',
      first: `insert into api_keys (id, account_id, name, secret_hash, scopes, acts_as, api_version, created_at)
        select 'abcdefghijkm', account_id, 'Mi sistema', sha256('x'), '{bookings:read}', 'client', '2026-11-28', now()
        from clients where id = $1::bigint on conflict do nothing`,
      of: 'account_id = $2::bigint',
    },
    {
      table: 'oauth_apps',
      column: 'name',
      first: `insert into oauth_apps (id, account_id, name, redirect_uris, scopes, created_at)
        select 'app_abcdefghijkmnpqr', account_id, 'Mi app', '{https://app.example.test/}', '{bookings:read}', now()
        from clients where id = $1::bigint on conflict do nothing`,
      of: 'account_id = $2::bigint',
    },
    { table: 'oauth_apps', column: 'website', of: 'account_id = $2::bigint' },
    { table: 'saved_searches', column: 'label', of: 'account_id = $2::bigint' },
    { table: 'saved_searches', column: 'search', of: 'account_id = $2::bigint' },
    {
      table: 'reviews',
      column: 'author_first_name',
      of: `author = 'client' and booking_id in ${own('client')}`,
    },
    {
      table: 'visit_places',
      column: 'line',
      of: `place in (select visit_place from bookings where client_id = $1::bigint) and line is not null`,
    },
    { table: 'waitlist_entries', column: 'first_name', of: 'client_id = $1::bigint' },
  ],
  professional: [
    {
      table: 'agreement_moves',
      column: 'reason',
      first: `insert into agreement_moves (agreement_id, version, move, from_status, to_status, actor, reason, at)
        select agreement.id, 90 + agreement.id, 'give_notice', 'active', 'active', 'professional', 'x', now() from (select id from agreements where professional_id = $1::bigint order by id limit 1) agreement`,
      of: `actor = 'professional' and agreement_id in (select id from agreements where professional_id = $1::bigint)`,
    },
    {
      table: 'application_moves',
      column: 'text',
      of: `actor = 'professional' and application_id in (select id from applications where professional_id = $1::bigint)`,
    },
    { table: 'applications', column: 'message', of: 'professional_id = $1::bigint' },
    { table: 'blocks', column: 'reason', of: 'professional_id = $1::bigint' },
    { table: 'booking_links', column: 'note', of: `booking_id in ${own('professional')}` },
    {
      table: 'booking_moves',
      column: 'reason',
      of: `actor = 'professional' and booking_id in ${own('professional')}`,
    },
    {
      table: 'change_proposals',
      column: 'note',
      of: `proposed_by = 'professional' and booking_id in ${own('professional')}`,
    },
    {
      table: 'client_cards',
      column: 'first_name',
      first: `insert into client_cards (professional_id, id, first_name, created_at, updated_at) values ($1::bigint, 990001, 'x', now(), now())`,
      of: 'professional_id = $1::bigint',
    },
    ...['last_name', 'email', 'found_by'].map((column) => ({
      table: 'client_cards',
      column,
      of: 'professional_id = $1::bigint',
    })),
    {
      table: 'win_back_messages',
      column: 'message',
      first: `insert into win_back_messages (id, professional_id, card_id, way, message, pause)
        values (gen_random_uuid(), $1::bigint, 990001, 'whatsapp', 'x', tstzrange(now(), now() + interval '30 days'))`,
      of: 'professional_id = $1::bigint',
    },
    {
      table: 'win_back_templates',
      column: 'text',
      first: `insert into win_back_templates (professional_id, text) values ($1::bigint, 'x') on conflict do nothing`,
      of: 'professional_id = $1::bigint',
    },
    { table: 'client_notes', column: 'text', of: 'professional_id = $1::bigint' },
    { table: 'conversation_messages', column: 'text', of: `account_id = $2::bigint` },
    { table: 'hand_overs', column: 'message', of: 'from_professional_id = $1::bigint' },
    { table: 'notifications', column: 'title', of: 'account_id = $2::bigint' },
    { table: 'professionals', column: 'bio', of: 'id = $1::bigint' },
    {
      table: 'reviews',
      column: 'reply',
      also: 'replied_at = published_at',
      of: 'professional_id = $1::bigint and published_at is not null',
    },
    {
      table: 'webhook_tries',
      column: 'answer',
      first: `with hook as (
          insert into webhooks (id, account_id, professional_id, address, address_hash, events, secret, created_at)
          values (gen_random_uuid(), $2::bigint, $1::bigint, '\\x00', sha256('professional'), '{booking.confirmed}', '\\x00', now()) returning id
        ), message as (
          insert into webhook_messages (id, webhook_id, event, facts, happened_at, state)
          select gen_random_uuid(), id, 'webhook.test', '{}', now(), 'sent' from hook returning id
        ) insert into webhook_tries (message_id, number, at, duration_ms, status, answer) select id, 1, now(), 1, 200, 'x' from message`,
      of: `message_id in (select m.id from webhook_messages m join webhooks w on w.id = m.webhook_id where w.account_id = $2::bigint)`,
    },
  ],
  host: [
    {
      table: 'agreement_moves',
      column: 'reason',
      first: `insert into agreement_moves (agreement_id, version, move, from_status, to_status, actor, reason, at)
        select agreement.id, 190 + agreement.id, 'give_notice', 'active', 'active', 'host', 'x', now() from (select a.id from agreements a join spaces s on s.id = a.space_id where s.host_id = $1::bigint order by a.id limit 1) agreement`,
      of: `actor = 'host' and agreement_id in (select a.id from agreements a join spaces s on s.id = a.space_id where s.host_id = $1::bigint)`,
    },
    { table: 'booking_moves', column: 'reason', of: `actor = 'host' and booking_id in ${own('host')}` },
    { table: 'businesses', column: 'description', of: 'host_id = $1::bigint' },
    {
      table: 'change_proposals',
      column: 'note',
      of: `proposed_by = 'host' and booking_id in ${own('host')}`,
    },
    {
      table: 'closures',
      column: 'reason',
      of: 'space_id in (select id from spaces where host_id = $1::bigint)',
    },
    { table: 'invitations', column: 'message', of: 'host_id = $1::bigint' },
    { table: 'memberships', column: 'name', of: 'host_id = $1::bigint' },
    { table: 'rescues', column: 'reason', of: 'from_host_id = $1::bigint' },
    { table: 'spaces', column: 'rules_text', of: 'host_id = $1::bigint' },
    { table: 'spaces', column: 'directions', of: 'host_id = $1::bigint' },
    { table: 'vacancies', column: 'requirements', of: 'host_id = $1::bigint' },
    {
      table: 'webhook_tries',
      column: 'answer',
      first: `with hook as (
          insert into webhooks (id, account_id, host_id, address, address_hash, events, secret, created_at)
          values (gen_random_uuid(), $2::bigint, $1::bigint, '\\x00', sha256('host'), '{booking.confirmed}', '\\x00', now()) returning id
        ), message as (
          insert into webhook_messages (id, webhook_id, event, facts, happened_at, state)
          select gen_random_uuid(), id, 'webhook.test', '{}', now(), 'sent' from hook returning id
        ) insert into webhook_tries (message_id, number, at, duration_ms, status, answer) select id, 1, now(), 1, 200, 'x' from message`,
      of: `message_id in (select m.id from webhook_messages m join webhooks w on w.id = m.webhook_id where w.account_id = $2::bigint)`,
    },
  ],
}

/** Triggers are off while this is planted: it represents what people typed long ago. */
const plant = async (
  mark: string,
  parties: { partyId: number; accountId: number },
  words: readonly Planted[],
) => {
  const nowhere: string[] = []
  await client.query('set session_replication_role = replica')
  const ofParty = (text: string) =>
    text.replaceAll('$1', String(parties.partyId)).replaceAll('$2', String(parties.accountId))
  for (const { table, column, of, json, also, first } of words) {
    if (first !== undefined) await client.query(ofParty(first))
    const value =
      json === undefined
        ? `'${mark} escribió esto'`
        : `${column} || jsonb_build_object('${json}', '${mark} escribió esto')`
    const { rowCount } = await client.query(
      `update ${table} set ${[`${column} = ${value}`, also].filter(Boolean).join(', ')} where ${ofParty(of)}`,
    )
    if (rowCount === 0) nowhere.push(`${table}.${column}`)
  }
  await client.query('set session_replication_role = origin')
  return nowhere
}

const schemas = ['public', 'pgboss']
/** Every text, json and array column of Kalli's and of the queue, with the words found in it. */
const read = async (words: readonly string[]) => {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as table, c.column_name as column
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = any ($1) and table_type = 'BASE TABLE'
       and (data_type in ('text', 'jsonb', 'json', 'ARRAY', 'character varying') or udt_name = 'tsvector')`,
    [schemas],
  )
  assert.ok(columns.length > 300, 'the walk has read something')
  const found: string[] = []
  for (const { table, column } of columns)
    for (const word of words) {
      const { rows } = await client.query(
        `select 1 from ${table} where strpos(lower("${column}"::text), lower($1)) > 0 limit 1`,
        [word],
      )
      if (rows.length > 0) found.push(`${table}.${column}: ${word}`)
    }
  return [...new Set(found)].toSorted()
}

/** Ends everything that prevents an erasure: this test is about what is erased, privacy.test.ts about when. */
const finishAll = async () => {
  await client.query('set session_replication_role = replica')
  await client.query(`delete from claims where booking_id is not null`)
  await client.query(
    `update bookings set status = 'expired', version = version + 1 where status in ('held', 'awaiting_payment')`,
  )
  await client.query(
    `update bookings set status = 'cancelled_by_platform', version = version + 1, ended_at = coalesce(ended_at, now()), rescue_by = null, rescue_waits = null
     where status in ('requested', 'confirmed', 'in_progress', 'to_settle', 'completed')`,
  )
  await client.query(`update change_proposals set state = 'withdrawn' where state = 'open'`)
  await client.query(`update rescues set state = 'lapsed', ended_at = now() where state = 'open'`)
  await client.query(
    `update no_shows set state = 'stands', decided_at = greatest(now(), contest_by) where decided_at is null`,
  )
  await client.query(
    `update disputes set state = 'closed', withdrawn = true, closed_at = now() where closed_at is null`,
  )
  await client.query('set session_replication_role = origin')
}

const leaving = [
  { side: 'host', accountId: 3, mark: 'Zyanyaq', email: 'zyanyaq@ejemplo.mx', phone: '+525577001103' },
  {
    side: 'professional',
    accountId: 2,
    mark: 'Xochitlq',
    email: 'xochitlq@ejemplo.mx',
    phone: '+525577001102',
  },
  { side: 'client', accountId: 1, mark: 'Citlaliq', email: 'citlaliq@ejemplo.mx', phone: '+525577001101' },
] as const

for (const { side, accountId, mark, email, phone } of leaving)
  test(`a ${side} who deletes the account leaves no text, email or number`, async () => {
    await finishAll()
    const table = { client: 'clients', professional: 'professionals', host: 'hosts' }[side]
    const { rows } = await client.query<{ id: number }>(
      `select id::int from ${table} where account_id = $1`,
      [accountId],
    )
    const partyId = rows[0]?.id ?? 0
    const before = await plant(mark, { partyId, accountId }, wordsOf[side])
    assert.deepEqual(
      before.filter((column) => !rareColumns.includes(column)),
      [],
      'the demo data has rows of each kind',
    )
    await client.query('set session_replication_role = replica')
    await client.query(
      `update accounts set first_name = $2, last_name = $2, email = $3, phone = $4 where id = $1`,
      [accountId, mark, email, phone],
    )
    if (side === 'client')
      await client.query(
        `update clients set first_name = $2, last_name = $2, email = $3, phone = $4, proved_phone = $4 where id = $1`,
        [partyId, mark, email, phone],
      )
    if (side === 'professional')
      await client.query(`update professionals set first_name = $2, last_name = $2 where id = $1`, [
        partyId,
        mark,
      ])
    await client.query('set session_replication_role = origin')

    // Their messages to Kalli by WhatsApp.
    await client.query(
      `insert into received_messages (channel, id, phone, body, received_at) values ('whatsapp', $1, $2, $3, now())`,
      [`wamid.${side}`, phone, `Soy ${mark}`],
    )
    await client.query('insert into text_opt_outs (phone, opted_out_at) values ($1, now())', [phone])
    // A home address that was typed and never booked, a message written without signing in, an invitation at a desk, a colleague's reply.
    const work = kalli.work({ accountId, roles: [side], activeRole: side })
    await client.query(
      `insert into visit_places (line, municipality_id, city, state, latitude, longitude, created_at, account_id)
       select $1, municipality_id, city, state, latitude, longitude, now(), $2 from spaces limit 1`,
      [`Calle de ${mark} 5`, accountId],
    )
    const visitor = kalli.visitor()
    const { body: form } = await visitor.call(contact.contactForm)
    kalli.time.advance(1)
    const sent = await visitor.call(contact.sendContact, {
      body: {
        form: form.form,
        topic: 'other',
        name: mark,
        email,
        message: `Soy ${mark}, llamen al ${phone}`,
        website: '',
      },
    })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const { rows: spaces } = await client.query<{ id: number; email: string }>(
      `select s.id::int, a.email from spaces s join hosts h on h.id = s.host_id join accounts a on a.id = h.account_id
       where s.status = 'published' and h.id <> 1 order by s.id limit 1`,
    )
    const [space] = spaces
    assert.ok(space)
    await client.query(
      `insert into desk_invitations (id, space_id, email, created_at) values (gen_random_uuid(), $1, $2, now())`,
      [space.id, email],
    )
    await drain(kalli)
    const { rows: visits } = await client.query<{ id: string }>(
      `select id::text from bookings where ${side}_id = $1 limit 1`,
      [partyId],
    )
    await client.query(
      `insert into idempotency_keys (actor, key, endpoint, body_hash, started_at, reply, status)
       values ('account:999', $1, 'POST /api/bookings/accept', '\\x00', now(), to_jsonb($2::text), 200)`,
      [`key-of-a-colleague-${side}`, JSON.stringify({ id: visits[0]?.id, client: { firstName: mark } })],
    )
    assert.ok((await read([mark])).length > 8, 'the walk finds what is there')

    await inTransaction(work, async (work) => erase(work, await partiesOf(work, accountId)))
    await drain(kalli)
    assert.deepEqual(await read([mark, email, phone]), [])
  })

/** Columns without a row of the demo's three; the unit tests of those verbs cover them. */
const rareColumns: readonly string[] = [
  'booking_links.note',
  'client_notes.text',
  'disputes.statement',
  'hand_overs.message',
  'no_shows.evidence',
  'notifications.message',
  'reviews.reply',
  'visit_places.line',
]

/** New text columns that hold no people's text, each with the reason. */
const withoutWords: Readonly<Record<string, string>> = {
  'received_messages.body': 'planted in the test itself, from the telephone that is planted there',
  'text_opt_outs.phone': 'a telephone, planted in the test itself',
  'received_messages.channel': 'a word of a list, held by a check',
  'received_messages.id': 'the provider’s name for a message',
  'received_messages.phone': 'a telephone, in the row whose words are planted below',
  'received_messages.answer': 'signed by us, in the row whose words are planted below',
  'message_replies.channel': 'a word of a list, held by a check',
  'message_replies.received_id': 'the provider’s name for a message',
  'message_replies.phone': 'deleted with the message that it answers, whose words are planted',
  'message_replies.body': 'deleted with the message that it answers, whose words are planted',
  'message_replies.options': 'deleted with the message that it answers, whose words are planted',
  'message_replies.external_id': 'the provider’s name for a message',
  'reply_prompts.channel': 'a word of a list',
  'reply_prompts.phone': 'a telephone; over after an hour, and deleted with its messages',
  'reply_prompts.options': 'over after an hour, and deleted with the messages of its telephone',
  'reply_prompts.answered_by': 'the provider’s name for a message',
  'text_messages.options': 'in the row whose text is deleted with its telephone',
  'outside_calendars.provider': 'the name of a provider, held by a check',
  'calendar_accounts.provider': 'the name of a provider, held by a check',
  'calendar_accounts.key_id': 'the id of a key',
  'calendar_accounts.failure': 'one of a few words, held by a check',
  'calendar_accounts.scopes': 'the names of rights at a provider',
  'connected_calendars.external_id': 'the provider’s number for a calendar',
  'connected_calendars.sync_token': 'the provider’s mark in a list of changes',
  'connected_calendars.channel_resource': 'the provider’s number for a channel',
  'connected_events.external_id': 'the provider’s number for an event',
  'written_events.ref': 'the id of a booking, class or block',
  'written_events.event_id': 'a digest',
  'written_events.digest': 'a digest',
  'written_events.etag': 'the provider’s mark of a version',
  'calendar_differences.ref': 'the id of a booking, class or block',
  'calendar_differences.kind': 'one of two words, held by a check',
  'calendar_differences.digest': 'a digest',
  'calendar_differences.state': 'one of a few words, held by a check',
  'client_cards.phone': 'a telephone, in the row whose names are planted',
  'client_cards.tags': 'in the row whose names are planted, and deleted with it',
  'message_consents.sentence': 'the sentence of the form, the same for all',
  'message_consents.source': 'one of two words, held by a check',
  'work_photo_consents.sentence': 'the sentence of the form, the same for all',
  'client_work_notes.key_id': 'the id of a key',
  'services.weekly': 'weekdays and minutes, held by a check',
  'bank_deposits.provider': 'the name of a processor',
  'bank_deposits.external_id': 'the processor’s name for a payment to a bank',
  'bank_deposits.bank': 'the name of a bank',
  'bank_deposits.account_end': 'four digits, held by a check',
  'bank_deposits.trace': 'the reference of a bank',
  'bank_deposit_transfers.provider': 'the name of a processor',
  'bank_deposit_transfers.transfer_ref': 'the processor’s name for a transfer',
  'clients.proved_phone':
    'a telephone, which has no room for a name; planted with the row of each client above',
  'farewells.phone': 'a telephone, until the last message went there',
  'gift_cards.phone': 'a telephone; of a buyer who leaves, guest.test.ts reads that it is gone',
  'bookings.source': 'who made the booking and by which link, of four',
  'api_keys.id': 'letters that are drawn',
  'api_keys.scopes': 'of a closed list',
  'api_keys.acts_as': 'one of three roles, held by a check',
  'api_keys.last_problem_code': 'the code of a refusal',
  'oauth_apps.id': 'letters that are drawn',
  'oauth_apps.redirect_uris': 'addresses of an app, in the row of `name`',
  'oauth_apps.scopes': 'of a closed list',
  'oauth_grants.app_id': 'letters that are drawn',
  'oauth_grants.scopes': 'of a closed list',
  'oauth_grants.acts_as': 'one of three roles, held by a check',
  'oauth_grants.last_problem_code': 'the code of a refusal',
  'oauth_codes.redirect_uri': 'the address of an app',
  'oauth_codes.challenge': 'a hash, held by a check',
  'oauth_tokens.kind': 'one of two, held by a check',
  'saved_searches.phone': 'a telephone; of a visitor who leaves, guest.test.ts reads that it is gone',
  'oauth_grants.resource': 'one of two, held by a check',
  'mandates.app_id': 'letters that are drawn',
  'mandates.acts': 'of a closed list',
  'mandate_uses.act': 'one of three, held by a check',
  'pass_devices.device': 'a name that Apple draws',
  'pass_devices.push_token': 'drawn by Apple, held by a check',
  'saved_searches.queries': 'the calls of `search`, in the same row',
  'saved_searches.category_words': 'names of categories',
  'saved_searches.place_words': 'the place of `search`, in the same row',
  'saved_search_notices.opening': 'the id of a booking, or a date',
  'short_links.path': 'the first segment of an address',
  'short_links.to_phone': 'a telephone',
  'waitlist_entries.phone': 'a telephone',
  'webhooks.events': 'public names of events',
  'webhook_messages.event': 'the public name of an event',
  'webhook_messages.facts': 'ids, times, amounts and a status (`enqueue_webhook_messages`, matter-read.ts)',
  'webhook_messages.about': 'the kind and the id of what it is about',
  'webhook_messages.dedupe_key': 'its event, id and version',
  'webhook_tries.problem': 'why there was no answer, of a list (`problems`)',
}

/** Text and json columns, except those that a check limits to a list of values. */
const textColumns = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname || '.' || attname as name from pg_attribute a join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
       and atttypid::regtype::text in ('text', 'text[]', 'jsonb')
       and not exists (select from pg_constraint k where k.conrelid = c.oid and contype = 'c'
         and pg_get_constraintdef(k.oid) ~ ('\\m' || attname || ' (= ANY|<@)'))`,
  )
  return rows.map(({ name }) => name)
}

/** The name that later migrations gave to a column of the baseline. */
const currentNameOf = (later: string) => {
  const columns = [...later.matchAll(/^alter table (\w+) rename column (\w+) to (\w+);/gm)]
  const tables = [...later.matchAll(/^alter table (\w+) rename to (\w+);/gm)]
  const columnNames = new Map(columns.map(([, table, from, to]) => [`${table}.${from}`, `${table}.${to}`]))
  const tableNames = new Map(tables.map(([, from, to]) => [from, to]))
  return (name: string) =>
    (columnNames.get(name) ?? name).replace(/^\w+/, (table) => tableNames.get(table) ?? table)
}

test('a new text column is covered by this test and the data copy, or is listed as free of user text', async () => {
  const baseline = await emptyDatabase()
  const [first, ...later] = readMigrations()
  await migrate(baseline.url, first === undefined ? [] : [first])
  const currentName = currentNameOf(later.map(({ sql }) => sql).join('\n'))
  const former = new Set((await textColumns(baseline.client)).map(currentName))
  const planted = new Set(
    Object.values(wordsOf)
      .flat()
      .map(({ table, column }) => `${table}.${column}`),
  )
  const copied = ['copy-parts.ts', 'copy-client-book.ts', 'copy-developer.ts']
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const isCopied = (name: string) => {
    const [table = '', column = ''] = name.split('.')
    return new RegExp(`\\b${column}\\b[^\`]*\\bfrom[^\`]*\\b${table}\\b`).test(copied)
  }
  assert.ok(former.size > 300 && isCopied('professionals.bio') && !isCopied('professionals.status_text'))
  const undecided = (await textColumns(client)).filter(
    (name) => !former.has(name) && withoutWords[name] === undefined && !(planted.has(name) && isCopied(name)),
  )
  assert.deepEqual(undecided, [], 'wordsOf and copy-parts.ts, or withoutWords')
})
