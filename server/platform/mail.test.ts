import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HtmlValidate } from 'html-validate'
import { DeadMailbox, mailLayout, sendMail, sendMailIfTaken } from '#server/platform/mail.ts'
import { publish, drain } from '#server/platform/jobs.ts'
import { inTransaction } from '#server/platform/work.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { postOffice } from '#server/testing/post-office.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const email = mailLayout({
  title: 'Tu <cita> & más',
  paragraphs: ['Hola, Ana "la güera":', '<script>alert(1)</script>'],
  facts: [['Cuándo', 'viernes 20, 18:30']],
  action: { label: 'Ver mi reserva', address: 'https://kalli.mx/b?a=1&b="x"' },
  note: 'Si no fuiste tú, avísanos.',
})
const mail = (dedupeKey: string) => ({ to: 'ana@ejemplo.mx', subject: 'Tu <cita>', ...email, dedupeKey })
const saved = () => kalli.database.kysely.selectFrom('mails').selectAll().orderBy('id').execute()

test('an email is readable as text, and escapes everything as HTML', () => {
  assert.equal(
    email.text,
    'Tu <cita> & más\n\nHola, Ana "la güera":\n\n<script>alert(1)</script>\n\nCuándo: viernes 20, 18:30\n\nVer mi reserva:\nhttps://kalli.mx/b?a=1&b="x"\n\nSi no fuiste tú, avísanos.\n\n—\nRecibes este correo por tu actividad en Kalli.',
  )
  assert.doesNotMatch(email.html, /<script|<cita|b="x"/)
  assert.match(email.html, /<html lang="es-MX">/)
  assert.match(email.html, /href="https:\/\/kalli\.mx\/b\?a=1&#38;b=&#34;x&#34;"/)
})

test('the HTML of an email is valid, with one main landmark, with and without an unsubscribe link', async () => {
  const validator = new HtmlValidate({
    root: true,
    extends: ['html-validate:standard', 'html-validate:document'],
    // Outlook lays out tables by their old attributes alone.
    rules: { 'no-deprecated-attr': 'off' },
  })
  const off = mailLayout({
    title: 'Una reseña',
    paragraphs: ['Hola.'],
    unsubscribe: 'https://kalli.mx/unsubscribe/a.b',
  })
  assert.match(off.text, /Dejar de recibir estos correos:\nhttps:\/\/kalli\.mx\/unsubscribe\/a\.b$/)
  for (const { html } of [email, off]) {
    const { results } = await validator.validateString(html)
    assert.deepEqual(
      results.flatMap(({ messages }) => messages.map(({ message }) => message)),
      [],
    )
    assert.equal(html.match(/<main>/g)?.length, 1)
  }
})

test('without a mail server an email stays in the outbox, once per key', async () => {
  const work = kalli.work()
  await Promise.all([1, 2, 3].map(() => sendMail(work, mail('one'))))
  await sendMail(work, mail('two'))
  const emails = await saved()
  assert.deepEqual(
    emails.map(({ dedupe_key }) => dedupe_key),
    ['one', 'two'],
  )
  assert.equal(emails[0]?.body_text, email.text)
})

test('sending an email inside a transaction is refused', async () => {
  await assert.rejects(
    inTransaction(kalli.work(), (work) => sendMail(work, mail('three'))),
    /inside a transaction/,
  )
})

test('the outbox shows developers emails as they would arrive', async () => {
  const list = await kalli.visitor().fetch('GET', '/dev/mail')
  const page = await list.text()
  assert.equal(list.status, 200)
  assert.match(page, /Tu &#60;cita&#62;/)
  const [first] = await saved()
  const one = await (await kalli.visitor().fetch('GET', `/dev/mail/${first?.id}`)).text()
  assert.match(one, /<iframe title="El correo" sandbox="[^"]*" srcdoc="/)
  assert.match(
    one,
    /<nav [^>]*><a href="https:\/\/kalli\.mx\/b\?a=1&#38;b=&#34;x&#34;">Ver mi reserva<\/a><\/nav>/,
  )
  assert.doesNotMatch(one, /<script/)
  const other = await (await kalli.visitor().fetch('GET', '/dev/mail?to=nadie%40ejemplo.mx')).text()
  assert.match(other, /Todavía no hay correos/)
  assert.doesNotMatch(one, /Adjunto/)
  await sendMail(kalli.work(), { ...mail('visit'), calendar: 'BEGIN:VCALENDAR\r\n' })
  const id = (await saved()).at(-1)?.id
  const withFile = await (await kalli.visitor().fetch('GET', `/dev/mail/${id}`)).text()
  assert.ok(withFile.includes(`Adjunto: <a href="/dev/mail/${id}/cita-kalli.ics" download>`))
  const file = await kalli.visitor().fetch('GET', `/dev/mail/${id}/cita-kalli.ics`)
  assert.match(file.headers.get('content-type') ?? '', /^text\/calendar/)
  assert.equal(await file.text(), 'BEGIN:VCALENDAR\r\n')
  assert.equal((await kalli.visitor().fetch('GET', `/dev/mail/${first?.id}/cita-kalli.ics`)).status, 404)
  for (const path of ['/dev/mail/999999', '/dev/mail/x', '/dev/mail/99999999999999999999'])
    assert.equal((await kalli.visitor().fetch('GET', path)).status, 404, path)
})

