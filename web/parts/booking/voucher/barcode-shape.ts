const moduleWidth = 2
/** Code 128 requires a quiet zone of ten modules on both sides (ISO/IEC 15417). */
export const barcodeShape = {
  format: 'CODE128',
  displayValue: false,
  height: 72,
  width: moduleWidth,
  margin: 10 * moduleWidth,
  // Scanners need dark on light, in dark mode too.
  background: '#ffffff',
  lineColor: '#000000',
}
