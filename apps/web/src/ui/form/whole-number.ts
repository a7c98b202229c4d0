/** Props of a number field for whole numbers with thousands separators. */
export const wholeNumber = {
  allowDecimal: false,
  allowNegative: false,
  hideControls: true,
  thousandSeparator: ',',
  classNames: { input: 'gl-num' },
} as const
