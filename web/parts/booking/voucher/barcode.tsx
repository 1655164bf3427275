import JsBarcode from 'jsbarcode'
import { useEffect, useRef } from 'react'
import { barcodeShape } from '#web/parts/booking/voucher/barcode-shape.ts'

/** A payment reference for the shop's scanner (Code 128). The same digits are beside it as text, so it is hidden from screen readers. */
export default function Barcode({ value }: { value: string }) {
  const drawn = useRef<SVGSVGElement>(null)
  useEffect(() => {
    JsBarcode(drawn.current, value, barcodeShape)
  }, [value])
  return <svg ref={drawn} aria-hidden className="h-auto w-full max-w-md self-center rounded-md bg-white" />
}
