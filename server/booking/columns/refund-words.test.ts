import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposalWords } from '#server/booking/columns/refund-words.ts'

/** [who proposes, cents, in cash, whether the payer still has the hours, of a pack, the text] */
const cases = [
  [
    'professional',
    5000,
    false,
    true,
    false,
    'Cuesta menos: si el espacio acepta, te devolvemos $50 a tu tarjeta.',
  ],
  [
    'professional',
    5000,
    false,
    false,
    false,
    'Cuesta menos: si el espacio acepta, $50 vuelven a la tarjeta de quien pagó las horas.',
  ],
  [
    'professional',
    5050,
    true,
    true,
    false,
    'Cuesta menos: si el espacio acepta, el espacio te regresa $50.50 en efectivo; pídelos en su recepción.',
  ],
  [
    'professional',
    5000,
    true,
    false,
    false,
    'Cuesta menos: si el espacio acepta, el espacio regresa $50 en efectivo a quien pagó las horas.',
  ],
  ['host', 5000, false, true, false, 'Cuesta menos: si acepta, se le devuelven $50 a su tarjeta.'],
  ['host', 5000, false, false, false, 'Cuesta menos: si acepta, $50 vuelven a la tarjeta de quien las pagó.'],
  ['host', 5000, true, true, false, 'Cuesta menos: si acepta, le regresas $50 en mano.'],
  ['host', 5000, true, false, false, 'Cuesta menos: si acepta, regresas $50 en mano a quien las pagó.'],
  ['professional', 0, false, true, false, 'El precio se queda en lo que pagaste.'],
  ['professional', 0, true, true, false, 'El precio se queda en lo que pagaste.'],
  ['professional', 0, false, false, false, 'El precio se queda en lo que se pagó.'],
  ['host', 0, false, true, false, 'Quien renta no paga más por un cambio tuyo.'],
  [
    'professional',
    0,
    false,
    true,
    true,
    'Siguen siendo horas de un paquete: no se cobra ni se devuelve nada.',
  ],
  ['host', 0, false, false, true, 'Siguen siendo horas de un paquete: no se cobra ni se devuelve nada.'],
] as const

test('states if a cheaper hour’s refund goes to the card, in cash, to the original payer, or nowhere', () => {
  for (const [by, refundCents, byHand, isPayers, ofPack, said] of cases)
    assert.equal(proposalWords(by, { refundCents, byHand, isPayers, ofPack }), said)
})
