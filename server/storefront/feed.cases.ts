/**
 * Google's published definition of the three feeds for appointments by redirect (the messages Entity, ActionDetail and Service of its
 * Actions Center), as JSON schemas. Fields that they do not name are refused.
 */
import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'

export const exact = (properties: Record<string, object>, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
})
export const text = { type: 'string', minLength: 1 }
const link = { type: 'string', pattern: '^https?://[^\\s/]+/\\S*$' }
export const list = (items: object) => ({ type: 'array', minItems: 1, items })
const localized = exact(
  {
    value: text,
    localized_value: list(
      exact({ locale: { type: 'string', pattern: '^[a-z]{2}(-[A-Z]{2})?$' }, value: text }, [
        'locale',
        'value',
      ]),
    ),
  },
  ['value', 'localized_value'],
)
const interpretation = {
  enum: [
    'INTERPRETATION_EXACT',
    'INTERPRETATION_STARTS_AT',
    'INTERPRETATION_RANGE',
    'INTERPRETATION_NOT_DISPLAYED',
  ],
}
const money = exact(
  {
    price_micros: { type: 'integer', minimum: 0 },
    currency_code: { type: 'string', pattern: '^[A-Z]{3}$' },
  },
  ['price_micros', 'currency_code'],
)
const seconds = { type: 'integer', minimum: 0 }
export const rows = {
  'reservewithgoogle.entity': exact(
    {
      entity_id: { type: 'string', pattern: '^[A-Za-z0-9_.~-]+$' },
      name: text,
      telephone: { type: 'string', pattern: '^\\+[1-9]\\d{7,14}$' },
      url: link,
      location: {
        anyOf: [{ required: ['latitude', 'longitude'] }, { required: ['address'] }],
        type: 'object',
        additionalProperties: false,
        properties: {
          latitude: { type: 'number', minimum: -90, maximum: 90 },
          longitude: { type: 'number', minimum: -180, maximum: 180 },
          address: exact(
            { country: text, locality: text, region: text, postal_code: text, street_address: text },
            ['country', 'locality', 'postal_code', 'street_address'],
          ),
        },
      },
    },
    ['entity_id', 'name', 'location'],
  ),
  'reservewithgoogle.action.v2': exact(
    {
      entity_id: text,
      link_id: text,
      url: link,
      actions: list(exact({ appointment_info: exact({}, []) }, ['appointment_info'])),
    },
    ['entity_id', 'link_id', 'url', 'actions'],
  ),
  'glam.service.v0': exact(
    {
      merchant_id: text,
      service_id: { type: 'string', pattern: '^[\\x21-\\x7e]{1,100}$' },
      localized_service_name: localized,
      localized_service_category: localized,
      localized_service_description: localized,
      service_price: exact({ price_interpretation: interpretation, min_price: money, max_price: money }, [
        'price_interpretation',
      ]),
      action_link: list(exact({ url: link }, ['url'])),
      service_duration: exact(
        { duration_interpretation: interpretation, min_duration_sec: seconds, max_duration_sec: seconds },
        ['duration_interpretation'],
      ),
      ranking_hint: exact({ score: { type: 'number', minimum: 0 } }, ['score']),
    },
    [
      'merchant_id',
      'service_id',
      'localized_service_name',
      'localized_service_category',
      'service_price',
      'action_link',
      'service_duration',
    ],
  ),
} as const
export type Feed = keyof typeof rows
const ajv = new Ajv2020({ strictRequired: false, allErrors: true })
export const check = (schema: object, value: unknown) => {
  const isValid = ajv.validate(schema, value)
  assert.ok(isValid, JSON.stringify(ajv.errors))
}
