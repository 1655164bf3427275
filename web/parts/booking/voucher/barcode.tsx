import JsBarcode from 'jsbarcode'
import { useEffect, useRef } from 'react'
import { barcodeShape } from '#web/parts/booking/voucher/barcode-shape.ts'

/** A reference as the counter's reader takes it (Code 128). The same digits are beside it as text, so it says nothing more. */
export default function Barcode({ value }: { value: string }) {
  const drawn = useRef<SVGSVGElement>(null)
  useEffect(() => {
    JsBarcode(drawn.current, value, barcodeShape)
  }, [value])
  return <svg ref={drawn} aria-hidden className="h-auto w-full max-w-md self-center rounded-md bg-white" />
}