test('with production or a mail server the outbox page does not exist', async () => {
  for (const config of [{ production: true }, { smtpUrl: 'smtp://127.0.0.1:1' }]) {
    const real = await startTestServer({ config })
    const answer = await real.visitor().fetch('GET', '/dev/mail')
    await real.close()
    assert.equal(answer.status, 404)
  }
})

test('with a mail server an email is sent once, and only the fact of sending is stored', async () => {
  const smtp = await postOffice()
  const real = await startTestServer({ config: { smtpUrl: smtp.url, mailFrom: 'Kalli <hola@kalli.mx>' } })
  try {
    smtp.refuse = true
    await assert.rejects(sendMail(real.work(), mail('reset:1')))
    const failed = async () =>
      (
        await real.database.pool.query(
          "select 1 from mails where dedupe_key = 'reset:1' and failed_at is not null",
        )
      ).rowCount
    assert.equal(await failed(), 1)
    smtp.refuse = false
    await sendMail(real.work(), mail('reset:1'))
    assert.equal(await failed(), 0)
    await sendMail(real.work(), mail('reset:1'))
    assert.equal(smtp.received.length, 1)
    const [source = ''] = smtp.received
    assert.match(source, /^From: Kalli <hola@kalli\.mx>\r$/m)
    assert.match(source, /^To: ana@ejemplo\.mx\r$/m)
    assert.match(source, /^Message-ID: <[0-9a-f]{32}@kalli\.mx>\r$/m)
    assert.match(source, /multipart\/alternative/)
    assert.doesNotMatch(source, /text\/calendar/)
    const rows = await real.database.kysely.selectFrom('mails').selectAll().execute()
    assert.equal(rows.length, 1)
    assert.deepEqual([rows[0]?.body_text, rows[0]?.body_html, rows[0]?.sent_at], ['', '', real.clock()])
    await sendMail(real.work(), {
      ...mail('visit:1'),
      calendar: ['REQUEST', 'CANCEL'].map(fileWith).join(''),
    })
    const [, second = ''] = smtp.received
    assert.match(second, /^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r$/im)
    assert.match(second, /cita-kalli\.ics/)
    // Another appointment is a separate file.
    assert.match(second, /^Content-Type: text\/calendar; charset=utf-8; method=CANCEL;/im)
    assert.match(second, /cita-kalli-2\.ics/)
    const saved = await real.database.kysely.selectFrom('mails').select('calendar').execute()
    assert.deepEqual(saved, [{ calendar: null }, { calendar: null }])
  } finally {
    await real.close()
    await smtp.close()
  }
})

test('an unknown mailbox is distinguished from a busy server, and from an error of ours', async () => {
  const smtp = await postOffice()
  const real = await startTestServer({ config: { smtpUrl: smtp.url, mailFrom: 'Kalli <hola@kalli.mx>' } })
  const post = (key: string) => sendMail(real.work(), mail(key))
  try {
    smtp.recipient = '450 4.2.1 try again later'
    await assert.rejects(post('later'), (error) => !(error instanceof DeadMailbox))
    await assert.rejects(sendMailIfTaken(real.work(), mail('later')), /450/)
    smtp.recipient = '550 5.1.1 no such user here'
    await assert.rejects(post('never'), (error) => error instanceof DeadMailbox && error.code === 550)
    await sendMailIfTaken(real.work(), mail('never'))
    const { rows } = await real.database.pool.query(
      `select 1 from mails where failed_at is not null and sent_at is null`,
    )
    assert.equal(rows.length, 2)
    assert.deepEqual(smtp.received, [])
    smtp.recipient = '250 ok'
    await post('later')
    assert.equal(smtp.received.length, 1)
  } finally {
    await real.close()
    await smtp.close()
  }
})

test('a job whose email goes to an unknown mailbox completes, and does not retry it', async () => {
  const smtp = await postOffice()
  smtp.recipient = '550 5.1.1 no such user here'
  const real = await startTestServer({ config: { smtpUrl: smtp.url, mailFrom: 'Kalli <hola@kalli.mx>' } })
  try {
    const accountId = await people.account(real)
    await publish(real.work(), 'account.password_changed', { accountId, changeId: 'one' })
    await drain(real)
    assert.equal(smtp.requests, 1)
    await drain(real, { retries: true })
    assert.equal(smtp.requests, 1)
    // Steps after an email still run: a deleted account has no stored address.
    const { rows } = await real.database.pool.query<{ id: string }>(
      `insert into farewells (id, email, created_at) values (gen_random_uuid(), 'nadie@ejemplo.mx', now()) returning id`,
    )
    await publish(real.work(), 'account.left', { farewellId: rows[0]?.id ?? '' })
    await drain(real)
    assert.equal(smtp.requests, 2)
    const { rows: left } = await real.database.pool.query('select 1 from farewells')
    assert.deepEqual(left, [])
  } finally {
    await real.close()
    await smtp.close()
  }
})

const fileWith = (method: string) => `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR\r\n`
