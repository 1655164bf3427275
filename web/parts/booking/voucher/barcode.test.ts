import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barcodeShape } from '#web/parts/booking/voucher/barcode-shape.ts'

test('a barcode has ten modules of quiet zone on both sides, and dark bars on light', () => {
  assert.ok(barcodeShape.margin >= 10 * barcodeShape.width)
  assert.deepEqual([barcodeShape.background, barcodeShape.lineColor], ['#ffffff', '#000000'])
})
